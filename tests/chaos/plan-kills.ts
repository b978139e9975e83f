import { createRandom } from '../../scripts/generate/random.ts';
import type { Stage } from '../../sidecar/publish/messages.ts';
import type { Kill } from './kill-and-recover.ts';

/** Kills at random moments; for ten of these, one more at each stage. The long run has 50. */
const RUNS = Number(process.env.CHAOS_RUNS ?? 3);
const RUNS_A_STAGE = 10;
/** A process takes about as long before it begins with a rebuild. */
const START_MS = 1_000;

/** What the random moments follow from; a run tells it, so that it can be repeated. */
export const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);

type Rebuild = {
  /** How long one takes, from the edit on. */
  readonly ms: number;
  /** The stages at which it is killed. */
  readonly stages: readonly Stage[];
  /** The part of the random kills that are its. */
  readonly part: number;
};

/** Kills of a rebuild at each of its stages, and at random moments. */
export function planKills({ ms, stages, part }: Rebuild): Kill[] {
  const random = createRandom(SEED);
  const times = Math.ceil(RUNS / RUNS_A_STAGE);
  const atStages = Array.from({ length: times }, (_, run) =>
    // While it runs and while it starts in turn.
    stages.map((at, index) => ({ at, isStarting: (run + index) % 2 === 1 })),
  );
  const atRandom = Array.from({ length: Math.ceil(RUNS * part) }, (_, index) => {
    const isStarting = index % 2 === 0;
    return { at: random.integer(0, isStarting ? ms + START_MS : ms), isStarting };
  });
  return [...atStages.flat(), ...atRandom];
}
