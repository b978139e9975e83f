import type { HubContext } from '../hub-context.ts';
import type { Settlement } from '../store/hub-store.ts';
import { WorkLoop } from './work-loop.ts';

const BATCH = 512;
/** Outcomes within this time are written together. */
const GATHER_MS = 50;

/** Called when an outcome is on disk, with whether it ended the subscription. */
type Then = (hasEnded: boolean) => void;
type Outcome = { readonly settlement: Settlement; readonly then: Then };

type Deps = Pick<HubContext, 'store' | 'clock' | 'faults'>;

/**
 * Writes what became of deliveries, many at a time. Where the store is out of reach outcomes are
 * kept and written when it is back; there are never more of them than deliveries were claimed.
 */
export class SettlementWriter {
  readonly #deps: Deps;
  readonly #loop: WorkLoop;
  readonly #waiting: Outcome[] = [];
  #isBehind = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { clock, faults } = deps;
    this.#loop = new WorkLoop({ clock, faults, step: () => this.#write() });
  }

  /** True while outcomes could not be written: no more work should be claimed. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Writes an outcome soon; calls `then` when it is on disk. */
  add(settlement: Settlement, then: Then = () => {}): void {
    this.#waiting.push({ settlement, then });
    this.#loop.wake(this.#waiting.length >= BATCH ? 0 : GATHER_MS);
  }

  /** Writes what is there, and no more. Rejects where the store is out of reach. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    while (this.#waiting.length > 0) await this.#write();
  }

  async #write(): Promise<number | undefined> {
    const batch = this.#waiting.slice(0, BATCH);
    if (batch.length === 0) return undefined;
    let ended: readonly number[];
    try {
      ended = await this.#deps.store.settle(batch.map(({ settlement }) => settlement));
    } catch (error) {
      this.#isBehind = true;
      throw error;
    }
    this.#isBehind = false;
    this.#waiting.splice(0, batch.length);
    const endedIds = new Set(ended);
    for (const { settlement, then } of batch) then(endedIds.has(settlement.id));
    return this.#waiting.length > 0 ? GATHER_MS : undefined;
  }
}
