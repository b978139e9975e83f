import { createRandom } from '../../scripts/generate/random.ts';
import type { Stage } from '../../sidecar/rebuild/messages.ts';
import type { Kill } from './kill-and-recover.ts';

/** In the long run any moment is hit so often; the short run, with 0, is over in half a minute. */
const RUNS = Number(process.env.CHAOS_RUNS ?? 0);
/** And each stage by so many kills for each ten of these. */
const RUNS_A_STAGE = 10;
const RANDOM_KILLS = 3;

/** What the random moments follow from; a run tells it, so that it can be repeated. */
export const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);

/** Kills at each of some stages, and at random moments of a rebuild that takes so long. */
export function planKills(stages: readonly Stage[], rebuildMs: number): Kill[] {
  const random = createRandom(SEED);
  const times = RUNS > 0 ? Math.ceil(RUNS / RUNS_A_STAGE) : 1;
  const atStages = Array.from({ length: times }, (_, run) =>
    // While it runs and while it starts in turn.
    stages.map((at, index) => ({ at, isStarting: (run + index) % 2 === 1 })),
  );
  const atRandom = Array.from({ length: RUNS || RANDOM_KILLS }, (_, index) => {
    return { at: random.integer(0, rebuildMs), isStarting: index % 2 === 0 };
  });
  return [...atStages.flat(), ...atRandom];
}
