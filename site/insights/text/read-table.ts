import { DISK } from '#dataset/file-system.ts';
import { wordSet } from './word-lists.ts';

/** Reads a table of built-in data: a row per line, tabs between cells; comments begin with `# `. */
export function readTable(file: string): string[][] {
  return DISK.readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => line.split('\t'));
}

/** Reads lists of words, one row each, the name first. The result throws for an unknown name. */
export function readLists(file: string): (name: string) => ReadonlySet<string> {
  const rows = Map.groupBy(readTable(file), ([name]) => name);
  return (name) => {
    const lines = rows.get(name)?.map(([, words = '']) => words);
    if (!lines) throw new Error(`${file} has no list "${name}"; install this version again.`);
    return wordSet(lines);
  };
}
