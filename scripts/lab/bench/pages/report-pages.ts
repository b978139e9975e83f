import type { BenchReport } from '../bench-report.ts';
import { SAMPLE_COLUMNS, summarise } from '../samples.ts';
import { median, quantile } from '../statistics.ts';
import { COLD_CONNECTIONS, type ColdSample, type ColdSeries } from './cold-pages.ts';
import type { PageKind } from './page-kinds.ts';

const LEAST_PAGES_A_SECOND = 1000;

/** What a server that remembers no page came to, one after the other and all at once. */
export type ColdResult = {
  readonly first: ColdSample;
  readonly series: readonly ColdSeries[];
};

/** The table of pages that are rendered for each request. */
export function reportColdPages(
  size: number,
  { first, series }: ColdResult,
  notes: readonly string[],
): BenchReport {
  const row = (label: string, samples: readonly ColdSample[]) => {
    const [rate = null, cpu = null, ...others] = summarise(samples);
    return [label, samples.length, rate, cpu, medianOf(loopTimes(samples)), ...others];
  };
  const [, , ...columns] = SAMPLE_COLUMNS;
  return {
    title: `Cold pages of ${size.toLocaleString('en')} reviews`,
    columns: ['asked for in', 'rounds', 'pages/s', 'CPU µs/page', 'loop µs/page', ...columns],
    rows: [
      ...series.map(({ label, samples }) => row(label, samples)),
      row('identity, just started', [first]),
    ],
    ratios: series.map(({ label, samples }) => ({
      what: `cold review pages a second, ${label}`,
      value: medianOf(samples.map(({ requestsPerSecond }) => requestsPerSecond)),
      aim: { atLeast: LEAST_PAGES_A_SECOND },
    })),
    notes: [
      `Each round asks for the page of every review once, in an order that has nothing to do with theirs, on ${COLD_CONNECTIONS} connections that are kept alive, from a process of its own on the same processors. The server remembers no page (PAGE_MEMORY_MB=0), so each is rendered, hashed and compressed three times before it is answered, whatever was asked for. Medians of the rounds.`,
      'Processor time is that of the whole process; of it, the loop is the thread that renders and answers. The rest is compression and garbage collection in other threads.',
      ...notes,
    ],
  };
}

/** The table of what a page of each kind takes. */
export function reportPageKinds(size: number, kinds: readonly PageKind[]): BenchReport {
  return {
    title: `One cold page of each kind, ${size.toLocaleString('en')} reviews`,
    columns: ['page', 'kB', 'kB in brotli', 'median ms', 'p95 ms', 'loop CPU ms'],
    rows: kinds.map(({ label, bytes, brotliBytes, milliseconds, loopMilliseconds }) => [
      label,
      bytes / 1000,
      brotliBytes / 1000,
      medianOf(milliseconds),
      milliseconds.length === 0 ? null : quantile(milliseconds, 0.95),
      loopMilliseconds,
    ]),
    ratios: [],
    notes: [
      'Asked for in brotli, one after the other on one connection, of a server that is warm and remembers no page: from the request to the last byte. The system counts processor time in steps of 10 ms, so that of the loop is good to a fifth of a millisecond.',
    ],
  };
}

function loopTimes(samples: readonly ColdSample[]): number[] {
  return samples.flatMap(({ loopMicroseconds }) => loopMicroseconds ?? []);
}

function medianOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : median(values);
}
