import type { BenchReport } from '../bench-report.ts';
import { compareRounds, describeFailures, medianOf, valuesOf } from './read-results.ts';
import type { Results } from './run-tasks.ts';
import type { Sample } from './sample.ts';
import { ANALYSES, type AnalysisName } from './tasks.ts';

const OURS = 'Testimony';
/** The peer that has an aim. */
const AIMED_AT = 'VADER';

/** The table of all ways to analyse the texts of a sample. */
export function reportAnalysis(
  { size, texts }: Sample,
  results: Results,
  notes: readonly string[],
): BenchReport {
  const clauses = medianOf(valuesOf(results, 'segmentation alone', 'clauses'));
  const row = (name: AnalysisName) => {
    const time = medianOf(valuesOf(results, name, 'analysis'));
    const aSecond = (count: number | null) =>
      time === null || count === null ? null : (count / time) * 1000;
    return [name, time, aSecond(size), aSecond(clauses), timesOurs(results, name)];
  };
  return {
    title: `Analysis of ${size.toLocaleString('en')} reviews with ${texts} texts, cold`,
    columns: ['analysis', 'ms', 'reviews/s', 'clauses/s', '× our time'],
    rows: ANALYSES.map(row),
    ratios: [
      {
        what: `speed, ours / ${AIMED_AT}`,
        value: timesOurs(results, AIMED_AT),
        aim: { atLeast: 1 },
      },
    ],
    notes: [...describeFailures(results), ...NOTES, ...notes],
  };
}

function timesOurs(results: Results, name: AnalysisName): number | null {
  return medianOf(compareRounds(results, [name, OURS], 'analysis', (time, ours) => time / ours));
}

const NOTES = [
  'Ours is the whole analysis: clauses, the aspects that each speaks of, a judgement of every clause and every sentence, and what the review says on the whole. Texts that are not English are passed over.',
  'VADER (vader-sentiment) and AFINN (sentiment) score every clause of the same texts and find no aspects; the segmentation, which is ours, is in their times as in ours.',
  'Medians of the rounds, each in a process of its own, which compiles as it runs; a ratio is the median of the rounds’ ratios. Models and lexicons were unpacked before.',
];
