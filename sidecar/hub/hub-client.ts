import type { HubStatusDocument } from '#artifacts/hub-status.ts';
import type { Acceptance, Pair } from './store/hub-store.ts';
import type { Intent } from './store/rows.ts';

/** The public status of the hub: no callbacks, no secrets. */
export type HubStatus = Pick<HubStatusDocument, 'topics' | 'queue'>;

/** The hub as the HTTP side uses it. */
export type HubClient = {
  /** Whether requests can be stored: the store is open, and has no fault. */
  readonly isReady: boolean;
  /**
   * Stores a request of a client (as Clients names them), then resolves. Rejects with a
   * HubUnavailableError where it cannot now.
   */
  accept(intent: Intent, client: string): Promise<Acceptance>;
  /** Rejects with a HubUnavailableError where the hub cannot answer now. */
  status(): Promise<HubStatus>;
  /**
   * What is known of one topic and callback; nothing where they are unknown, which takes as long.
   * Undefined where the host of the callback was asked about too often. Rejects as status does.
   */
  inspect(pair: PairName): Promise<PairState | undefined>;
};

/** A canonical topic URL, and a callback with its host, as an Intent has them. */
export type PairName = Pick<Intent, 'topic' | 'callback' | 'host'>;

/** All that is known of a pair, by the hub's clock. */
export type PairState = Pair & { readonly now: number };

/** Thrown where the hub cannot answer now; it may be asked again soon. */
export class HubUnavailableError extends Error {
  override readonly name = 'HubUnavailableError';
}
