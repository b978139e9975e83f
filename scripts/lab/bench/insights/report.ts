import { type BenchReport, ratioAtMost } from '../report.ts';
import { medianOf, spreadOf } from '../statistics.ts';
import type { Sample } from './sample.ts';
import {
  ANALYSES,
  type AnalysisName,
  compareTasks,
  describeFailures,
  type FigureName,
  type Results,
  valuesOf,
} from './tasks.ts';

const OURS = 'Testimony';
const AIMED_AT = 'VADER';

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
    notes: [...describeFailures(results), ...ANALYSIS_NOTES, ...notes],
  };
}

function timesOurs(results: Results, name: AnalysisName): number | null {
  return medianOf(compareTasks(results, [name, OURS], 'analysis', (time, ours) => time / ours));
}

const ANALYSIS_NOTES = [
  'Ours is the whole analysis: clauses, the aspects that each speaks of, a judgement of every clause and every sentence, and what the review says on the whole. Texts that are not English are passed over.',
  'VADER (vader-sentiment) and AFINN (sentiment) score every clause of the same texts and find no aspects; the segmentation, which is ours, is in their times as in ours.',
  'Medians of the rounds, each in a process of its own, which compiles as it runs; a ratio is the median of the rounds’ ratios. Models and lexicons were unpacked before.',
];

/** The most that an edit may take in median, in milliseconds, by the number of reviews. */
const EDIT_AIMS: ReadonlyMap<number, number> = new Map([[100_000, 15]]);

export function reportPublishing(
  { size, texts }: Sample,
  results: Results,
  notes: readonly string[],
): BenchReport {
  const publish = (figure: FigureName) => valuesOf(results, 'publish', figure);
  return {
    title: `Publishing ${size.toLocaleString('en')} reviews with ${texts} texts`,
    columns: ['what', 'least', 'median', 'most'],
    rows: [
      row('first dataset without an analysis, ms', valuesOf(results, 'plain', 'dataset')),
      row('  all texts analysed, ms', publish('dataset')),
      row('  with the release before, ms', valuesOf(results, 'restart', 'dataset')),
      row('the model unpacked, ms', publish('unpacking')),
      row('insights derived from nothing, ms', publish('insights')),
      row('insights.json rendered, ms', publish('rendering')),
      row(
        'its size, kB',
        publish('bytes').map((bytes) => bytes / 1000),
      ),
      row('one review edited: the next dataset, ms', publish('nextDataset')),
      row('  the next insights, ms', publish('nextInsights')),
      row('  the next insights.json, ms', publish('nextRendering')),
      row('  all three, ms', publish('next')),
      row('heap: the dataset without annotations, MB', valuesOf(results, 'plain', 'datasetHeap')),
      row('  annotations, MB', annotationHeaps(results)),
      row('  what derives insights, with the insights, MB', publish('insightsHeap')),
      row('  the model, MB', publish('modelHeap')),
      row('peak of the process without an analysis, MB', valuesOf(results, 'plain', 'peak')),
      row('  with one, and insights, MB', publish('peak')),
      row('  with the release before, no insights, MB', valuesOf(results, 'restart', 'peak')),
    ],
    ratios: ratioAtMost('one edited review, median ms', medianOf(publish('next')), EDIT_AIMS, size),
    notes: [...describeFailures(results), ...PUBLISHING_NOTES, ...notes],
  };
}

function annotationHeaps(results: Results): number[] {
  return compareTasks(
    results,
    ['publish', 'plain'],
    'datasetHeap',
    (annotated, plain) => annotated - plain,
  );
}

function row(what: string, values: readonly number[]) {
  return [what, ...spreadOf(values)];
}

const PUBLISHING_NOTES = [
  'Content is in memory and checked. The first dataset is the first that a process makes, with the mentions of people, services and places; the model was unpacked before. With the release before, its reviews.json is read and parsed, and its analyses are taken over.',
  'An edit gives one review the text of another; each is of another review, and the dataset maker, the insights maker and the renderer hold what was before.',
  'Heaps are what is in use more, after a collection, than before. Annotations include what finds the terms of the aspects, some 5 MB. A peak is that of the whole process (VmHWM), with the content that it generated, before the edits.',
];
