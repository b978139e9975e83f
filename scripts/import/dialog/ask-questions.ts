import type { Ask } from '../../ask.ts';
import { CommandError } from '../../command.ts';
import { likeliestLines, type Question } from '../columns/ask-columns.ts';
import { type ColumnMap, mergeLines } from '../columns/column-map.ts';
import type { Judgement } from '../columns/columns.ts';
import type { Options } from '../options.ts';
import { clip } from '../phrases.ts';
import { writeLetter } from './write-letter.ts';

/** The widest answer that fits on a line of a terminal. */
const WIDTH = 72;

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
      throw new CommandError(writeLetter(asked, judged.lines, options));
    }
    if (open === undefined && judged.map !== undefined) {
      return { judged: { ...judged, map: judged.map }, asked: asked.length };
    }
    if (open === undefined || asked.some(({ message }) => message === open.message)) {
      throw new Error(`The answers do not settle the columns: ${JSON.stringify(said)}`);
    }
    asked.push(open);
    said = mergeLines(said, await answerTo(open, ask));
  }
}

/** Returns the lines of a person's answer; without a terminal, of the likeliest one. */
async function answerTo(question: Question, ask: Ask | undefined): Promise<ColumnMap> {
  const { message, choices, linesOf } = question;
  if (!ask) return likeliestLines(question);
  if (linesOf) return linesOf(await ask.text({ message }));
  const options = choices.map(([label], at) => ({ value: String(at), label: clip(label, WIDTH) }));
  return choices[Number(await ask.choose({ message, options }))]?.[1] ?? {};
}
