import type { BenchReport, Ratio } from '../bench-report.ts';
import { compare, type FanOut, type Figure, medianOf } from './fan-out.ts';
import { CONCURRENCY } from './hub-sidecar.ts';

/** One sender's fan-outs at one topic and number of subscriptions. */
export type SenderResult = { readonly label: string; readonly fanOuts: readonly FanOut[] };

/** What one topic came to at one number of subscriptions. */
export type TopicResult = {
  readonly path: string;
  readonly subscriptions: number;
  readonly bodyBytes: number;
  readonly ours: readonly FanOut[];
  readonly peer: readonly FanOut[];
  /** Other ways to run the hub, for information. */
  readonly others: readonly SenderResult[];
  /** Why something was not measured. */
  readonly failures: readonly string[];
};

const LEAST_SHARE = 0.8;
const COLUMNS: readonly (readonly [title: string, figure: Figure])[] = [
  ['deliveries/s', 'deliveriesPerSecond'],
  ['MB/s', 'megabytesPerSecond'],
  ['CPU s/1,000', 'cpuSecondsPerThousand'],
  ['start → first ms', 'firstMilliseconds'],
  ['start → last ms', 'lastMilliseconds'],
  ['subscribers busy %', 'subscribersPercent'],
  ['connections', 'connections'],
];

/** The table of a topic: the hub beside the bare loop. */
export function reportTopic(result: TopicResult, notes: readonly string[]): BenchReport {
  const { path, subscriptions, bodyBytes, ours, peer, others, failures } = result;
  const senders = [
    { label: 'Testimony', fanOuts: ours },
    { label: 'bare undici', fanOuts: peer },
    ...others,
  ];
  const kilobytes = Math.round(bodyBytes / 1000).toLocaleString('en');
  const size = bodyBytes === 0 ? '' : ` (${kilobytes} kB)`;
  return {
    title: `${path}${size} to ${subscriptions.toLocaleString('en')} subscribers over TLS`,
    columns: ['medians', 'rounds', ...COLUMNS.map(([title]) => title)],
    rows: senders.map(({ label, fanOuts }) => [
      label,
      fanOuts.length,
      ...COLUMNS.map(([, figure]) => medianOf(figure, fanOuts)),
    ]),
    ratios: listRatios(ours, peer),
    notes: [...failures, ...NOTES, ...notes],
  };
}

/** What the design aims at. */
export function listRatios(ours: readonly FanOut[], peer: readonly FanOut[]): Ratio[] {
  return [
    {
      what: 'deliveries a second, ours / bare undici',
      value: compare('deliveriesPerSecond', ours, peer),
      aim: { atLeast: LEAST_SHARE },
    },
  ];
}

const NOTES = [
  `Subscribers are one HTTPS server in a process of its own, at 127.0.0.1, that reads each body, answers 204 and checks that each callback got one body of the right length (every 50th body is hashed). Both senders have ${CONCURRENCY} requests in flight on as many connections, which each round makes anew.`,
  'Ours is the service with its hub on SQLite: from before the save of an edit of one review. The bare loop is undici with an Agent in a process of its own, which is given the same body and headers and posts them without any record of it; what it sends starts when it is told to. They take turns; ratios are medians of those of the rounds. Rates run from the first POST to the last.',
  "Processor time is the whole sender's from its start to the last delivery, so ours has the release in it that is made of the edit, and the home page that is rendered after it. No other page is asked for.",
];
