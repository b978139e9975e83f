import type { Clock } from '../clock.ts';
import type { HeldTopic } from '../hub-context.ts';
import type { HubSettings } from '../hub-settings.ts';
import type { HubStore } from '../store/hub-store.ts';
import type { Delivery } from '../store/rows.ts';
import { HostQueues } from './host-queues.ts';

/** Work held per slot at first, and at most: more where the queue runs dry between two claims. */
const FIRST_PER_SLOT = 2;
const MAX_HELD = 1_024;
/** Work claimed at once, half of that: of one host more may be read than it has a share of, in vain. */
const MAX_CLAIMED = MAX_HELD / 2;
/** Work held of one host, as a multiple of what may be in flight. */
const PER_HOST_SLOT = 8;
/**
 * A delivery begins only while its claim lasts this much longer than it may take: writing the
 * outcome takes 9 s at most where the store works.
 */
const LEEWAY_MS = 15_000;
/** How long a claimed delivery may wait for a slot. */
const WAIT_MS = 10_000;

/** A delivery that is ours until a time, of the version that was at hand when it was claimed. */
export type ClaimedDelivery = Delivery & {
  readonly held: HeldTopic;
  readonly until: number;
};

type Deps = {
  readonly settings: Pick<HubSettings, 'concurrency' | 'concurrencyPerHost' | 'timeout'>;
  readonly store: Pick<HubStore, 'claimDeliveries'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Whether to take what another sidecar claimed and did not settle in time. */
  readonly mayTakeOver: () => boolean;
  /** Called when there is more to take. */
  readonly onClaimed: () => void;
};

/**
 * The deliveries that are claimed from the store and wait for a slot, or have one: a bounded part
 * of the queue that the store is. Of those that failed before there are never more than half the
 * slots, so that hosts in trouble leave room for all others.
 */
export class ClaimedDeliveries {
  readonly #deps: Deps;
  readonly #queues: HostQueues<ClaimedDelivery>;
  readonly #perHost: number;
  #target: number;
  #failing = 0;
  #isClaiming = false;
  /** Whether more was due than there was room for, and the hosts that had their share. */
  #hasMore = false;
  readonly #saturatedHosts = new Set<string>();
  /** The same of those that failed before, which have a share of their own. */
  #hasMoreFailing = false;
  /** Whether a topic had anything when it was asked for last, the longest ago first. */
  readonly #isBusy = new Map<string, boolean>();

  constructor(deps: Deps) {
    this.#deps = deps;
    const { concurrency, concurrencyPerHost } = deps.settings;
    this.#queues = new HostQueues(concurrencyPerHost);
    this.#target = FIRST_PER_SLOT * concurrency;
    this.#perHost = PER_HOST_SLOT * concurrencyPerHost;
  }

  /** True where the store may hold more that is due and was not claimed. */
  get mayHaveMore(): boolean {
    return this.#hasMore || this.#hasMoreFailing || this.#saturatedHosts.size > 0;
  }

