/**
 * Questions for figures (count-questions.ts) over the made-up reviews of the search benchmark, against
 * SQLite with an index for each GROUP BY and a plain scan. Each subject runs in a process of its own
 * (run-counter.ts) and has to find the same figures as the scan (counters.ts, sqlite-counts.ts).
 */

import { GROUPINGS } from '#search/question/stats-query.ts';
import { type Bench, describeMachine } from '../bench.ts';
import { runApart } from '../process/run-apart.ts';
import { type BenchReport, ratioAtMost } from '../report.ts';
import { QUESTIONS } from './count-questions.ts';
import { COUNTERS, Outcome } from './counters.ts';

const PROGRAM = new URL('./run-counter.ts', import.meta.url);

/** The most milliseconds of the event loop that any question takes, by the number of reviews. */
const LOOP_AIMS: ReadonlyMap<number, number> = new Map([[100_000, 10]]);
const STEP_AIM = 2;
const PEER_AIM = 2;

export const bench: Bench = {
  sizes: [10_000, 100_000, 1_000_000],
  run: async ({ sizes, progress }) => {
    const reports: BenchReport[] = [];
    for (const size of sizes) {
      const notes = describeMachine();
      const outcomes = new Map<string, Outcome>();
      for (const { id, label } of COUNTERS) {
        progress(`${label}, ${size} reviews`);
        const outcome = await runApart(PROGRAM, [id, String(size)], Outcome);
        if ('failure' in outcome) notes.push(`${label} could not be measured: ${outcome.failure}`);
        else outcomes.set(id, outcome);
      }
      reports.push(reportCounts(size, outcomes, notes));
    }
    return reports;
  },
};

function reportCounts(
  size: number,
  outcomes: ReadonlyMap<string, Outcome>,
  notes: readonly string[],
): BenchReport {
  const [ours, sqlite, naive] = COUNTERS.map(({ id }) => outcomes.get(id));
  const differing = COUNTERS.flatMap(({ id, label }) =>
    differences(label, outcomes.get(id), naive),
  );
  const isSound = differing.length === 0;
  const time = (outcome: Outcome | undefined, at: number) => outcome?.milliseconds[at] ?? null;
  const ratios = QUESTIONS.map((_, at) => {
    const [our, their] = [time(ours, at), time(sqlite, at)];
    return our === null || their === null ? null : their / our;
  });
  const steps = ours?.longestSteps.map((step) => step ?? Number.NaN) ?? [];
  const most = (values: readonly number[]) =>
    isSound && values.length > 0 ? Math.max(...values) : null;
  const known = ratios.filter((ratio) => ratio !== null);
  return {
    title: `Statistics over ${size.toLocaleString('en')} reviews`,
    columns: [
      'question',
      'found',
      'ours ms',
      'longest step',
      'SQLite ms',
      'naive ms',
      'SQLite / ours',
    ],
    rows: QUESTIONS.map((question, at) => [
      describeQuestion(question),
      naive?.figures[at]?.total ?? null,
      time(ours, at),
      steps[at] ?? null,
      time(sqlite, at),
      time(naive, at),
      ratios[at] ?? null,
    ]),
    ratios: [
      ...ratioAtMost(
        'any question, ms of the event loop',
        most(ours?.milliseconds ?? []),
        LOOP_AIMS,
        size,
      ),
      { what: 'longest step, ms', value: most(steps), aim: { atMost: STEP_AIM } },
      {
        what: 'smallest of all questions, SQLite / ours',
        value: isSound && known.length > 0 ? Math.min(...known) : null,
        aim: { atLeast: PEER_AIM },
      },
    ],
    notes: [
      'Times are medians of one question after the other, all its groupings together. Ours is the sum of its steps, between which everything else may run.',
      ...differing,
      ...notes,
    ],
  };
}

function describeQuestion({ group_by, ...filters }: (typeof QUESTIONS)[number]): string {
  const groupings = group_by === GROUPINGS.join() ? 'everything' : group_by;
  const asked = Object.entries(filters).map(([name, value]) => `${name}=${value}`);
  return `${asked.join(' ') || 'all reviews'} by ${groupings}`;
}

function differences(
  label: string,
  outcome: Outcome | undefined,
  reference: Outcome | undefined,
): string[] {
  if (outcome === undefined) return [];
  if (reference === undefined) return [`${label} could not be compared with a naive scan.`];
  const isEqual = (at: number) =>
    JSON.stringify(outcome.figures[at]) === JSON.stringify(reference.figures[at]);
  return QUESTIONS.filter((_, at) => !isEqual(at)).map(
    (question) => `${label} counts other reviews for ${JSON.stringify(question)}.`,
  );
}
