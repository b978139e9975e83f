import { type Answered, isSuccess, type Unreached } from '../callback/callback-client.ts';
import type { HeldTopic, HubParts } from '../hub-parts.ts';
import type { Reachability } from '../reachability.ts';
import type { Delivery } from '../store/hub-store.ts';
import { Turns } from '../turns.ts';
import { ClaimedDeliveries, type ClaimedDelivery } from './claimed-deliveries.ts';
import {
  beginNotification,
  type Decision,
  decideSettlement,
  isGivenUp,
  type Notification,
  type Removal,
  removeFor,
} from './decide-settlement.ts';
import { createNotificationHeaders } from './notification-headers.ts';
import type { SettlementWriter } from './settlement-writer.ts';

/** While our network is down so many hosts are tried at first, and then twice as many each time. */
const FIRST_PROBES = 3;
const MAX_PROBES = 200;
/** A turn that left work behind is followed by another no sooner, unless it is woken. */
const MIN_IDLE_MS = 250;
/** How long to wait where all slots, or all of those of some host, are taken. */
const BLOCKED_MS = 1_000;

type Parts = Pick<
  HubParts,
  'settings' | 'store' | 'client' | 'clock' | 'random' | 'log' | 'faults'
> & {
  readonly hubUrl: string;
  readonly reachability: Reachability;
  readonly writer: SettlementWriter;
  readonly mayTakeOver: () => boolean;
  /** The longest to wait before the store is looked at again, in ms. */
  readonly pollMs: number;
  /** Called when a subscription has ended for good. */
  readonly onRemoved: (delivery: Delivery, removal: Removal) => void;
};

