import type { BenchReport } from '../bench-report.ts';
import { REQUESTS_A_SECOND } from './light-load.ts';
import type { OwnResult } from './own-run.ts';
import { type PhaseSummary, stretchesOf, summarisePhase } from './summaries.ts';

/** What the sidecar's event loop and its readers saw, and the memory of its processes. */
export function reportServer(size: number, { editsUnderLoad, memory }: OwnResult): BenchReport {
  const { data, page } = editsUnderLoad;
  const phases: readonly (readonly [what: string, phase: PhaseSummary])[] = [
    ['an edit is published', summarisePhase(stretchesOf(data, 'until'))],
    ['it is published and its page rendered', summarisePhase(stretchesOf(page, 'until'))],
    ['what follows is made', summarisePhase(stretchesOf([...data, ...page], 'after'))],
  ];
  const failures = phases.reduce((sum, [, phase]) => sum + phase.failures, 0);
  return {
    title: `The server meanwhile, ${size.toLocaleString('en')} reviews`,
    columns: [
      'while',
      'loop p99 ms',
      'loop worst ms',
      'requests',
      'request p99 ms',
      'request worst ms',
    ],
    rows: phases.map(([what, { delay, requests, p99, worst }]) => [
      what,
      delay?.p99 ?? null,
      delay?.worst ?? null,
      requests,
      p99,
      worst,
    ]),
    ratios: [],
    notes: [
      ...(failures === 0 ? [] : [`${failures} requests failed.`]),
      `Memory, for information (it is aimed at later): while edits are published and nothing is timed, all processes of the service together hold ${megabytes(memory.proportionalMegabytes)} at their peak (PSS, read every 50 ms); the sidecar's own process held ${megabytes(memory.residentMegabytes)} at its peak, from its start on (VmHWM).`,
      `Over ${data.length + page.length} edits beside ${REQUESTS_A_SECOND} requests a second, half of them searches and half conditional requests for the feed. An edit is published from its save until the reader has reviews.json, or the page of the review; what follows are the search index and the compressed variants of large files, until reviews.json is served in brotli.`,
      "The event loop is that of the thread which answers, as perf_hooks.monitorEventLoopDelay measures it at a resolution of 1 ms. Nothing is subtracted: an idle loop shows 1.1 ms, the monitor's own interval. A request counts from when it was due, on the benchmark's side, where other processes have the processors at times.",
    ],
  };
}

function megabytes(value: number | null): string {
  return value === null ? 'an unknown amount' : `${value.toFixed(0)} MB`;
}
