import type { Acceptance, Pair, QueueCounts } from './store/hub-store.ts';
import type { Intent } from './store/rows.ts';

/** The public status of the hub: no callbacks, no secrets. */
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
    /** Active subscriptions that lack the newest content, and those of them that have failed. */
    readonly undelivered: number;
    readonly failing: number;
  }[];
  readonly queue: QueueCounts;
};

/** The hub as the HTTP side uses it. */
export type HubClient = {
  /** Whether requests are taken: the store is open. */
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

/** From this many subscriptions on counting takes a while, and the answer is kept for some time. */
const MANY_SUBSCRIPTIONS = 10_000;
const STATUS_MS = 2_000;

/** The hub's status: concurrent callers share an answer. */
export class SharedStatus {
  #status: Promise<HubStatus> | undefined;
  #until = 0;

  get(ask: () => Promise<HubStatus>): Promise<HubStatus> {
    if (this.#status && performance.now() < this.#until) return this.#status;
    this.#until = Number.POSITIVE_INFINITY;
    const asked = ask();
    this.#status = asked;
    const keep = (ms: number) => {
      this.#until = performance.now() + ms;
    };
    asked.then(
      ({ topics }) => {
        const active = topics.reduce((sum, { subscriptions }) => sum + subscriptions.active, 0);
        keep(active < MANY_SUBSCRIPTIONS ? 0 : STATUS_MS);
      },
      () => keep(0),
    );
    return asked;
  }
}
