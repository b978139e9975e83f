import type { BenchReport } from '../report.ts';
import { medianOf, quantileOf, SAMPLE_COLUMNS, summarise } from '../statistics.ts';
import {
  COLD_CONNECTIONS,
  type ColdSample,
  type measureColdPages,
  type PageKind,
} from './cold-pages.ts';
import { AIMED_STRETCH, type LoopStretch, STRETCH_SECONDS } from './event-loop.ts';

const LEAST_PAGES_A_SECOND = 1000;

export function reportColdPages(
  size: number,
  { first, series }: Awaited<ReturnType<typeof measureColdPages>>,
  notes: readonly string[],
): BenchReport {
  const row = (label: string, samples: readonly ColdSample[]) => {
    const [rate = null, cpu = null, ...others] = summarise(samples);
    return [
      label,
      samples.length,
      rate,
      cpu,
      medianOf(samples.map(({ loopMicroseconds }) => loopMicroseconds)),
      ...others,
    ];
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

export function reportPageKinds(size: number, kinds: readonly PageKind[]): BenchReport {
  return {
    title: `One cold page of each kind, ${size.toLocaleString('en')} reviews`,
    columns: ['page', 'kB', 'kB in brotli', 'median ms', 'p95 ms', 'loop CPU ms'],
    rows: kinds.map(({ label, bytes, brotliBytes, milliseconds, loopMilliseconds }) => [
      label,
      bytes / 1000,
      brotliBytes / 1000,
      medianOf(milliseconds),
      quantileOf(milliseconds, 0.95),
      loopMilliseconds,
    ]),
    notes: [
      'Asked for in brotli, one after the other on one connection, of a server that is warm and remembers no page: from the request to the last byte. The system counts processor time in steps of 10 ms, so that of the loop is good to a fifth of a millisecond.',
    ],
  };
}

const MOST_LOOP_MILLISECONDS = 10;

export function reportEventLoop(size: number, stretches: readonly LoopStretch[]): BenchReport {
  const aimed = stretches.find(({ label }) => label === AIMED_STRETCH);
  const failures = stretches.reduce(
    (sum, { pages, others }) => sum + (pages?.failures ?? 0) + (others?.failures ?? 0),
    0,
  );
  return {
    title: `The event loop while cold pages are asked for, ${size.toLocaleString('en')} reviews`,
    columns: [
      ...['while', 'loop p99 ms', 'loop worst ms', 'pages', 'page p50 ms', 'page p99 ms'],
      ...['requests', 'request p99 ms'],
    ],
    rows: stretches.map(({ label, delay, pages, others }) => [
      label,
      delay?.p99 ?? null,
      delay?.worst ?? null,
      pages?.milliseconds.length ?? 0,
      quantileOf(pages?.milliseconds ?? [], 0.5),
      quantileOf(pages?.milliseconds ?? [], 0.99),
      others?.milliseconds.length ?? 0,
      quantileOf(others?.milliseconds ?? [], 0.99),
    ]),
    ratios: [
      {
        what: `event loop p99 ms, ${AIMED_STRETCH}`,
        value: aimed?.delay?.p99 ?? null,
        aim: { atMost: MOST_LOOP_MILLISECONDS },
      },
    ],
    notes: [
      ...(failures === 0 ? [] : [`${failures} requests failed.`]),
      `${STRETCH_SECONDS} s for the first row and half of it for the others, after some seconds in which the server warms up. Pages are those of reviews, scattered, in brotli, and none is remembered (PAGE_MEMORY_MB=0); the other requests are half searches and half conditional requests for the feed. Each is sent when it is due, whatever became of the last, and counts from then.`,
      "The event loop is that of the thread which answers, as perf_hooks.monitorEventLoopDelay measures it at a resolution of 1 ms. Nothing is subtracted: an idle loop shows 1.1 ms, the monitor's own interval.",
    ],
  };
}
