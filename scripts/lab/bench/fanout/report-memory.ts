import type { BenchReport } from '../bench-report.ts';

/** The most memory that the senders held, all fan-outs to so many subscribers together. */
export type Peak = {
  readonly subscriptions: number;
  readonly bodyBytes: number;
  /** Rounds that were measured in it. */
  readonly rounds: number;
  readonly megabytes: number | null;
  readonly peerMegabytes: number | null;
};

/** What a larger number of subscribers may add, in place of a body for each. */
const MOST_GROWTH = 1.5;

/** The table of memory by number of subscribers, whose growth is bounded. */
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
              value: growth(least, most),
              aim: { atMost: MOST_GROWTH },
            },
          ]
        : [],
    notes: [NOTE],
  };
}

function growth(least: Peak, most: Peak): number | null {
  if (least.megabytes === null || most.megabytes === null) return null;
  return most.megabytes / least.megabytes;
}

const NOTE = `The service's whole process (VmHWM), from its start on. A copy of the body for each subscriber would be the third column; the bodies in flight are as many at any number of subscribers. The bound of ${MOST_GROWTH} leaves room for the rows of the store, for what waits for its turn, and for garbage that a longer run lets grow before it is collected.`;
