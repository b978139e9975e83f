import { type Answered, isSuccess, type Unreached } from '../callback/callback-client.ts';
import type { HeldTopic, HubContext } from '../hub-context.ts';
import type { Delivery } from '../store/hub-store.ts';
import { ClaimedDeliveries, type ClaimedDelivery } from './claimed-deliveries.ts';
import {
  beginNotification,
  createNotificationHeaders,
  type Decision,
  decideSettlement,
  isGivenUp,
  type Notification,
  type Removal,
  removeFor,
} from './notification.ts';
import type { OutageDetector } from './outage-detector.ts';
import type { SettlementWriter } from './settlement-writer.ts';
import { WorkLoop } from './work-loop.ts';

/** Hosts tried at first while our network is down; then twice as many each time. */
const FIRST_PROBES = 3;
const MAX_PROBES = 200;
/** After a step that left work behind, the minimum wait before the next, unless woken. */
const MIN_IDLE_MS = 250;
/** How long to wait where all slots, or all of those of some host, are taken. */
const BLOCKED_MS = 1_000;

type Deps = Pick<
  HubContext,
  'settings' | 'store' | 'client' | 'clock' | 'random' | 'log' | 'faults'
> & {
  readonly hubUrl: string;
  readonly outages: OutageDetector;
  readonly writer: SettlementWriter;
  readonly mayTakeOver: () => boolean;
  /** The longest to wait before the store is looked at again, in ms. */
  readonly pollMs: number;
  /** Called when a subscription has ended for good. */
  readonly onRemoved: (delivery: Delivery, removal: Removal) => void;
};

