import { HUB_PATH } from '#artifacts/catalog.ts';
import type { Pieces } from '#search/corpus/pieces.ts';
import description from '../../package.json' with { type: 'json' };
import type { CallbackClient } from './callback/callback-client.ts';
import type { Clock } from './clock.ts';
import type { HubSettings } from './hub-settings.ts';
import type { HubStore } from './store/hub-store.ts';
import type { StoreFaults } from './work/store-faults.ts';

export type HubLog = (
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

/** The context that all parts of the hub share. */
export type HubContext = {
  readonly settings: HubSettings;
  /** Maximum requests of one kind in flight: limitInFlight. */
  readonly maxInFlight: number;
  readonly hubUrl: string;
  readonly store: HubStore;
  readonly client: CallbackClient;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly createChallenge: () => string;
  readonly log: HubLog;
  /** Records failures of the store, and its next attempt. */
  readonly faults: StoreFaults;
};

/** A topic as a release has it: the content to deliver. */
export type HeldTopic = {
  readonly topic: string;
  readonly mediaType: string;
  /** SHA-256 of the body, hex. */
  readonly hash: string;
  readonly body: Pieces;
};

/** Returns the sender that requests to callbacks name: operators of subscribers look for it. */
export function createUserAgent(sidecarUrl: string): string {
  return `Testimony/${description.version} (+${sidecarUrl}${HUB_PATH})`;
}
