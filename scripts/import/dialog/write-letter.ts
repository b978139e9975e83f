import { stringify } from 'yaml';
import { wordOf } from '../../command-line/npm-options.ts';
import type { ColumnMap } from '../columns/column-map.ts';
import type { Question } from '../columns/question.ts';
import type { Options } from '../options.ts';
import { amount } from './report.ts';

/**
 * Returns all questions about a table in one text, with the lines of a map that contains the
 * likeliest answers. Where no answer is likely, it is left blank.
 */
export function writeLetter(
  questions: readonly Question[],
  lines: ColumnMap,
  options: Options,
): string {
  const { path, map } = options;
  const blanks = questions.filter(isBlank);
  const whole: Record<string, unknown> = { ...lines };
  for (const question of blanks) blankOut(question, whole);
  const likeliest = blanks.length < questions.length;
  const answers = blanks.length === 1 ? 'answer' : 'answers';
  const isChoice = blanks.some(({ choices }) => choices.length > 0);
  const orReplace = isChoice ? ', or replace such a line by one of those above' : '';
  const file = map !== undefined && /[./\\]/.test(map) ? map : 'map.yaml';
  return [
    `${path} was not imported, because ${amount(questions.length, 'question')} must be answered first.`,
    'The easiest way is a terminal window: there, the same command asks, and you choose.',
    'Otherwise, please write the answers into a file, as follows.',
    ...questions.flatMap(describeQuestion),
    '',
    likeliest
      ? 'This is the whole file, with the likeliest answers. Please correct those that are wrong.'
      : 'This is the whole file.',
    ...(blanks.length > 0
      ? [`Write the missing ${answers} between the quotation marks${orReplace}.`]
      : []),
    '',
    ...renderMap(whole),
    '',
    `Save these lines as ${file} and run: ${importCommand(options, file)}`,
    ...(questions.every(({ key }) => key === 'source')
      ? ['Or add --source NAME to the command: nothing else is unclear.']
      : []),
  ].join('\n');
}

/** True if no answer is likely: a person must give one. */
export function isBlank({ isOpen, choices }: Question): boolean {
  return isOpen === true || choices.length === 0;
}

/** Returns the lines of an answer that is to be written. */
function linesToWrite({ key, choices, linesOf }: Question): ColumnMap {
  return linesOf?.('') ?? choices.find(({ lines }) => key in lines)?.lines ?? {};
}

/** Puts "" into the lines of a map in place of an answer. */
function blankOut(question: Question, whole: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(linesToWrite(question))) {
    const listed: unknown[] = [value].flat();
    if (question.linesOf) whole[key] = value;
    else if (key === 'ignore') {
      whole[key] = [...[whole[key]].flat().filter((one) => !listed.includes(one)), ''];
    } else if (key === 'ratings') {
      const words = Object.keys(Object(value)).map((word) => [word, '']);
      whole[key] = { ...Object(whole[key]), ...Object.fromEntries(words) };
    } else whole[key] = '';
  }
}

function describeQuestion({ message, fault, samples, choices }: Question, at: number): string[] {
  const labels = choices.map((choice) => labelOf(choice, samples));
  const others = samples.filter((sample) => !labels.includes(sample));
  return [
    '',
    `${at + 1}. ${message}`,
    `   The reason: ${fault}.`,
    ...others.map((sample) => `     ${sample}`),
    ...choices.map(
      ({ lines }, index) => `     ${renderMap(lines).join('; ')}   # ${labels[index]}`,
    ),
  ];
}

/** Returns the label of a choice: with the values of its column, if the samples have them. */
export function labelOf(
  { label, hint }: Question['choices'][number],
  samples: readonly string[],
): string {
  if (hint === undefined) return label;
  const sample = `${label}: ${hint}`;
  return samples.includes(sample) ? sample : `${label} (${hint})`;
}

/** Returns the command that imports a file by a map, with the other flags of a call. */
export function importCommand(options: Options, map: string): string {
  const { path = '', content, sheet, encoding, names, isVerified } = options;
  const flags = isVerified ? '--verified' : '';
  return command('import', [wordOf(path), flags], { map, content, sheet, encoding, names });
}

/** Returns a call of a script, with the flags that have a value. */
export function command(
  script: string,
  words: readonly string[],
  flags: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(flags).map(([name, value]) =>
    value === undefined ? '' : `--${name} ${wordOf(value)}`,
  );
  return `npm run ${script} -- ${[...words, ...given].filter(Boolean).join(' ')}`;
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
