import { setImmediate as settle } from 'node:timers/promises';
import type { Clock } from '../../sidecar/hub/clock.ts';
import { Supervisor } from '../../sidecar/supervisor.ts';

type Timer = { readonly at: number; readonly call: () => void };

/** Work that is started by a timer, and what that starts, ends within this number of rounds of the loop. */
const ROUNDS = 20;

/** A clock that stands still until it is moved. */
export class ManualClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();
  readonly #awaited = new Set<Promise<unknown>>();

  constructor(start = Date.parse('2026-11-20T08:00:00Z')) {
    this.#now = start;
  }

  readonly now = (): number => this.#now;

  readonly after = (ms: number, call: () => void): (() => void) => {
    const timer = { at: this.#now + Math.max(0, ms), call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  /** Time stands still until this ends, such as an answer from another process. */
  readonly holdFor = <Value>(work: Promise<Value>): Promise<Value> => {
    const held = work.finally(() => this.#awaited.delete(held));
    this.#awaited.add(held);
    return held;
  };

  /** How many timers wait. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Moves on, calling timers in their order; between two of them what they started goes on. */
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

  /** Moves on as over the sleep of a machine: what was due meanwhile is called once, at its end. */
  async skip(ms: number): Promise<void> {
    this.#now += ms;
    await this.advance(0);
  }

  async #goOn(): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) {
      await settle();
      if (this.#awaited.size === 0) continue;
      await Promise.allSettled(this.#awaited);
      round = 0;
    }
  }
}

/** A supervisor that waits until a test moves its clock, and what it has said. */
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
