import { setImmediate as settle } from 'node:timers/promises';
import type { Clock } from '../../sidecar/hub/clock.ts';
import { Supervisor } from '../../sidecar/supervisor.ts';

type Timer = { readonly at: number; readonly call: () => void };

/** The rounds of the event loop within which all work that a timer starts has ended. */
const ROUNDS = 20;

/** A clock that stands still until it is moved. */
export class ManualClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();

  constructor(start = Date.parse('2026-11-20T08:00:00Z')) {
    this.#now = start;
  }

  readonly now = (): number => this.#now;

  readonly after = (ms: number, call: () => void): (() => void) => {
    const timer = { at: this.#now + Math.max(0, ms), call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  /** The number of timers that wait. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Moves on and calls timers in order. The work that one starts ends before the next is called. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.#goOn();
    for (;;) {
      const [next] = [...this.#timers]
        .filter(({ at }) => at <= end)
        .toSorted((one, other) => one.at - other.at);
      if (!next) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.call();
      await this.#goOn();
    }
    this.#now = end;
    await this.#goOn();
  }

  /** Moves on as if the machine had slept: timers that were due meanwhile are called once, at the end. */
  async skip(ms: number): Promise<void> {
    this.#now += ms;
    await this.advance(0);
  }

  async #goOn(): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) await settle();
  }
}

/** A supervisor that waits until a test moves its clock, and the lines that it logs. */
export function createSupervised(clock = new ManualClock()) {
  const lines: { readonly line: string; readonly cause: unknown }[] = [];
  const log = ({ cause }: Readonly<Record<string, unknown>>, line: string) => {
    lines.push({ line, cause });
  };
  const supervisor = new Supervisor({
    log: { error: log, info: log },
    now: clock.now,
    after: clock.after,
  });
  return { supervisor, clock, lines };
}
