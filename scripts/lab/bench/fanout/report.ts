import { spent } from '../process/usage.ts';
import type { BenchReport, Ratio } from '../report.ts';
import { combine, compareRounds, medianOf } from '../statistics.ts';
import { CONCURRENCY } from './hub.ts';
import type { Arrivals } from './tally.ts';

type SenderResult = { readonly label: string; readonly fanOuts: readonly FanOut[] };

export type TopicResult = {
  readonly path: string;
  readonly subscriptions: number;
  readonly bodyBytes: number;
  readonly ours: readonly FanOut[];
  readonly peer: readonly FanOut[];
  readonly others: readonly SenderResult[];
  readonly failures: readonly string[];
};

const LEAST_SHARE = 0.8;
const COLUMNS: readonly (readonly [title: string, figure: keyof FanOut])[] = [
  ['deliveries/s', 'deliveriesPerSecond'],
  ['MB/s', 'megabytesPerSecond'],
  ['CPU s/1,000', 'cpuSecondsPerThousand'],
  ['start → first ms', 'firstMilliseconds'],
  ['start → last ms', 'lastMilliseconds'],
  ['subscribers busy %', 'subscribersPercent'],
  ['connections', 'connections'],
];

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
      ...COLUMNS.map(([, figure]) => medianOf(fanOuts.map((one) => one[figure]))),
    ]),
    ratios: listRatios(ours, peer),
    notes: [...failures, ...NOTES, ...notes],
  };
}

export function listRatios(ours: readonly FanOut[], peer: readonly FanOut[]): Ratio[] {
  return [
    {
      what: 'deliveries a second, ours / bare undici',
      value: compareRounds('deliveriesPerSecond', ours, peer),
      aim: { atLeast: LEAST_SHARE },
    },
  ];
}

const NOTES = [
  `Subscribers are one HTTPS server in a process of its own, at 127.0.0.1, that reads each body, answers 204 and checks that each callback got one body of the right length (every 50th body is hashed). Both senders have ${CONCURRENCY} requests in flight on as many connections, which each round makes anew.`,
  'Ours is the service with its hub on SQLite: from before the save of an edit of one review. The bare loop is undici with an Agent in a process of its own, which is given the same body and headers and posts them without any record of it; what it sends starts when it is told to. They take turns; ratios are medians of those of the rounds. Rates run from the first POST to the last.',
  "Processor time is the whole sender's from its start to the last delivery, so ours has the release in it that is made of the edit, and the home page that is rendered after it. No other page is asked for.",
];

export type Peak = {
  readonly subscriptions: number;
  readonly bodyBytes: number;
  readonly rounds: number;
  readonly megabytes: number | null;
  readonly peerMegabytes: number | null;
};

/** What a larger number of subscribers may add, in place of a body for each. */
const MOST_GROWTH = 1.5;

export function reportMemory(peaks: readonly Peak[], path: string): BenchReport {
  const sorted = peaks.toSorted((a, b) => a.subscriptions - b.subscriptions);
  const [least, most] = [sorted[0], sorted.at(-1)];
  return {
    title: `Peak memory while ${path} goes out`,
    columns: ['subscribers', 'rounds', 'GB each', 'Testimony MB', 'bare undici MB'],
    rows: sorted.map(({ subscriptions, bodyBytes, rounds, megabytes, peerMegabytes }) => [
      subscriptions.toLocaleString('en'),
      rounds,
      (subscriptions * bodyBytes) / 1e9,
      megabytes,
      peerMegabytes,
    ]),
    ratios:
      least && most && least !== most
        ? [
            {
              what: `peak at ${most.subscriptions.toLocaleString('en')} / at ${least.subscriptions.toLocaleString('en')} subscribers`,
              value: combine(most.megabytes, least.megabytes, (of, by) => of / by),
              aim: { atMost: MOST_GROWTH },
            },
          ]
        : [],
    notes: [NOTE],
  };
}

const NOTE = `The service's whole process (VmHWM), from its start on. A copy of the body for each subscriber would be the third column; the bodies in flight are as many at any number of subscribers. The bound of ${MOST_GROWTH} leaves room for the rows of the store, for what waits for its turn, and for garbage that a longer run lets grow before it is collected.`;

export type FanOut = {
  readonly deliveriesPerSecond: number;
  readonly megabytesPerSecond: number;
  readonly cpuSecondsPerThousand: number | null;
  /** From the save, or the order to the peer, until the first POST came and the last body ended. */
  readonly firstMilliseconds: number;
  readonly lastMilliseconds: number;
  readonly subscribersPercent: number | null;
  readonly connections: number;
};

type CpuSeconds = { readonly sender: number | null; readonly subscribers: number | null };

/** Reckons the figures of a fan-out that began at a time. Rates run from the first to the last. */
export function reckonFanOut(
  arrivals: Arrivals,
  startedAt: number,
  before: CpuSeconds,
  after: CpuSeconds,
): FanOut {
  const { total, firstAt, lastAt, lengths, connections } = arrivals;
  if (firstAt === null || lastAt === null) throw new Error('nothing was delivered');
  const seconds = (lastAt - firstAt) / 1000;
  const sender = spent(before.sender, after.sender);
  const subscribers = spent(before.subscribers, after.subscribers);
  return {
    deliveriesPerSecond: total / seconds,
    megabytesPerSecond: (total * (lengths[0] ?? 0)) / seconds / 1e6,
    cpuSecondsPerThousand: sender === null ? null : (sender * 1000) / total,
    firstMilliseconds: firstAt - startedAt,
    lastMilliseconds: lastAt - startedAt,
    subscribersPercent: subscribers === null ? null : (subscribers / seconds) * 100,
    connections,
  };
}
