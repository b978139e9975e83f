import type { BenchReport } from '../bench-report.ts';
import { REQUESTS_A_SECOND } from './light-load.ts';
import type { OwnResult } from './own-run.ts';
import { type PhaseSummary, stretchesOf, summarisePhase } from './summaries.ts';

/** What the sidecar's event loop and its readers saw, and the memory of its processes. */
export function reportServer(size: number, own: OwnResult): BenchReport {
  const { editsUnderLoad, peak } = own;
  const data = summarisePhase(stretchesOf(editsUnderLoad, 'data'));
  const pages = summarisePhase(stretchesOf(editsUnderLoad, 'pages'));
  const failures = data.failures + pages.failures;
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
    rows: [row('an edit is published', data), row('its pages are made', pages)],
    ratios: [],
    notes: [
      ...(failures === 0 ? [] : [`${failures} requests failed.`]),
      `Peak memory of the sidecar: ${megabytes(peak.ownMegabytes)}; of a process that it started, to build pages: ${megabytes(peak.childMegabytes)}.`,
      `Over ${editsUnderLoad.length} edits beside ${REQUESTS_A_SECOND} requests a second, half of them searches and half conditional requests for the feed. An edit is published from its save until the reader has reviews.json; its pages are made from then on until its own page is served, and meanwhile the search index and compressed variants are.`,
      "The event loop is that of the thread which answers, as perf_hooks.monitorEventLoopDelay measures it at a resolution of 1 ms. Nothing is subtracted: an idle loop shows 1.1 ms, the monitor's own interval. A request counts from when it was due, on the benchmark's side, where other processes have the processors at times.",
    ],
  };
}

function row(what: string, { delay, requests, p99, worst }: PhaseSummary) {
  return [what, delay?.p99 ?? null, delay?.worst ?? null, requests, p99, worst];
}

function megabytes(value: number | null): string {
  return value === null ? 'not known' : `${value.toFixed(0)} MB`;
}
