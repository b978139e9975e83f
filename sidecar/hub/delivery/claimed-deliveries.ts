import { HostQueues } from '../host-queues.ts';
import type { HeldTopic, HubParts } from '../hub-parts.ts';
import type { Delivery } from '../store/hub-store.ts';

/** Work held per slot at first, and at most: more where the queue runs dry between two claims. */
const FIRST_PER_SLOT = 2;
const MAX_HELD = 1_024;
/** Of one host's work so many times what may be under way is held. */
const PER_HOST_SLOT = 4;
/** A delivery begins only while its claim lasts this much longer than it may take. */
const LEEWAY_MS = 7_000;

/** A delivery that is ours until a time, of the version that was at hand when it was claimed. */
export type ClaimedDelivery = Delivery & {
  readonly hash: string;
  readonly until: number;
};

type Parts = Pick<HubParts, 'settings' | 'store' | 'clock' | 'random'> & {
  /** Whether to take what another sidecar claimed and did not settle in time. */
  readonly mayTakeOver: () => boolean;
};

/**
 * The deliveries that are claimed from the store and wait for a slot, or have one: a bounded part
 * of the queue that the store is. Of those that failed before there are never more than half the
 * slots, so that hosts in trouble leave room for all others.
 */
export class ClaimedDeliveries {
  readonly #parts: Parts;
  readonly #queues: HostQueues<ClaimedDelivery>;
  #target: number;
  #failing = 0;
  #mayHaveMore = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { concurrency, concurrencyPerHost } = parts.settings;
    this.#queues = new HostQueues(concurrencyPerHost);
    this.#target = FIRST_PER_SLOT * concurrency;
  }

  /** True where the store may hold more that is due and there was no room for. */
  get mayHaveMore(): boolean {
    return this.#mayHaveMore;
  }

  /** True where so little waits that more should be claimed. */
  get isLow(): boolean {
    return this.#mayHaveMore && this.#queues.size <= this.#target / 2;
  }

  /** Claims what there is room for. Resolves to how much that was. */
  async claim(topics: readonly HeldTopic[]): Promise<number> {
    const before = this.#queues.size;
    if (before >= this.#target) return 0;
    const { concurrencyPerHost } = this.#parts.settings;
    const claimed = await this.#claim(topics, this.#target - before, {
      perHost: PER_HOST_SLOT * concurrencyPerHost,
    });
    if (before === 0 && this.#mayHaveMore) this.#grow();
    return claimed;
  }

  /** Claims a few deliveries to different hosts, to see whether any can be reached. */
  async claimProbes(topics: readonly HeldTopic[], count: number): Promise<number> {
    return await this.#claim(topics, count, { perHost: 1 });
  }

  /** The next delivery whose host has room; `end` must be called when its slot is free again. */
  take(): ClaimedDelivery | undefined {
    return this.#queues.take();
  }

  end(delivery: ClaimedDelivery): void {
    this.#queues.end(delivery.host);
    if (isFailing(delivery)) this.#failing--;
  }

  /** Takes out all that wait. */
  dropAll(): ClaimedDelivery[] {
    return this.#drop(() => true);
  }

  /** Takes out those that have waited so long that their claims would end during the delivery. */
  dropLate(): ClaimedDelivery[] {
    return this.#drop((delivery) => this.isLate(delivery));
  }

  isLate({ until }: ClaimedDelivery): boolean {
    const { clock, settings } = this.#parts;
    return until - clock.now() < settings.timeout * 1000 + LEEWAY_MS;
  }

  #drop(matches: (delivery: ClaimedDelivery) => boolean): ClaimedDelivery[] {
    const dropped = this.#queues.drop(matches);
    this.#failing -= dropped.filter(isFailing).length;
    return dropped;
  }

  async #claim(
    topics: readonly HeldTopic[],
    room: number,
    { perHost }: { readonly perHost: number },
  ): Promise<number> {
    const { concurrency } = this.#parts.settings;
    const half = Math.max(1, Math.floor(concurrency / 2));
    const failingRoom = Math.min(room, half - this.#failing);
    let claimed = 0;
    let isCut = false;
    const shuffled = this.#rotate(topics);
    for (const [index, topic] of shuffled.entries()) {
      const share = 1 / (shuffled.length - index);
      for (const failing of [false, true]) {
        const limit = Math.ceil((failing ? failingRoom : room - claimed) * share);
        if (limit <= 0) continue;
        const work = await this.#claimOf(topic, { failing, limit, perHost });
        claimed += work.length;
        isCut ||= work.length >= Math.min(limit, perHost);
      }
    }
    this.#mayHaveMore = isCut || this.#queues.hostsWith(perHost).length > 0;
    return claimed;
  }

  async #claimOf(
    { topic, hash }: HeldTopic,
    amount: { readonly failing: boolean; readonly limit: number; readonly perHost: number },
  ): Promise<Delivery[]> {
    const { settings, store, clock, mayTakeOver } = this.#parts;
    const now = clock.now();
    const until = now + 2 * (settings.timeout * 1000 + LEEWAY_MS);
    const busyHosts = this.#queues.hostsWith(amount.perHost);
    const work = await store.claimDeliveries({
      ...amount,
      topic,
      hash,
      now,
      until,
      busyHosts,
      takeOver: mayTakeOver(),
    });
    for (const delivery of work) {
      if (isFailing(delivery)) this.#failing++;
      this.#queues.add({ ...delivery, hash, until });
    }
    return work;
  }

  #grow(): void {
    const { concurrency } = this.#parts.settings;
    this.#target = Math.min(2 * this.#target, Math.max(MAX_HELD, FIRST_PER_SLOT * concurrency));
  }

  /** The topics in an order that favours none. */
  #rotate(topics: readonly HeldTopic[]): HeldTopic[] {
    const first = Math.floor(this.#parts.random() * topics.length);
    return [...topics.slice(first), ...topics.slice(0, first)];
  }
}

function isFailing({ attempts, failures }: Delivery): boolean {
  return attempts > 0 || failures > 0;
}
