import type { Pieces } from '#search/pieces.ts';
import type { CallbackClient } from './callback/callback-client.ts';
import type { Clock } from './clock.ts';
import type { HubSettings } from './hub-settings.ts';
import type { HubStore } from './store/hub-store.ts';
import type { StoreFaults } from './store-faults.ts';

/** Moments in the life of a subscription; the tests that kill the hub name them. */
export const HUB_STAGES = [
  // A request is stored, and the subscriber not told yet.
  'accepted',
  // A request is claimed, and the callback not asked yet.
  'verifying',
  // The callback agreed, which is not recorded yet.
  'echoed',
  'confirmed',
  // A release came, whose changes are not recorded yet.
  'announcing',
  'announced',
  // A delivery is claimed and not under way yet.
  'claimed',
  'delivering',
  // The subscriber acknowledged, which is not recorded yet.
  'acknowledged',
  'settled',
] as const;
export type HubStage = (typeof HUB_STAGES)[number];

export type HubLog = (
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

/** What all parts of the hub work with. */
export type HubParts = {
  readonly settings: HubSettings;
  /** The public origin: topics and the hub lie below. */
  readonly baseUrl: string;
  readonly store: HubStore;
  readonly client: CallbackClient;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly createChallenge: () => string;
  readonly log: HubLog;
  /** Told of what failed, and says when it is tried again. */
  readonly faults: StoreFaults;
  /** Called as each stage is reached. */
  readonly reached: (stage: HubStage) => void;
};

/** A topic as a release holds it: what is delivered. */
export type HeldTopic = {
  readonly topic: string;
  readonly mediaType: string;
  /** SHA-256 of the body, hex. */
  readonly hash: string;
  readonly body: Pieces;
};
