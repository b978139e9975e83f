import type { BenchReport, Ratio } from '../report.ts';
import { combine, medianOf, quantileOf } from '../statistics.ts';
import { summariseDelays } from './delay-probe.ts';
import { REQUESTS_A_SECOND } from './light-load.ts';
import type { MeasuredEdit, OwnResult, Stretch } from './own-run.ts';
import {
  AIMED_AT,
  ENOUGH_MILLISECONDS,
  LEAST_EDITS,
  LONGEST_MILLISECONDS,
  MOST_EDITS,
  type PeerResult,
  type PeerWay,
} from './peers.ts';

/** What the design aims at: the median in milliseconds until data are served, by number of reviews. */
const SERVED_AIMS: ReadonlyMap<number, number> = new Map([
  [1000, 50],
  [10_000, 80],
  [100_000, 250],
]);
/** What a page may take on top of the data, at every size. */
const PAGE_MILLISECONDS = 20;
const DATA_PEER_AIM = { size: 10_000, atLeast: 20 };
const PAGE_PEER_AIM = 3;

const WAYS: Readonly<Record<PeerWay, string>> = { command: 'a new process', watch: 'watching' };

export function reportTimes(
  size: number,
  own: OwnResult,
  peers: readonly PeerResult[],
  notes: readonly string[],
): BenchReport {
  const { edits, editsUnderLoad } = own;
  const data = wholeTimes(edits.data);
  const page = wholeTimes(edits.page);
  const row = (what: string, times: readonly number[], ours: readonly number[]) => {
    const factor = combine(medianOf(times), medianOf(ours), (theirs, our) => theirs / our);
    return [what, times.length, ...[0.5, 0.95, 1].map((share) => quantileOf(times, share)), factor];
  };
  const peerRows = (isDataOnly: boolean, ours: readonly number[]) =>
    peers
      .filter((peer) => peer.isDataOnly === isDataOnly)
      .map(({ label, way, milliseconds }) => row(`  ${label}, ${WAYS[way]}`, milliseconds, ours));
  return {
    title: `From saving one of ${size.toLocaleString('en')} reviews to its readers`,
    columns: ['until', 'edits', 'median ms', 'p95 ms', 'most ms', '× ours'],
    rows: [
      row('reviews.json is served: Testimony', data, data),
      row(
        '  its first byte',
        edits.data.map(({ arrival }) => arrival.head),
        data,
      ),
      row('  beside other readers', wholeTimes(editsUnderLoad.data), data),
      ...peerRows(true, data),
      row('its page is served: Testimony', page, page),
      row('  beside other readers', wholeTimes(editsUnderLoad.page), page),
      ...peerRows(false, page),
    ],
    ratios: listRatios(size, { data: medianOf(data), page: medianOf(page) }, peers),
    notes: [...describeFailures(own, peers), ...NOTES, ...notes],
  };
}

export function listRatios(
  size: number,
  ours: { readonly data: number | null; readonly page: number | null },
  peers: readonly PeerResult[],
): Ratio[] {
  const ratios: Ratio[] = [];
  const atMost = SERVED_AIMS.get(size);
  if (atMost !== undefined) {
    ratios.push({ what: 'save → data served, median ms', value: ours.data, aim: { atMost } });
  }
  if (size === DATA_PEER_AIM.size) {
    const results = peers.filter(({ label, isDataOnly }) => label === AIMED_AT && isDataOnly);
    ratios.push({
      what: `data files alone, ${AIMED_AT} at its fastest / ours`,
      value: combine(fastestMedian(results), ours.data, (theirs, our) => theirs / our),
      aim: { atLeast: DATA_PEER_AIM.atLeast },
    });
  }
  ratios.push({
    what: 'save → page served, beyond the data, ms between the medians',
    value: combine(ours.page, ours.data, (page, data) => page - data),
    aim: { atMost: PAGE_MILLISECONDS },
  });
  const withPages = peers.filter(({ isDataOnly }) => !isDataOnly);
  if (withPages.length > 0) {
    ratios.push({
      what: 'with pages, the fastest peer / ours',
      value: combine(fastestMedian(withPages), ours.page, (theirs, our) => theirs / our),
      aim: { atLeast: PAGE_PEER_AIM },
    });
  }
  return ratios;
}

