import type { Fault } from '../callback/fault.ts';
import type { HubContext } from '../hub-context.ts';
import type { Refusal } from '../store/hub-store.ts';

const MINUTE_MS = 60_000;
/** Failed attempts that have a line each, in a minute; the others are counted. */
const MAX_LINES = 20;

type Deps = Pick<HubContext, 'store' | 'clock' | 'log'>;

/**
 * What operators read of failures and refusals: a line for each failed attempt until there are many,
 * then counts; and once a minute a line with what was refused, which is also stored.
 */
export class FailureLog {
  readonly #deps: Deps;
  #lines = 0;
  readonly #failures = new Map<string, number>();
  readonly #refusals = new Map<Refusal, number>();
  #isWaiting = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** An attempt failed. */
  fail(message: string, fault: Fault, fields: Readonly<Record<string, unknown>>): void {
    this.#wait();
    const { kind, status, code } = fault;
    if (this.#lines < MAX_LINES) {
      this.#lines++;
      const why = { fault: kind, ...(status && { status }), ...(code && { code }) };
      this.#deps.log('info', `${message}: ${fault.message}`, { ...fields, ...why });
      return;
    }
    count(this.#failures, status === undefined ? (code ?? kind) : `status ${status}`);
  }

  /** A request was refused or given up. */
  refuse(refusal: Refusal): void {
    this.#wait();
    count(this.#refusals, refusal);
  }

  /** Writes what is there. */
  async flush(): Promise<void> {
    const { store, clock, log } = this.#deps;
    this.#lines = 0;
    if (this.#failures.size > 0) {
      const counts = Object.fromEntries(this.#failures);
      const sum = sumOf(this.#failures);
      log('info', `${sum} more attempts failed within a minute`, { faults: counts });
      this.#failures.clear();
    }
    if (this.#refusals.size === 0) return;
    const refused = new Map(this.#refusals);
    this.#refusals.clear();
    log(
      'warn',
      `${sumOf(refused)} requests to the hub were refused or given up within a minute: npm run hub -- status says how full it is`,
      { refused: Object.fromEntries(refused) },
    );
    await store.addRefusals(refused, clock.now()).catch(() => {
      // The counts are in the log; that the store is out of reach is reported by all else.
    });
  }

  #wait(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#deps.clock.after(MINUTE_MS, () => {
      this.#isWaiting = false;
      void this.flush();
    });
  }
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sumOf(counts: ReadonlyMap<unknown, number>): number {
  return counts.values().reduce((sum, one) => sum + one, 0);
}
