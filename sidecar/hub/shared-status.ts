import type { HubStatus } from './hub-door.ts';

/** Counting so many subscriptions takes a while; the answer is good for some time then. */
const MANY_SUBSCRIPTIONS = 10_000;
const STATUS_MS = 2_000;

/** The hub's status: whoever asks at the same time shares an answer. */
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
      (status) => keep(countAll(status) < MANY_SUBSCRIPTIONS ? 0 : STATUS_MS),
      () => keep(0),
    );
    return asked;
  }
}

function countAll({ topics }: HubStatus): number {
  return topics.reduce((sum, { subscriptions }) => sum + subscriptions.active, 0);
}
