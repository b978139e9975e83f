import { createRandom } from '../../scripts/generate/random.ts';
import { HUB_STAGES, type HubStage } from '../../sidecar/hub/hub-parts.ts';

/** Kills at random moments, on both stores together. The long run has 200. */
const RUNS = Number(process.env.HUB_CHAOS_RUNS ?? 3);
/** For so many of them each stage has its turn. */
const RUNS_A_STAGE = 50;

export type HubAction = 'subscribe' | 'unsubscribe' | 'edit' | 'start';

/** How a hub is killed: at a stage of what is done, or so many milliseconds after its beginning. */
export type HubKill = { readonly action: HubAction; readonly at: HubStage | number };

const REQUEST_STAGES = HUB_STAGES.slice(0, 4);
const CHANGE_STAGES = HUB_STAGES.slice(4);
/** About as long as each action takes. */
const MOST_MS: Readonly<Record<HubAction, number>> = {
  subscribe: 80,
  unsubscribe: 60,
  edit: 450,
  start: 1_000,
};
/** Most of the time is spent with changes. */
const ACTIONS = ['edit', 'subscribe', 'edit', 'unsubscribe', 'edit', 'start'] as const;

/** A kill at each stage; in the long run some, and at those of a request to unsubscribe as well. */
export function planStageKills(): HubKill[] {
  const times = Math.floor(RUNS / RUNS_A_STAGE);
  const endings = REQUEST_STAGES.map((at) => ({ action: 'unsubscribe' as const, at }));
  const once: HubKill[] = [
    ...REQUEST_STAGES.map((at) => ({ action: 'subscribe' as const, at })),
    ...CHANGE_STAGES.map((at) => ({ action: 'edit' as const, at })),
    ...(times > 0 ? endings : []),
  ];
  return Array.from({ length: Math.max(1, times) }, () => once).flat();
}

/** One of the two stores' kills at random moments. */
export function planRandomKills(seed: number): HubKill[] {
  const random = createRandom(seed);
  return Array.from({ length: Math.ceil(RUNS / 2) }, (_, index) => {
    const action = ACTIONS[index % ACTIONS.length] ?? 'edit';
    return { action, at: random.integer(0, MOST_MS[action]) };
  });
}
