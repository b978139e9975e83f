/**
 * Golden folders: exports in the shapes that platforms and their tools write, with all that an
 * import prints and writes. Each is a folder of tests/fixtures/import/golden:
 * - in/: the export, and maps of it; people and texts are made up;
 * - args: calls of the import, one per line, in turn on one content folder; one that ends with
 *   "< answers" is made at a terminal, and "(as it says)" does what the refusal before it says;
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
import { parse } from 'yaml';
import type { Ask } from '../../../../../scripts/ask.ts';
import { ColumnMap, mergeLines } from '../../../../../scripts/import/columns/column-map.ts';
import { renderMap } from '../../../../../scripts/import/dialog/write-letter.ts';
import { createPerson } from '../dialog/answers.ts';
import { createFolder, FIXTURES, type Folder, type Run, runAt } from '../run-in-folder.ts';

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
  let refusal = '';
  for (const line of readLines(join(golden, 'args'))) {
    const said: string[] = [];
    const isLetter = line === '(as it says)';
    if (isLetter && refusal === '') continue;
    const [call = '', isTerminal] = isLetter ? [obey(folder, refusal, answers)] : line.split(' < ');
    const ask = isTerminal === undefined ? undefined : createPerson(answers, said);
    const run = await importIn(folder.root, call, said, ask);
    refusal = run.errors;
    printed.push(`$ npm run import -- ${isLetter ? call : line}`, ...said);
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

/** Saves the lines of a map that a refusal gives, and returns the arguments of the call that it gives. */
function obey({ write }: Folder, refusal: string, answers: readonly string[]): string {
  const found = /\n\n((?:.+\n)+)\nSave these lines as (\S+) and run: npm run import -- (.*)/;
  const [, lines = '', file = 'map.yaml', call = refusal] = found.exec(refusal) ?? [];
  const answerTo = (words: string) =>
    answers.find((answer) => answer.startsWith(words))?.split(' = ')[1] ?? '';
  // Blanks take the first answer of those in the letter.
  const blank = lines.replace('constant: ""', `constant: ${JSON.stringify(answerTo('come from'))}`);
  const certain = parse(blank, (key, value) =>
    value === '' && /\D/.test(String(key)) ? undefined : value,
  );
  const said = [...refusal.matchAll(/^\d+\. (.*)\n {5}(.*?) {3}#/gm)].map(
    ([, message = '', first = '']) => {
      const [, word = ''] = /stars does "(.*?)" mean/.exec(message) ?? [];
      const stars = Number(answerTo(`"${word}" mean`));
      if (stars > 0) return { ratings: { [word]: stars } };
      return message.includes('come from') ? {} : parse(first.replaceAll('; ', '\n'));
    },
  );
  const filled = [certain, ...said].map((one) => ColumnMap.parse(one ?? {})).reduce(mergeLines);
  const isStated = ([, value]: readonly [string, unknown]) =>
    !/^{}$|^\[\]$/.test(JSON.stringify(value));
  const stated = Object.fromEntries(Object.entries(filled).filter(isStated));
  write(file, `${renderMap(stated).join('\n')}\n`);
  return call;
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
