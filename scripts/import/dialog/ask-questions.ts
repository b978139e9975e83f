import type { Ask } from '../../ask.ts';
import { type ColumnMap, mergeLines } from '../columns/column-map.ts';
import type { Judgement } from '../columns/columns.ts';
import type { Question } from '../columns/question.ts';
import { ImportRefusal } from '../import-refusal.ts';
import type { Options } from '../options.ts';
import { breakLine } from './preview.ts';
import { isBlank, labelOf, writeLetter } from './write-letter.ts';

/** The widest line of a question that fits on a terminal. */
const WIDTH = 72;

const OWN_ANSWER = 'Another answer, which I will type';

type Answered = Judgement & { readonly map: NonNullable<Judgement['map']> };

/**
 * Asks the open questions about a table, one by one, and judges its columns again after each
 * answer. Without a terminal, refuses with one letter that contains all of them.
 */
export async function askQuestions(
  judge: (said: ColumnMap) => Judgement,
  options: Options,
  ask: Ask | undefined,
): Promise<{ readonly judged: Answered; readonly asked: number }> {
  const asked: Question[] = [];
  let said: ColumnMap = {};
  for (;;) {
    const judged = judge(said);
    const [open] = judged.questions;
    if (open === undefined && !ask && asked.length > 0) {
      throw new ImportRefusal(writeLetter(asked, judged.lines, options));
    }
    if (open === undefined && judged.map !== undefined) {
      return { judged: { ...judged, map: judged.map }, asked: asked.length };
    }
    if (open === undefined || asked.some(({ fault }) => fault === open.fault)) {
      throw new Error(`The answers do not settle the columns: ${JSON.stringify(said)}`);
    }
    asked.push(open);
    said = mergeLines(said, ask ? await askOne(open, options, ask) : likeliestLines(open, options));
  }
}

/** Returns the lines of a person's answer. */
async function askOne(question: Question, options: Options, ask: Ask): Promise<ColumnMap> {
  const { message, fault, choices, linesOf } = question;
  const choice = choices.length > 0 ? await askChoice(question, ask) : undefined;
  if (choice || !linesOf) return choice?.lines ?? likeliestLines(question, options);
  const why = breakLine(`(${fault})`, WIDTH);
  // Other questions have this line at their left already.
  return linesOf(await ask.text({ message: [message, ...why].join('\n│  ') }));
}

/** Returns undefined for an answer in the person's own words. */
async function askChoice({ message, samples, choices, linesOf }: Question, ask: Ask) {
  const labels = choices.map((choice) => labelOf(choice, samples));
  const shown = samples.filter((sample) => !labels.includes(sample)).map((line) => `  ${line}`);
  const chosen = await ask.choose({
    message: [message, ...shown.map(shorten)].join('\n'),
    options: [...labels, ...(linesOf ? [OWN_ANSWER] : [])].map((label, at) => ({
      value: String(at),
      label: shorten(label),
    })),
  });
  return choices[Number(chosen)];
}

/** Refuses a question that no answer settles. If it is left open, any answer of its line will do. */
function likeliestLines(question: Question, { path }: Options): ColumnMap {
  const { key, fault, choices, linesOf } = question;
  const ofKey = choices.find(({ lines }) => key in lines);
  const likeliest = (isBlank(question) ? ofKey : undefined) ?? choices[0];
  if (likeliest) return likeliest.lines;
  if (linesOf) return linesOf('NAME');
  throw new ImportRefusal(`${path} was not imported: ${fault}.`);
}

/** Returns a text that fits on a line, cut at a word. */
function shorten(text: string): string {
  if (text.length <= WIDTH) return text;
  return `${text.slice(0, WIDTH - 1).replace(/\s+\S*$|\p{Cs}$/u, '')}…`;
}
