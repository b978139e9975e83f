import type { Clock } from './clock.ts';
import type { HubLog } from './hub-parts.ts';
import { StoreUnavailableError } from './store/hub-store.ts';

/** A store that stays away is told of again after this. */
const REPEAT_MS = 60_000;
/**
 * After a fault of the store nobody takes over what another sidecar has claimed for so long: it
 * could not record what it has done either, and needs a moment to.
 */
const CAUTION_MS = 15_000;

/** Tells of faults of the store, not of each one, and when work of others may be taken over. */
export class StoreFaults {
  readonly #clock: Clock;
  readonly #log: HubLog;
  #lastAt = Number.NEGATIVE_INFINITY;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, log: HubLog) {
    this.#clock = clock;
    this.#log = log;
  }

  readonly tell = (error: unknown): void => {
    const now = this.#clock.now();
    const cause = error instanceof Error ? error : new Error(String(error));
    if (!(error instanceof StoreUnavailableError)) {
      this.#log('error', `the hub failed: ${cause.message}`, { stack: cause.stack });
      return;
    }
    this.#lastAt = now;
    if (now - this.#toldAt < REPEAT_MS) return;
    this.#toldAt = now;
    this.#log('error', `${cause.message} Nothing is lost: the hub goes on when it is back.`);
  };

  readonly mayTakeOver = (): boolean => this.#clock.now() - this.#lastAt >= CAUTION_MS;
}
