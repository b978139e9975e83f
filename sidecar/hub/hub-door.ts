import type { Acceptance, Intent } from './store/hub-store.ts';

/** What anybody may know of the hub: no callbacks, no secrets. */
export type HubStatus = {
  readonly topics: readonly {
    readonly topic: string;
    /** When the last change was announced, ISO 8601; null where none was. */
    readonly lastPublished: string | null;
    readonly subscriptions: {
      readonly active: number;
      readonly pendingVerification: number;
      readonly pendingRemoval: number;
      /** Leases that ended within the last day. */
      readonly expired: number;
    };
    /** Active subscriptions that lack the newest content. */
    readonly undelivered: number;
  }[];
  /** True while no subscriber can be reached: only some are tried, and nobody is blamed. */
  readonly isPaused: boolean;
};

/** The hub as the HTTP side knows it. */
export type HubDoor = {
  /** Whether requests are taken: the store is open. */
  readonly isReady: boolean;
  /**
   * Stores a request before it resolves. Rejects with a HubUnavailableError where it cannot be
   * stored now.
   */
  accept(intent: Intent): Promise<Acceptance>;
  /** Rejects with a HubUnavailableError where nobody knows now. */
  status(): Promise<HubStatus>;
};

/** Thrown where the hub cannot answer now; it may be asked again soon. */
export class HubUnavailableError extends Error {
  override readonly name = 'HubUnavailableError';
}
