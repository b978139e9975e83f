import type { BenchReport, Ratio } from '../bench-report.ts';
import type { FigureName } from './figures.ts';
import { compareRounds, describeFailures, medianOf, valuesOf } from './read-results.ts';
import type { Results } from './run-tasks.ts';
import type { Sample } from './sample.ts';

/** The most that an edit may take in median, in milliseconds, by the number of reviews. */
const EDIT_AIMS: ReadonlyMap<number, number> = new Map([[100_000, 15]]);

/** The table of what insights add to publishing: at the start, after an edit, and in memory. */
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
      row('its size, kB', publish('bytes').map(thousandth)),
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
    ratios: listRatios(size, medianOf(publish('next'))),
    notes: [...describeFailures(results), ...NOTES, ...notes],
  };
}

/** The figure that has an aim at a size. */
export function listRatios(size: number, editMilliseconds: number | null): Ratio[] {
  const atMost = EDIT_AIMS.get(size);
  if (atMost === undefined) return [];
  return [{ what: 'one edited review, median ms', value: editMilliseconds, aim: { atMost } }];
}

/** What a dataset with annotations holds more than one without. */
function annotationHeaps(results: Results): number[] {
  return compareRounds(
    results,
    ['publish', 'plain'],
    'datasetHeap',
    (annotated, plain) => annotated - plain,
  );
}

function row(what: string, values: readonly number[]) {
  if (values.length === 0) return [what, null, null, null];
  return [what, Math.min(...values), medianOf(values), Math.max(...values)];
}

function thousandth(value: number): number {
  return value / 1000;
}

const NOTES = [
  'Content is in memory and checked. The first dataset is the first that a process makes, with the mentions of people, services and places; the model was unpacked before. With the release before, its reviews.json is read and parsed, and its analyses are taken over.',
  'An edit gives one review the text of another; each is of another review, and the dataset maker, the insights maker and the renderer hold what was before.',
  'Heaps are what is in use more, after a collection, than before. Annotations include what finds the terms of the aspects, some 5 MB. A peak is that of the whole process (VmHWM), with the content that it generated, before the edits.',
];
