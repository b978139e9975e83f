import type { HubStore, Settlement } from '../store/hub-store.ts';
import { WorkLoop, type WorkLoopDeps } from './work-loop.ts';

const BATCH = 512;
/** Outcomes within this time are written together. */
const GATHER_MS = 50;

type Outcome<Work> = { readonly settlement: Settlement; readonly work: Work };

type Deps<Work> = Pick<WorkLoopDeps, 'clock' | 'faults'> & {
  readonly store: Pick<HubStore, 'settle'>;
  /** Called when an outcome is on disk, with whether it ended the subscription. */
  readonly onWritten: (settlement: Settlement, work: Work, hasEnded: boolean) => void;
};

/**
 * Writes what became of deliveries, many at a time. Where the store is out of reach outcomes are
 * kept and written when it is back; there are never more of them than deliveries were claimed.
 */
export class SettlementWriter<Work> {
  readonly #deps: Deps<Work>;
  readonly #loop: WorkLoop;
  readonly #waiting: Outcome<Work>[] = [];
  #isBehind = false;

  constructor(deps: Deps<Work>) {
    this.#deps = deps;
    const { clock, faults } = deps;
    this.#loop = new WorkLoop({ clock, faults, step: () => this.#write() });
  }

  /** True while outcomes could not be written: no more work should be claimed. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Writes the outcome of some work soon. */
  add(settlement: Settlement, work: Work): void {
    this.#waiting.push({ settlement, work });
    this.#loop.wake(this.#waiting.length >= BATCH ? 0 : GATHER_MS);
  }

  /** Begins to write what is there, so that it shares a commit with what else is stored now. */
  writeNow(): void {
    if (this.#waiting.length > 0) this.#loop.wake();
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
    for (const { settlement, work } of batch) {
      this.#deps.onWritten(settlement, work, endedIds.has(settlement.id));
    }
    return this.#waiting.length > 0 ? GATHER_MS : undefined;
  }
}