function describeFailures(own: OwnResult, peers: readonly PeerResult[]): string[] {
  return [
    ...(own.failure === undefined ? [] : [`Testimony was not measured whole: ${own.failure}.`]),
    ...peers.flatMap(({ label, way, isDataOnly, failure }) =>
      failure === undefined
        ? []
        : [
            `${label}, ${isDataOnly ? 'data files' : 'with pages'}, ${WAYS[way]}, was not measured whole: ${failure}.`,
          ],
    ),
  ];
}

const NOTES = [
  'An edit gives one review another text; each is of another review, saved in place and by rename in turn, when the server or the peer is at rest and the edit before has been seen.',
  "Ours runs from before the save to the last byte of a 200 on /reviews.json that has the text, asked for with If-None-Match a millisecond after each 304, so the watcher's wait is in it. Half of our edits came before the peers' and half after.",
  'The time until its page is served is of a second series, edit by edit in turn with the first, so that neither reader disturbs the other: one who has the page of the review asks for it in the same way, on a connection of their own, and nobody for /reviews.json. So the page is rendered, hashed and compressed in it, after the home page.',
  "A peer's runs from before the save until its reviews.json or, where it makes pages, the page of the review is whole on disk and has the text; nobody serves it. The faster of its two ways counts.",
  'Data files are reviews.json, insights.json, feed.xml and api/feed.json (with Hugo a home page of three lines, without which its watch mode does not make them anew). Ours are hashed and stored as well; the search index and the compressed variants of large files follow them.',
  'In their watch modes, both peers write the page that was edited, the home page and the data files, not every page; Hugo looks for changes every half second (edits are spread evenly over it), Eleventy waits until a file has not grown for 150 ms.',
  `Each way of a peer has ${MOST_EDITS} edits, or as many as begin within ${ENOUGH_MILLISECONDS / 1000} s, but ${LEAST_EDITS} at least; a build may take ${LONGEST_MILLISECONDS / 1000} s.`,
];

export function reportServer(size: number, { editsUnderLoad, memory }: OwnResult): BenchReport {
  const { data, page } = editsUnderLoad;
  const phases = [
    ['an edit is published', summarisePhase(stretchesOf(data, 'until'))],
    ['it is published and its page rendered', summarisePhase(stretchesOf(page, 'until'))],
    ['what follows is made', summarisePhase(stretchesOf([...data, ...page], 'after'))],
  ] as const;
  const failures = phases.reduce((sum, [, phase]) => sum + phase.failures, 0);
  return {
    title: `The server meanwhile, ${size.toLocaleString('en')} reviews`,
    columns: [
      ...['while', 'loop p99 ms', 'loop worst ms'],
      ...['requests', 'request p99 ms', 'request worst ms'],
    ],
    rows: phases.map(([what, { delay, requests, p99, worst }]) => [
      what,
      delay?.p99 ?? null,
      delay?.worst ?? null,
      requests,
      p99,
      worst,
    ]),
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

function wholeTimes(edits: readonly MeasuredEdit[]): number[] {
  return edits.map(({ arrival }) => arrival.whole);
}

function fastestMedian(results: readonly PeerResult[]): number | null {
  const medians = results.flatMap(({ milliseconds }) => medianOf(milliseconds) ?? []);
  return medians.length === 0 ? null : Math.min(...medians);
}

function summarisePhase(stretches: readonly Stretch[]) {
  const milliseconds = stretches.flatMap(({ latencies }) => latencies.milliseconds);
  return {
    delay: summariseDelays(stretches.map(({ delay }) => delay)),
    requests: milliseconds.length,
    failures: stretches.reduce((sum, { latencies }) => sum + latencies.failures, 0),
    p99: quantileOf(milliseconds, 0.99),
    worst: quantileOf(milliseconds, 1),
  };
}

function stretchesOf(edits: readonly MeasuredEdit[], phase: 'until' | 'after'): Stretch[] {
  return edits.flatMap(({ stretches }) => stretches?.[phase] ?? []);
}
