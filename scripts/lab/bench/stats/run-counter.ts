import { makeDocuments } from '../search/texts.ts';
import { median } from '../statistics.ts';
import { QUESTIONS } from './count-questions.ts';
import { type Outcome, openNaiveCounter, openOurCounter } from './counters.ts';
import { openSqliteCounter } from './sqlite-counts.ts';

// This is the process of one subject: it measures it alone and writes the figures to stdout.

const OPEN = new Map([
  ['ours', openOurCounter],
  ['sqlite', openSqliteCounter],
  ['naive', openNaiveCounter],
]);
const LEAST_REPEATS = 3;
const MOST_REPEATS = 51;
/** A question is repeated until so much time is spent on it. */
const MILLISECONDS_A_QUESTION = 500;

async function main(id = '', size: number): Promise<void> {
  const open = OPEN.get(id);
  if (open === undefined || !(size > 0)) throw new Error('Usage: run-counter.ts SUBJECT SIZE');
  const start = performance.now();
  const { count, close } = open(makeDocuments(size));
  const buildSeconds = (performance.now() - start) / 1000;
  const outcome: Outcome = {
    buildSeconds,
    milliseconds: [],
    longestSteps: [],
    figures: [],
  };
  // The first pass warms caches and the compiler, and is the one whose results are compared.
  for (const question of QUESTIONS) outcome.figures.push((await count(question)).figures);
  for (const question of QUESTIONS) {
    const times: number[] = [];
    const steps: number[] = [];
    for (let spent = 0; ; ) {
      const began = performance.now();
      const { longestStep } = await count(question);
      const time = performance.now() - began;
      times.push(time);
      if (longestStep !== undefined) steps.push(longestStep);
      spent += time;
      if (times.length >= MOST_REPEATS) break;
      if (spent > MILLISECONDS_A_QUESTION && times.length >= LEAST_REPEATS) break;
    }
    outcome.milliseconds.push(median(times));
    outcome.longestSteps.push(steps.length > 0 ? median(steps) : null);
  }
  close?.();
  process.stdout.write(JSON.stringify(outcome), () => process.exit(0));
}

await main(process.argv[2], Number(process.argv[3]));
