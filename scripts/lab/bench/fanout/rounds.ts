import { readCpuSeconds } from '../process/process-usage.ts';
import { checkArrivals } from './check-arrivals.ts';
import { type CpuSeconds, type FanOut, reckonFanOut } from './fan-out.ts';
import { machineTime } from './machine-time.ts';
import type { Subscribers } from './subscribers.ts';
import type { Arrivals } from './tally.ts';

/** Who sends to all subscribers when told so. */
export type Sender = {
  readonly pid: number;
  readonly start: () => Promise<unknown>;
  /** What it has sent. */
  readonly body: () => Promise<Buffer>;
};

/** One fan-out may take so long. */
const LONGEST_MILLISECONDS = 600_000;

/** Fan-outs one after the other, each to the same subscribers and checked. */
export class Rounds {
  readonly #subscribers: Subscribers;
  readonly #count: number;
  /** Deliveries of the last round, when it was complete. */
  #taken = 0;

  constructor(subscribers: Subscribers, count: number) {
    this.#subscribers = subscribers;
    this.#count = count;
  }

  /** Ends all connections, so that every round makes its own. Then a sender may start. */
  async prepare(): Promise<void> {
    const { total } = await this.#subscribers.expect(this.#count);
    if (total !== this.#taken) {
      throw new Error(`${total - this.#taken} deliveries came when all had theirs`);
    }
    this.#taken = 0;
  }

  /** Waits for the deliveries of whoever sends. */
  async wait(): Promise<Arrivals> {
    const arrivals = await this.#subscribers.wait(LONGEST_MILLISECONDS);
    this.#taken = arrivals.total;
    return arrivals;
  }

  async measure({ pid, start, body }: Sender): Promise<FanOut> {
    const before = this.#readCpu(pid);
    const startedAt = machineTime();
    const [arrivals] = await Promise.all([this.wait(), start()]);
    const after = this.#readCpu(pid);
    checkArrivals(arrivals, this.#count, await body());
    return reckonFanOut(arrivals, startedAt, before, after);
  }

  #readCpu(pid: number): CpuSeconds {
    return { sender: readCpuSeconds(pid), subscribers: this.#subscribers.cpuSeconds() };
  }
}
