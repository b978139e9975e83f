import { createRandom } from '../../scripts/generate/random.ts';
import type { Stage } from '../../sidecar/rebuild/messages.ts';
import type { Kill } from './kill-and-recover.ts';

/** In the long run any moment is hit so often; the short run, with 0, is over in half a minute. */
const RUNS = Number(process.env.CHAOS_RUNS ?? 0);
/** And each stage by so many kills for each ten of these. */
const RUNS_A_STAGE = 10;

/** What the random moments follow from; a run tells it, so that it can be repeated. */
export const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);

type Rebuild = {
  /** How long one takes, from the edit to its pages. */
  readonly ms: number;
  /** The stages at which to kill it. */
  readonly stages: readonly Stage[];
  /** How many random moments the short run has. */
  readonly moments: number;
};

/** Kills of a rebuild at each of its stages, and at random moments. */
export function planKills({ ms, stages, moments }: Rebuild): Kill[] {
  const random = createRandom(SEED);
  const times = RUNS > 0 ? Math.ceil(RUNS / RUNS_A_STAGE) : 1;
  const atStages = Array.from({ length: times }, (_, run) =>
    // While it runs and while it starts in turn.
    stages.map((at, index) => ({ at, isStarting: (run + index) % 2 === 1 })),
  );
  const atRandom = Array.from({ length: RUNS || moments }, (_, index) => {
    return { at: random.integer(0, ms), isStarting: index % 2 === 0 };
  });
  return [...atStages.flat(), ...atRandom];
}
