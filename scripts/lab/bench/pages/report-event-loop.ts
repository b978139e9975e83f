import type { BenchReport } from '../bench-report.ts';
import type { Latencies } from '../publish/light-load.ts';
import { quantile } from '../statistics.ts';
import { AIMED_STRETCH, type LoopStretch, STRETCH_SECONDS } from './event-loop.ts';
import type { ServerMemory } from './server-memory.ts';

const MOST_LOOP_MILLISECONDS = 10;

/** The table of delays while pages are asked for at an even rate. */
export function reportEventLoop(size: number, stretches: readonly LoopStretch[]): BenchReport {
  const aimed = stretches.find(({ label }) => label === AIMED_STRETCH);
  const failures = stretches.reduce(
    (sum, { pages, others }) => sum + (pages?.failures ?? 0) + (others?.failures ?? 0),
    0,
  );
  return {
    title: `The event loop while cold pages are asked for, ${size.toLocaleString('en')} reviews`,
    columns: [
      'while',
      'loop p99 ms',
      'loop worst ms',
      'pages',
      'page p50 ms',
      'page p99 ms',
      'requests',
      'request p99 ms',
    ],
    rows: stretches.map(({ label, delay, pages, others }) => [
      label,
      delay?.p99 ?? null,
      delay?.worst ?? null,
      pages?.milliseconds.length ?? 0,
      quantileOf(pages, 0.5),
      quantileOf(pages, 0.99),
      others?.milliseconds.length ?? 0,
      quantileOf(others, 0.99),
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

/** The table of what the server holds, for information. */
export function reportServerMemory(size: number, rows: readonly ServerMemory[]): BenchReport {
  return {
    title: `Memory of the server, ${size.toLocaleString('en')} reviews`,
    columns: ['after', 'MB (PSS)', 'peak MB (VmHWM)'],
    rows: rows.map(({ after, megabytes, peakMegabytes }) => [after, megabytes, peakMegabytes]),
    ratios: [],
    notes: ['For information: memory is aimed at later. Content is not watched here (WATCH=off).'],
  };
}

function quantileOf(latencies: Latencies | undefined, share: number): number | null {
  if (!latencies || latencies.milliseconds.length === 0) return null;
  return quantile(latencies.milliseconds, share);
}