/** Brings the newest content to every subscription that lacks it. The store is the queue. */
export class Deliverer {
  readonly #parts: Parts;
  readonly #turns: Turns;
  readonly #claimed: ClaimedDeliveries;
  readonly #topics = new Map<string, HeldTopic>();
  /** The version of each topic that was delivered last. */
  readonly #sequences = new Map<string, number>();
  /** The version of each topic that was current when our network was found to be down. */
  readonly #forgiven = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();
  #slots = 0;
  #probeAt = 0;
  #probes = FIRST_PROBES;
  #isStopping = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { clock, faults } = parts;
    const onClaimed = () => this.#fill();
    this.#claimed = new ClaimedDeliveries({ ...parts, onClaimed });
    this.#turns = new Turns({ clock, faults, take: () => this.#turn() });
  }

  /** From here on this is what is delivered of a topic. */
  hold(topic: HeldTopic): void {
    this.#topics.set(topic.topic, topic);
  }

  /** There may be something to deliver. */
  wake(): void {
    this.#turns.wake();
  }

  /** What is claimed of a subscription is not what it is any more: it was renewed, or ended. */
  drop({ topic, callback }: Pick<Delivery, 'topic' | 'callback'>): void {
    this.#release(this.#claimed.dropOf(topic, callback));
    this.#turns.wake();
  }

  /** Our own network is down: what failed so far is forgiven, and what waits goes back. */
  pause(): void {
    for (const [topic, sequence] of this.#sequences) this.#forgiven.set(topic, sequence);
    this.#probes = FIRST_PROBES;
    this.#release(this.#claimed.dropAll());
  }

  /** Begins no more deliveries. Resolves when those under way are over. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#turns.stop();
    this.#release(this.#claimed.dropAll());
    await Promise.all(this.#underWay);
  }

  /** Claims what there is room for. Resolves to the milliseconds until something is due. */
  async #turn(): Promise<number | undefined> {
    const { writer, clock, pollMs, reachability } = this.#parts;
    if (writer.isBehind) return MIN_IDLE_MS;
    this.#release(this.#claimed.dropLate());
    if (reachability.isPaused) return await this.#probe();
    await this.#claimed.claim([...this.#topics.values()]);
    // A slot that gets free wakes before.
    if (this.#claimed.mayHaveMore && this.#slots > 0) return BLOCKED_MS;
    const next = await this.#nextAt();
    if (next === undefined) return pollMs;
    return Math.min(Math.max(next - clock.now(), MIN_IDLE_MS), pollMs);
  }

  /** Tries a few hosts, once a pause. Resolves to the milliseconds until the next time. */
  async #probe(): Promise<number> {
    const { clock, reachability } = this.#parts;
    const wait = this.#probeAt - clock.now();
    if (wait > 0) return wait;
    this.#probeAt = clock.now() + reachability.pauseMs;
    await this.#claimed.claimProbes([...this.#topics.values()], this.#probes);
    this.#probes = Math.min(2 * this.#probes, MAX_PROBES);
    return reachability.pauseMs;
  }

  /** Starts waiting work in the free slots. */
  #fill(): void {
    while (this.#slots < this.#parts.settings.concurrency && !this.#isStopping) {
      const delivery = this.#claimed.take();
      if (!delivery) break;
      this.#slots++;
      const run = this.#run(delivery);
      this.#underWay.add(run);
      void run.finally(() => this.#underWay.delete(run));
    }
  }

  async #run(delivery: ClaimedDelivery): Promise<void> {
    const topic = this.#topics.get(delivery.topic);
    const { now } = this.#parts.clock;
    const isDue = topic?.hash === delivery.held.hash && delivery.expiresAt > now();
    if (!isDue || this.#claimed.isLate(delivery)) {
      this.#leave(delivery);
      this.#release([delivery]);
      return;
    }
    this.#sequences.set(delivery.topic, delivery.sequence);
    const notification = beginNotification(delivery, this.#forgiven.get(delivery.topic));
    if (isGivenUp(notification)) {
      this.#leave(delivery);
      this.#settle(delivery, removeFor('failed', delivery));
      return;
    }
    await this.#notify(delivery, topic, notification);
  }

  async #notify(
    delivery: ClaimedDelivery,
    topic: HeldTopic,
    notification: Notification,
  ): Promise<void> {
    const { clock, reachability, settings, random } = this.#parts;
    const { host, callback } = delivery;
    const startedAt = clock.now();
    const result = await this.#post(delivery, topic);
    this.#leave(delivery);
    if (result.kind === 'answered') {
      reachability.hear(host, isSuccess(result) ? callback : undefined);
    } else if (result.fault === 'broken') reachability.hear(host);
    else if ((await reachability.judge(host, result.fault, startedAt)) === 'ours') {
      this.#release([delivery]);
      return;
    }
    const policy = { retryDelays: settings.retryDelays, random };
    this.#settle(delivery, decideSettlement(delivery, notification, result, clock.now(), policy));
  }

  async #post(delivery: ClaimedDelivery, topic: HeldTopic): Promise<Answered | Unreached> {
    const { client, settings, hubUrl } = this.#parts;
    const { secret, callback } = delivery;
    const algorithm = settings.signatureAlgorithm;
    const headers = createNotificationHeaders({ hubUrl, ...topic, secret, algorithm }, topic.body);
    return client.post(callback, headers, topic.body);
  }

  #settle(delivery: ClaimedDelivery, { settlement, removal }: Decision): void {
    const { writer, onRemoved, clock } = this.#parts;
    writer.add(settlement, (hasEnded) => {
      // It goes on where it was renewed meanwhile.
      if (removal && hasEnded) onRemoved(delivery, removal);
      if ('readyAt' in settlement) {
        this.#turns.wake(Math.max(settlement.readyAt - clock.now(), MIN_IDLE_MS));
      }
      // Newer content came meanwhile, and the subscription may be claimed for it.
      else if (this.#topics.get(delivery.topic) !== delivery.held) this.#turns.wake();
    });
  }

  /** Gives deliveries back as they were: nothing is counted. */
  #release(deliveries: readonly ClaimedDelivery[]): void {
    const readyAt = this.#parts.clock.now();
    for (const delivery of deliveries) {
      const { id, claim } = delivery;
      this.#settle(delivery, { settlement: { id, claim, outcome: 'released', readyAt } });
    }
  }

  /** A slot is free. */
  #leave(delivery: ClaimedDelivery): void {
    this.#slots--;
    this.#claimed.end(delivery);
    this.#fill();
    if (this.#claimed.isLowAfter(delivery)) this.#turns.wake();
  }

  async #nextAt(): Promise<number | undefined> {
    const { store, clock } = this.#parts;
    const times = [];
    for (const { topic, hash } of this.#topics.values()) {
      times.push(await store.nextDeliveryAt(topic, hash, clock.now()));
    }
    const known = times.filter((time) => time !== undefined);
    return known.length > 0 ? Math.min(...known) : undefined;
  }
}
