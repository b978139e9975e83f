import type { BenchReport, Ratio } from '../report.ts';
import { median } from '../statistics.ts';
import { QUERIES } from './queries.ts';
import type { Measured, Outcome, SUBJECTS } from './subject.ts';

export type SubjectResult = {
  readonly label: string;
  readonly role: (typeof SUBJECTS)[number]['role'];
  readonly outcome: Outcome;
};

const SLOWEST_QUERIES = 5;

export function reportSearch(size: number, results: readonly SubjectResult[]): BenchReport {
  const notes: string[] = [];
  const reference = results.find(({ role }) => role === 'reference');
  for (const { label, role, outcome } of results) {
    if ('failure' in outcome) notes.push(`${label} could not be measured: ${outcome.failure}`);
    else if (role !== 'other') notes.push(...differences(label, outcome, reference));
  }
  const complete = results.every(isSound(reference));
  const ours = results.find(({ role }) => role === 'ours')?.outcome;
  const peers = results.filter(({ role }) => role === 'peer' || role === 'reference');
  const measured = ours === undefined || 'failure' in ours ? undefined : ours;
  const ratios = listRatios(complete ? measured : undefined, peers);
  if (measured !== undefined) {
    notes.push(...describeQueries(measured, peers));
    notes.push(
      `MB is what the data takes: buffers, the database's files, or what the process grew by. Our build took ${measured.peakMegabytes.toFixed(0)} MB at its peak.`,
    );
  }
  return {
    title: `Search over ${size.toLocaleString('en')} reviews`,
    columns: ['subject', 'p50 ms', 'mean ms', 'worst ms', 'build s', 'MB'],
    rows: results.map(({ label, outcome }) => [label, ...figures(outcome)]),
    ratios: [
      ...ratios,
      {
        what: 'event loop delay, p99 (ms)',
        value: measured?.delay ?? null,
        aim: { atMost: 10 },
      },
    ],
    notes,
  };
}

function figures(outcome: Outcome): (number | null)[] {
  if ('failure' in outcome) return [null, null, null, null, null];
  const { milliseconds, buildSeconds, megabytes } = outcome;
  const row = [median(milliseconds), mean(milliseconds), Math.max(...milliseconds)];
  return [...row, buildSeconds, megabytes].map((figure) => Number(figure.toPrecision(3)));
}

function isSound(reference: SubjectResult | undefined) {
  return ({ label, role, outcome }: SubjectResult) =>
    role === 'other' ||
    (!('failure' in outcome) && differences(label, outcome, reference).length === 0);
}

function differences(
  label: string,
  { hits }: Measured,
  reference: SubjectResult | undefined,
): string[] {
  if (reference === undefined || 'failure' in reference.outcome) {
    return [`${label} could not be compared with a naive scan.`];
  }
  const expected = reference.outcome.hits;
  const differing = QUERIES.filter(
    (_, i) => JSON.stringify(hits[i]) !== JSON.stringify(expected[i]),
  );
  return differing.map((query) => `${label} finds other reviews for ${JSON.stringify(query)}.`);
}

function listRatios(ours: Measured | undefined, peers: readonly SubjectResult[]): Ratio[] {
  const times = peers.map(({ outcome }) => ('failure' in outcome ? [] : outcome.milliseconds));
  const compare = (of: (milliseconds: readonly number[]) => number) =>
    ours === undefined ? null : Math.min(...times.map(of)) / of(ours.milliseconds);
  const smallest = ours && Math.min(...compareQueries(ours, times));
  return [
    { what: 'mean, fastest peer / ours', value: compare(mean), aim: { atLeast: 20 } },
    {
      what: 'worst query, fastest peer / ours',
      value: compare((milliseconds) => Math.max(...milliseconds)),
      aim: { atLeast: 8 },
    },
    {
      what: 'smallest of all queries, its fastest peer / ours',
      value: smallest ?? null,
      aim: { atLeast: 2 },
    },
  ];
}

function compareQueries(ours: Measured, times: readonly (readonly number[])[]): number[] {
  return ours.milliseconds.map(
    (time, i) => Math.min(...times.map((peer) => peer[i] ?? Number.POSITIVE_INFINITY)) / time,
  );
}

function describeQueries(ours: Measured, peers: readonly SubjectResult[]): string[] {
  const times = peers.flatMap(({ outcome }) =>
    'failure' in outcome ? [] : [outcome.milliseconds],
  );
  const ratios = compareQueries(ours, times);
  const queries = QUERIES.map(({ limit, ...filters }, i) => ({
    text: JSON.stringify(filters),
    milliseconds: ours.milliseconds[i] ?? 0,
    ratio: ratios[i] ?? 0,
  }));
  const tell = ({ text, milliseconds, ratio }: (typeof queries)[number]) =>
    `${text} ${milliseconds.toPrecision(2)} ms, ${ratio.toPrecision(2)}x`;
  const smallest = queries.toSorted((a, b) => a.ratio - b.ratio).slice(0, SLOWEST_QUERIES);
  const slowest = queries
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, SLOWEST_QUERIES);
  return [
    `Smallest ratios: ${smallest.map(tell).join('; ')}.`,
    `Slowest of ours: ${slowest.map(tell).join('; ')}.`,
  ];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
