import { stringify } from 'yaml';
import { wordOf } from '../../printed-text.ts';
import type { ColumnMap } from '../columns/column-map.ts';
import { likeliestLines, type Question } from '../columns/question.ts';
import type { Options } from '../options.ts';
import { amount, command } from '../phrases.ts';

/**
 * Returns all questions about a table in one text, with the lines of a map. Answers are blank there,
 * so that no one publishes by a guess.
 */
export function writeLetter(
  questions: readonly Question[],
  lines: ColumnMap,
  options: Options,
): string {
  const { path, map } = options;
  const file = map !== undefined && /[./\\]/.test(map) ? map : 'map.yaml';
  return [
    `${path} was not imported, because ${amount(questions.length, 'question')} must be answered first.`,
    'The easiest way is a terminal window: there, the same command asks, and you choose.',
    'Otherwise, please write the answers into a file, as follows.',
    ...questions.flatMap(({ message, choices }, at) => [
      '',
      `${at + 1}. ${message}`,
      ...choices.map(([label, said]) => `     ${renderMap(said).join('; ')}   # ${label}`),
    ]),
    '',
    'This is the whole file. Write the missing answers between the quotation marks, or replace such a line by one of those above.',
    '',
    ...renderMap(questions.reduce<Readonly<Record<string, unknown>>>(blankOut, lines)),
    '',
    `Save these lines as ${file} and run: ${importCommand(options, file)}`,
    ...(questions.every(({ key }) => key === 'source')
      ? ['Or add --source NAME to the command: nothing else is unclear.']
      : []),
  ].join('\n');
}

/** Puts "" into the lines of a map in place of an answer. */
function blankOut(lines: Readonly<Record<string, unknown>>, question: Question) {
  const { key, linesOf } = question;
  if (linesOf) return { ...lines, ...linesOf('') };
  if (key !== 'ratings' && key !== 'skipWhere') return { ...lines, [key]: '' };
  const words = Object.keys(likeliestLines(question)[key] ?? {}).map((word) => [word, '']);
  return { ...lines, [key]: { ...Object(lines[key]), ...Object.fromEntries(words) } };
}

/** Returns the command that imports a file by a map, with the other flags of a call. */
export function importCommand(options: Options, map: string): string {
  const { path = '', content, sheet, encoding, names, verified } = options;
  const flags = verified ? '--verified' : '';
  return command('import', [wordOf(path), flags], { map, content, sheet, encoding, names });
}

/** Returns the lines of a map, one for each member. */
export function renderMap(lines: object): string[] {
  const style = { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 } as const;
  return Object.entries(lines).map(([key, value]) => {
    const one = { [key]: Array.isArray(value) && value.length === 1 ? value[0] : value };
    return stringify(one, style)
      .trim()
      .replace(/^\{(.*)\}$/s, '$1');
  });
}
