/**
 * Golden folders: exports in the shapes that platforms and their tools write, with all that an
 * import prints and writes. Each is a folder of tests/fixtures/import/golden:
 * - in/: the export, and maps of it; people and texts are made up;
 * - args: calls of the import, one per line, in turn on one content folder; one that ends with
 *   "< answers" is made at a terminal;
 * - answers: "WORDS OF A QUESTION = ANSWER" per line; the first that fits a question answers it, and
 *   Enter answers all others;
 * - out.txt and after.txt: what is printed, and the files that are there afterward;
 * - truth.yaml: what a person reads in the export, for truth.ts.
 *
 * `UPDATE=1 node --test tests/rooms/scripts/import/golden/golden.test.ts` records out.txt and after.txt.
 */
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Ask } from '../../../../../scripts/ask.ts';
import { createPerson } from '../dialog/answers.ts';
import { createFolder, FIXTURES, type Run, runAt } from '../run-in-folder.ts';

export const GOLDEN = join(FIXTURES, 'golden');
export const NAMES = readdirSync(GOLDEN).sort();
const NOW = new Date('2026-10-06T12:00:00Z');

/** Returns what is printed and written if the calls of a golden folder are made. */
export async function play(context: TestContext, name: string) {
  const folder = createFolder(context);
  const golden = join(GOLDEN, name);
  const input = join(folder.root, 'in');
  cpSync(join(golden, 'in'), input, { recursive: true });
  const before = new Set([...filesOf(folder.root).keys()]);
  const answers = readLines(join(golden, 'answers'));
  const printed: string[] = [];
  for (const line of readLines(join(golden, 'args'))) {
    const said: string[] = [];
    const [call = '', isTerminal] = line.split(' < ');
    const ask = isTerminal === undefined ? undefined : createPerson(answers, said);
    const run = await importIn(folder.root, call, said, ask);
    printed.push(`$ npm run import -- ${line}`, ...said);
    if (run.errors !== '') printed.push(run.errors);
    if (run.code !== 0) printed.push(`[exit ${run.code}]`);
    printed.push('');
  }
  const after = [...filesOf(folder.root)]
    .filter(([file]) => !before.has(file) && !file.startsWith('content/.import/'))
    .map(([file, text]) => `=== ${file}\n${text}`);
  // The time of an import is the one of the machine.
  const plain = (text: string) =>
    text.replaceAll(`${folder.root}/`, '').replaceAll(/(?<=the import of \S+ on ).*/g, 'a day.');
  const { reviews } = folder.load();
  return { out: plain(printed.join('\n')), after: plain(after.join('\n')), reviews };
}

/** Runs the import in a folder with content/ and an export; `said` receives what it prints. */
export async function importIn(
  root: string,
  line: string,
  said: string[] = [],
  ask?: Ask,
): Promise<Run> {
  const args = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted = word]) =>
    existsSync(join(root, quoted)) ? join(root, quoted) : quoted,
  );
  const print = (text: string) => void said.push(text);
  const content = args.includes('--content') ? [] : ['--content', join(root, 'content')];
  const run = await runAt(NOW, [...args, ...content], { print, ask });
  return { ...run, out: said.join('\n') };
}

function readLines(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}

/** Returns the files below a folder by their paths in it. */
function filesOf(root: string): Map<string, string> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter((path) => statSync(join(root, path)).isFile());
  return new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}
