import { performance } from 'node:perf_hooks';
import vader from 'vader-sentiment';
import type { CreateAnnotate } from '#dataset/annotate.ts';
import { segmentText } from '#insights/text/segment-text.ts';
import { vocabularyNaming } from './readings.ts';
import type { Section } from './section.ts';

const ROUNDS = 10;

/**
 * Measures the time of the whole analysis of a clause, beside VADER, which only determines its
 * side.
 */
export function evaluateSpeed(
  texts: readonly string[],
  createAnnotate: CreateAnnotate,
): Pick<Section, 'tables'> {
  const clauses = texts.flatMap((text) =>
    segmentText(text).flatMap((sentence) =>
      sentence.clauses.map(({ start, end }) => text.slice(start, end)),
    ),
  );
  const annotate = createAnnotate(vocabularyNaming('law', []));
  const own = fastestOf(() => {
    for (const reviewBody of texts) annotate({ reviewBody, rating: 3, inLanguage: 'en' });
  });
  const theirs = fastestOf(() => {
    for (const clause of clauses) vader.SentimentIntensityAnalyzer.polarity_scores(clause);
  });
  const rowOf = (name: string, milliseconds: number) => {
    const each = `${((1000 * milliseconds) / clauses.length).toFixed(1)} µs`;
    return [name, clauses.length, each, `${(milliseconds / theirs).toFixed(2)} ×`];
  };
  const columns = ['analysis', 'clauses', 'time a clause', 'beside VADER'];
  const rows = [rowOf('whose conduct, mode, aspects, sides, people', own), rowOf('VADER', theirs)];
  const notes = [
    'The fastest of ten readings. VADER is Hutto and Gilbert 2014, as implemented by vader-sentiment.',
  ];
  return { tables: [{ title: 'Time', columns, rows, notes }] };
}

function fastestOf(read: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const before = performance.now();
    read();
    return performance.now() - before;
  });
  return Math.min(...times);
}