/** Brings the newest content to every subscription that lacks it. The store is the queue. */
export class Deliverer {
  readonly #deps: Deps;
  readonly #loop: WorkLoop;
  readonly #claimed: ClaimedDeliveries;
  readonly #topics = new Map<string, HeldTopic>();
  /** The version of each topic that was delivered last. */
  readonly #sequences = new Map<string, number>();
  /** By topic: failures of versions up to this one are excused, as our network was down. */
  readonly #excusedUpTo = new Map<string, number>();
  readonly #inFlight = new Set<Promise<void>>();
  #slots = 0;
  #probeAt = 0;
  #probes = FIRST_PROBES;
  #isStopping = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { clock, faults } = deps;
    const onClaimed = () => this.#fill();
    this.#claimed = new ClaimedDeliveries({ ...deps, onClaimed });
    this.#loop = new WorkLoop({ clock, faults, step: () => this.#step() });
  }

  /** Sets the content of a topic that is delivered from now on. */
  hold(topic: HeldTopic): void {
    this.#topics.set(topic.topic, topic);
  }

  /** There may be something to deliver. */
  wake(): void {
    this.#loop.wake();
  }

  /** Discards claims on a subscription that was renewed or ended. */
  drop({ topic, callback }: Pick<Delivery, 'topic' | 'callback'>): void {
    const isMeant = (one: Delivery) => one.topic === topic && one.callback === callback;
    this.#release(this.#claimed.drop(isMeant));
    this.#loop.wake();
  }

  /** Our own network is down: failures so far are excused, and waiting work is released. */
  pause(): void {
    for (const [topic, sequence] of this.#sequences) this.#excusedUpTo.set(topic, sequence);
    this.#probes = FIRST_PROBES;
    this.#release(this.#claimed.drop(() => true));
  }

  /** Begins no more deliveries. Resolves when those in flight are over. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#loop.stop();
    this.#release(this.#claimed.drop(() => true));
    await Promise.all(this.#inFlight);
  }

  /** Claims what there is room for. Resolves to the milliseconds until something is due. */
  async #step(): Promise<number | undefined> {
    const { writer, clock, pollMs, outages } = this.#deps;
    if (writer.isBehind) return MIN_IDLE_MS;
    this.#release(this.#claimed.drop(this.#claimed.isLate));
    if (outages.isPaused) return await this.#probe();
    await this.#claimed.claim([...this.#topics.values()]);
    // A slot that gets free wakes before.
    if (this.#claimed.mayHaveMore && this.#slots > 0) return BLOCKED_MS;
    const next = await this.#nextAt();
    if (next === undefined) return pollMs;
    return Math.min(Math.max(next - clock.now(), MIN_IDLE_MS), pollMs);
  }

  /** Tries a few hosts, once a pause. Resolves to the milliseconds until the next time. */
  async #probe(): Promise<number> {
    const { clock, outages } = this.#deps;
    const wait = this.#probeAt - clock.now();
    if (wait > 0) return wait;
    this.#probeAt = clock.now() + outages.pauseMs;
    await this.#claimed.claimProbes([...this.#topics.values()], this.#probes);
    this.#probes = Math.min(2 * this.#probes, MAX_PROBES);
    return outages.pauseMs;
  }

  /** Starts waiting work in the free slots. */
  #fill(): void {
    while (this.#slots < this.#deps.settings.concurrency && !this.#isStopping) {
      const delivery = this.#claimed.take();
      if (!delivery) break;
      this.#slots++;
      const run = this.#run(delivery);
      this.#inFlight.add(run);
      void run.finally(() => this.#inFlight.delete(run));
    }
  }

  async #run(delivery: ClaimedDelivery): Promise<void> {
    const topic = this.#topics.get(delivery.topic);
    const { now } = this.#deps.clock;
    const isDue = topic?.hash === delivery.held.hash && delivery.expiresAt > now();
    if (!isDue || this.#claimed.isLate(delivery)) {
      this.#freeSlot(delivery);
      this.#release([delivery]);
      return;
    }
    this.#sequences.set(delivery.topic, delivery.sequence);
    const notification = beginNotification(delivery, this.#excusedUpTo.get(delivery.topic));
    if (isGivenUp(notification)) {
      this.#freeSlot(delivery);
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
    const { clock, outages, settings, random } = this.#deps;
    const { host, callback } = delivery;
    const startedAt = clock.now();
    const result = await this.#post(delivery, topic);
    this.#freeSlot(delivery);
    if (result.kind === 'answered') {
      outages.recordResponse(host, isSuccess(result) ? callback : undefined);
    } else if (result.fault === 'broken') outages.recordResponse(host);
    else if ((await outages.judge(host, result.fault, startedAt)) === 'local') {
      this.#release([delivery]);
      return;
    }
    const policy = { retryDelays: settings.retryDelays, random };
    this.#settle(delivery, decideSettlement(delivery, notification, result, clock.now(), policy));
  }

  async #post(delivery: ClaimedDelivery, topic: HeldTopic): Promise<Answered | Unreached> {
    const { client, settings, hubUrl } = this.#deps;
    const { secret, callback } = delivery;
    const algorithm = settings.signatureAlgorithm;
    const headers = createNotificationHeaders({ hubUrl, ...topic, secret, algorithm }, topic.body);
    return client.post(callback, headers, topic.body);
  }

  #settle(delivery: ClaimedDelivery, { settlement, removal }: Decision): void {
    const { writer, onRemoved, clock } = this.#deps;
    writer.add(settlement, (hasEnded) => {
      // A subscription that was renewed meanwhile continues.
      if (removal && hasEnded) onRemoved(delivery, removal);
      if ('readyAt' in settlement) {
        this.#loop.wake(Math.max(settlement.readyAt - clock.now(), MIN_IDLE_MS));
      }
      // There is newer content, and the subscription may be claimed for it.
      else if (this.#topics.get(delivery.topic) !== delivery.held) this.#loop.wake();
    });
  }

  /** Gives deliveries back as they were: nothing is counted. */
  #release(deliveries: readonly ClaimedDelivery[]): void {
    const readyAt = this.#deps.clock.now();
    for (const delivery of deliveries) {
      const { id, claim } = delivery;
      this.#settle(delivery, { settlement: { id, claim, outcome: 'released', readyAt } });
    }
  }

  /** Frees the slot of a delivery, and fills it. */
  #freeSlot(delivery: ClaimedDelivery): void {
    this.#slots--;
    this.#claimed.end(delivery);
    this.#fill();
    if (this.#claimed.shouldRefill(delivery)) this.#loop.wake();
  }

  async #nextAt(): Promise<number | undefined> {
    const { store, clock } = this.#deps;
    let next: number | undefined;
    for (const { topic, hash } of this.#topics.values()) {
      const time = await store.nextDeliveryAt(topic, hash, clock.now());
      if (time !== undefined) next = Math.min(next ?? time, time);
    }
    return next;
  }
}
