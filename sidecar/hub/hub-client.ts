import type { HubStatusDocument } from '#artifacts/hub-status.ts';
import type { Acceptance, Pair } from './store/hub-store.ts';
import type { Intent } from './store/rows.ts';

/** The public status of the hub: no callbacks, no secrets. */
export type HubStatus = Pick<HubStatusDocument, 'topics' | 'queue'>;

/** The hub as the HTTP side uses it. */
export type HubClient = {
  /** True if requests can be stored: the store is open and has no fault. */
  readonly isReady: boolean;
  /** Stores a request of a client. Rejects with a HubUnavailableError if it cannot do so now. */
  accept(intent: Intent, client: string): Promise<Acceptance>;
  /** Rejects with a HubUnavailableError if the hub cannot answer now. */
  status(): Promise<HubStatus>;
  /**
   * Resolves to the state of one topic and callback; empty if they are unknown, which takes as
   * long. Undefined if the host of the callback was asked about too often. Rejects as status does.
   */
  inspect(pair: PairName): Promise<PairState | undefined>;
};

/** A canonical topic URL, and a callback with its host, as an Intent has them. */
export type PairName = Pick<Intent, 'topic' | 'callback' | 'host'>;

/** The full state of a pair, by the hub's clock. */
export type PairState = Pair & { readonly now: number };

/** Thrown if the hub cannot answer now; clients may retry soon. */
export class HubUnavailableError extends Error {
  override readonly name = 'HubUnavailableError';
}
