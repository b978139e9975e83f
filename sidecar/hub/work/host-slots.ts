import { HostQueues } from './host-queues.ts';

type Deps<Work> = {
  /** Does a piece of work. */
  readonly run: (work: Work) => Promise<void>;
  /** Called with what it rejects with. */
  readonly fail: (error: unknown) => void;
  /** Called when a piece is over, and what waited for its slot has begun. */
  readonly onEnded: () => void;
};

/** Does work as it comes, by host in turn: what ends makes room for what waits. */
export class HostSlots<Work extends { readonly host: string }> {
  readonly #deps: Deps<Work>;
  readonly #queues: HostQueues<Work>;
  readonly #inFlight = new Set<Promise<void>>();
  #isStopping = false;

  constructor(perHost: number, deps: Deps<Work>) {
    this.#queues = new HostQueues(perHost);
    this.#deps = deps;
  }

  /** How much is in flight. */
  get size(): number {
    return this.#inFlight.size;
  }

  /** Whether nothing begins any more. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Hosts with at least this much waiting and in flight. */
  hostsWith(least: number): string[] {
    return this.#queues.hostsWith(least);
  }

  add(some: readonly Work[]): void {
    for (const work of some) this.#queues.add(work);
    this.#fill();
  }

  /** Begins nothing more. Resolves, once nothing is added and what is in flight is over, to what waits. */
  async stop(nothingIsAdded: Promise<void>): Promise<Work[]> {
    this.#isStopping = true;
    await nothingIsAdded;
    await Promise.all(this.#inFlight);
    return this.#queues.drop(() => true);
  }

  #fill(): void {
    while (!this.#isStopping) {
      const work = this.#queues.take();
      if (!work) return;
      const run = this.#deps
        .run(work)
        .catch(this.#deps.fail)
        .finally(() => {
          this.#inFlight.delete(run);
          this.#queues.end(work.host);
          this.#fill();
          this.#deps.onEnded();
        });
      this.#inFlight.add(run);
    }
  }
}
