import type { Clock } from '../clock.ts';
import type { HubSettings } from '../hub-settings.ts';
import type { ClaimRequest, HubStore, Outcome, Settlement } from '../store/hub-store.ts';
import type { StoreFaults } from './store-faults.ts';
import { WorkLoop } from './work-loop.ts';

/** The time until work continues without its slot: silent hosts delay no other. */
const PATIENCE_MS = 500;
/** Outcomes within this time are written together, and new work is claimed after it. */
const GATHER_MS = 20;
/** A claim outlasts its work by this: to wait for answers of others, and to write the outcome. */
const LEEWAY_MS = 20_000;
/** The time until the store is polled again if due work has to wait for a host or its content. */
const BLOCKED_MS = 1_000;

/** The longest waits before a store is polled again: our own, and a shared one. */
const OWN_POLL_MS = 60_000;
const SHARED_POLL_MS = 2_000;

/** A claimed row, as far as a queue has to know it. */
type Work = Settlement['row'] & { readonly host: string };

type Deps<Row extends Work> = {
  readonly state: Row['state'];
  readonly store: Pick<HubStore, 'settle' | 'nextAt' | 'isExclusive'>;
  readonly clock: Clock;
  readonly faults: Pick<StoreFaults, 'fail' | 'succeed'>;
  readonly settings: Pick<HubSettings, 'concurrency' | 'concurrencyPerHost' | 'timeout'>;
  /** Maximum work in flight, with or without a slot. */
  readonly maxInFlight: number;
  readonly claim: (request: ClaimRequest) => Promise<readonly Row[]>;
  /** Does the due work of a row. */
  readonly work: (row: Row) => Promise<Outcome>;
  /** Called when an outcome is on disk and has counted. */
  readonly onSettled: (row: Row, outcome: Outcome) => void;
};

/**
 * From due rows to their outcomes: the store is the queue, and this works on it. Rows are claimed
 * for free slots and begin at once; a host has a share of the work in flight. If the store is out
 * of reach, outcomes are kept, and nothing is claimed until they are written.
 */
export class Queue<Row extends Work> {
  readonly #deps: Deps<Row>;
  readonly #loop: WorkLoop;
  readonly #running = new Map<Row, Promise<void>>();
  /** The rows with a slot. */
  readonly #withSlot = new Set<Row>();
  readonly #inFlight = new Map<string, number>();
  readonly #outcomes: { readonly row: Row; readonly outcome: Outcome }[] = [];

  constructor(deps: Deps<Row>) {
    this.#deps = deps;
    const { clock, faults } = deps;
    this.#loop = new WorkLoop({ clock, faults, step: () => this.#step() });
  }

  /** Something may be due. */
  readonly wake = (): void => this.#loop.wake();

  /** Begins nothing more. Resolves when all work in flight is over and recorded. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.all(this.#running.values());
    await this.#settle();
  }

  /** Resolves to the milliseconds until something is due. */
  async #step(): Promise<number | undefined> {
    const { clock, claim, maxInFlight, settings, state, store } = this.#deps;
    const pollMs = store.isExclusive ? OWN_POLL_MS : SHARED_POLL_MS;
    await this.#settle();
    const free = settings.concurrency - this.#withSlot.size;
    const limit = Math.min(free, maxInFlight - this.#running.size);
    // A freed slot wakes the loop.
    if (limit <= 0) return pollMs;
    const now = clock.now();
    const until = now + settings.timeout * 1000 + LEEWAY_MS;
    const perHost = settings.concurrencyPerHost;
    const request = { now, until, limit, perHost, inFlight: this.#inFlight };
    const rows = await claim(request);
    for (const row of rows) this.#start(row);
    if (rows.length === limit) return pollMs;
    const next = await store.nextAt(state, now);
    const ms = next === undefined ? pollMs : next <= now ? BLOCKED_MS : next - clock.now();
    return Math.min(Math.max(ms, GATHER_MS), pollMs);
  }

  #start(row: Row): void {
    const { clock, work } = this.#deps;
    this.#withSlot.add(row);
    this.#count(row.host, 1);
    const cancel = clock.after(PATIENCE_MS, () => {
      this.#withSlot.delete(row);
      this.#loop.wake();
    });
    const run = work(row)
      .then((outcome) => void this.#outcomes.push({ row, outcome }))
      .catch((error: unknown) => this.#loop.fail(error))
      .finally(() => {
        cancel();
        this.#withSlot.delete(row);
        this.#running.delete(row);
        this.#count(row.host, -1);
        this.#loop.wake(GATHER_MS);
      });
    this.#running.set(row, run);
  }

  #count(host: string, change: number): void {
    const count = (this.#inFlight.get(host) ?? 0) + change;
    if (count > 0) this.#inFlight.set(host, count);
    else this.#inFlight.delete(host);
  }

  async #settle(): Promise<void> {
    const settled = [...this.#outcomes];
    if (settled.length === 0) return;
    const counted = await this.#deps.store.settle(settled);
    this.#outcomes.splice(0, settled.length);
    for (const [index, { row, outcome }] of settled.entries()) {
      if (counted[index]) this.#deps.onSettled(row, outcome);
    }
  }
}
