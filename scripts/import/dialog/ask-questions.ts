import type { Ask } from '../../ask.ts';
import { CommandError } from '../../command.ts';
import { type ColumnMap, mergeLines } from '../columns/column-map.ts';
import type { Judgement } from '../columns/columns.ts';
import { likeliestLines, type Question } from '../columns/question.ts';
import type { Options } from '../options.ts';
import { clip, wrap } from '../phrases.ts';
import { writeLetter } from './write-letter.ts';

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
  const labels = [...choices.map(([label]) => label), ...(linesOf ? [OWN_ANSWER] : [])];
  const options = labels.map((label, at) => ({ value: String(at), label: clip(label, WIDTH) }));
  const lines = wrap(message, WIDTH);
  const at = choices.length > 0 ? await ask.choose({ message: lines.join('\n'), options }) : 0;
  // Other questions have this line at their left already.
  const say = () => ask.text({ message: lines.join('\n│  ') });
  return choices[Number(at)]?.[1] ?? linesOf?.(await say()) ?? {};
}
