import type { Random } from '../../scripts/generate/random.ts';
import type { Call } from '../support/call-faults.ts';

/** What the random moments follow from; a run tells it, so that it can be repeated. */
export const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);

/** How many calls a round picks, and which of how many rounds it is. */
type Round = { readonly count: number; readonly round: number; readonly rounds: number };

/** Some of the calls that were made: all rounds together pick of each kind, if they pick so many. */
export function pickCalls(
  trace: readonly Call[],
  { count, round, rounds }: Round,
  random: Random,
): Call[] {
  const kinds = Map.groupBy(trace, ({ when, thread, call }) => `${when} ${thread} ${call}`);
  const all = [...kinds.values()];
  return Array.from({ length: count }, (_, index) => {
    const part = (index * rounds + round) / (count * rounds);
    return random.pick(all[Math.floor(part * all.length)] ?? trace);
  });
}

/** A call in words, for the title of a test. */
export function describeCall({ when, thread, call, nth = 1 }: Call): string {
  return `${when} "${call}" (${nth}) of the thread ${thread}`;
}