  /**
   * Whether to claim more now that a delivery has ended. Not while a claim is made, which says so
   * itself at its end.
   */
  shouldRefill({ host }: ClaimedDelivery): boolean {
    if (this.#isClaiming) return false;
    return this.#isHalfEmpty || (this.#saturatedHosts.has(host) && this.#isHalfEmptyOf(host));
  }

  /** Claims as much as there is room for. Resolves to whether there is room for more by then. */
  async claim(topics: readonly HeldTopic[]): Promise<boolean> {
    const before = this.#queues.size;
    this.#isClaiming = true;
    try {
      await this.#claim(topics, this.#target - before);
    } finally {
      this.#isClaiming = false;
    }
    if (before === 0 && this.#hasMore) this.#grow();
    return this.#isHalfEmpty || [...this.#saturatedHosts].some((host) => this.#isHalfEmptyOf(host));
  }

  /** Whether half of the room is free for what there is more of. */
  get #isHalfEmpty(): boolean {
    if (this.#hasMore && this.#queues.size <= this.#target / 2) return true;
    return this.#hasMoreFailing && this.#failing <= this.#mostFailing / 2;
  }

  get #mostFailing(): number {
    return Math.max(1, Math.floor(this.#deps.settings.concurrency / 2));
  }

  #isHalfEmptyOf(host: string): boolean {
    return this.#queues.heldOf(host) <= this.#perHost / 2;
  }

  /** The next delivery whose host has room; `end` must be called when its slot is free again. */
  take(): ClaimedDelivery | undefined {
    return this.#queues.take();
  }

  end(delivery: ClaimedDelivery): void {
    this.#queues.end(delivery.host);
    if (isFailing(delivery)) this.#failing--;
  }

  /** Whether a delivery has waited so long that its claim would end during it. */
  readonly isLate = ({ until }: ClaimedDelivery): boolean => {
    const { clock, settings } = this.#deps;
    return until - clock.now() < settings.timeout * 1000 + LEEWAY_MS;
  };

  /** Takes out those that wait and match. */
  drop(matches: (delivery: ClaimedDelivery) => boolean): ClaimedDelivery[] {
    const dropped = this.#queues.drop(matches);
    this.#failing -= dropped.filter(isFailing).length;
    return dropped;
  }

  async #claim(topics: readonly HeldTopic[], room: number): Promise<void> {
    this.#saturatedHosts.clear();
    let claimed = 0;
    let hasMore = room <= 0;
    let hasMoreFailing = false;
    for (const [index, topic] of this.#order(topics).entries()) {
      const before = claimed;
      let isAsked = false;
      for (const failing of [false, true]) {
        const left = room - claimed;
        const most = failing ? Math.min(left, this.#mostFailing - this.#failing) : left;
        const limit = Math.min(MAX_CLAIMED, Math.ceil(most / (topics.length - index)));
        if (limit > 0) {
          const work = await this.#claimOf(topic, failing, limit);
          isAsked = true;
          claimed += work;
          if (work >= limit && most < left) hasMoreFailing = true;
          else if (work >= limit) hasMore = true;
        } else if (failing && this.#failing >= this.#mostFailing) hasMoreFailing = true;
      }
      if (!isAsked) continue;
      this.#isBusy.delete(topic.topic);
      this.#isBusy.set(topic.topic, claimed > before);
    }
    this.#hasMore = hasMore;
    this.#hasMoreFailing = hasMoreFailing;
  }

  /**
   * Topics that had nothing come first, and leave their share to the others; of those the one that
   * was asked for the longest ago.
   */
  #order(topics: readonly HeldTopic[]): HeldTopic[] {
    const asked = [...this.#isBusy.keys()];
    const quiet = asked.filter((topic) => !this.#isBusy.get(topic));
    const busy = asked.filter((topic) => this.#isBusy.get(topic));
    const order = [...quiet, ...busy];
    const placeOf = ({ topic }: HeldTopic) => order.indexOf(topic);
    return topics.toSorted((one, other) => placeOf(one) - placeOf(other));
  }

  async #claimOf(topic: HeldTopic, failing: boolean, limit: number): Promise<number> {
    const { settings, store, clock, mayTakeOver } = this.#deps;
    const now = clock.now();
    const until = now + WAIT_MS + settings.timeout * 1000 + LEEWAY_MS;
    const perHost = this.#perHost;
    const busyHosts = this.#queues.hostsWith(perHost);
    for (const host of busyHosts) this.#saturatedHosts.add(host);
    const work = await store.claimDeliveries({
      ...{ topic: topic.topic, hash: topic.hash, failing },
      ...{ now, until, limit, perHost, busyHosts },
      takeOver: mayTakeOver(),
    });
    for (const delivery of work) {
      if (isFailing(delivery)) this.#failing++;
      this.#queues.add({ ...delivery, held: topic, until });
    }
    for (const [host, ofHost] of Map.groupBy(work, ({ host }) => host)) {
      if (ofHost.length >= perHost) this.#saturatedHosts.add(host);
    }
    if (work.length > 0) this.#deps.onClaimed();
    return work.length;
  }

  #grow(): void {
    const { concurrency } = this.#deps.settings;
    this.#target = Math.min(2 * this.#target, Math.max(MAX_HELD, FIRST_PER_SLOT * concurrency));
  }
}

function isFailing({ attempts, failures }: Delivery): boolean {
  return attempts > 0 || failures > 0;
}
