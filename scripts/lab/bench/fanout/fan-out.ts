import { median } from '../statistics.ts';
import type { Arrivals } from './tally.ts';

/** What one fan-out came to. What the system does not tell is null. */
export type FanOut = {
  readonly deliveriesPerSecond: number;
  readonly megabytesPerSecond: number;
  /** Of the whole process that sends. */
  readonly cpuSecondsPerThousand: number | null;
  /** From the save, or the order to the peer, until the first POST came and the last body ended. */
  readonly firstMilliseconds: number;
  readonly lastMilliseconds: number;
  /** The share of one processor that the subscribers took meanwhile. */
  readonly subscribersPercent: number | null;
  readonly connections: number;
};

export type Figure = keyof FanOut;

/** Processor seconds of the sender and of the subscribers, before and after. */
export type CpuSeconds = { readonly sender: number | null; readonly subscribers: number | null };

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
  const sender = difference(before.sender, after.sender);
  const subscribers = difference(before.subscribers, after.subscribers);
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

/** The median of a figure; null where it was not measured in every round. */
export function medianOf(figure: Figure, fanOuts: readonly FanOut[]): number | null {
  const values = fanOuts.map((one) => one[figure]).filter((value) => value !== null);
  return values.length > 0 && values.length === fanOuts.length ? median(values) : null;
}

/** The median of the rounds' own ratios, ours / theirs; null where a round of either is missing. */
export function compare(
  figure: Figure,
  ours: readonly FanOut[],
  theirs: readonly FanOut[],
): number | null {
  if (ours.length === 0 || ours.length !== theirs.length) return null;
  const ratios = ours.flatMap((one, round) => {
    const [our, their] = [one[figure], theirs[round]?.[figure] ?? null];
    return our === null || their === null ? [] : [our / their];
  });
  return ratios.length === ours.length ? median(ratios) : null;
}

function difference(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before;
}
