import type { Answered } from '../callback/callback-answer.ts';
import type { Fault, Unreached } from '../callback/fault.ts';
import type { HeldTopic, HubContext } from '../hub-context.ts';
import type { Settlement } from '../store/hub-store.ts';
import type { Delivery } from '../store/rows.ts';
import { ClaimedDeliveries, type ClaimedDelivery } from './claimed-deliveries.ts';
import { createNotificationHeaders, decideSettlement, SilentHosts } from './notification.ts';
import { SettlementWriter } from './settlement-writer.ts';
import { WorkLoop } from './work-loop.ts';

/** After a step that left work behind, the minimum wait before the next, unless woken. */
const MIN_IDLE_MS = 250;
/** How long to wait where all slots, or all of those of some host, are taken. */
const BLOCKED_MS = 1_000;

type FailedOutcome = Extract<Settlement, { outcome: 'failed' }>;
type EndedOutcome = Extract<Settlement, { outcome: 'ended' }>;

type Deps = Pick<HubContext, 'settings' | 'store' | 'client' | 'clock' | 'random' | 'faults'> & {
  readonly hubUrl: string;
  readonly mayTakeOver: () => boolean;
  /** The longest to wait before the store is looked at again, in ms. */
  readonly pollMs: number;
  /** Called when it is on disk that an attempt failed. */
  readonly onFailed: (delivery: Delivery, outcome: FailedOutcome) => void;
  /** Called when a subscription has ended for good. */
  readonly onEnded: (delivery: Delivery, reason: EndedOutcome['reason'], fault: Fault) => void;
};

/** Brings the newest content to every subscription that lacks it. The store is the queue. */
export class Deliverer {
  readonly #deps: Deps;
  readonly #loop: WorkLoop;
  readonly #claimed: ClaimedDeliveries;
  readonly #writer: SettlementWriter<ClaimedDelivery>;
  readonly #silentHosts: SilentHosts;
  readonly #topics = new Map<string, HeldTopic>();
  /** Deliveries in flight, and those with an undecided outcome. */
  readonly #running = new Set<Promise<void>>();
  #slots = 0;
  #isStopping = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { clock, faults } = deps;
    this.#silentHosts = new SilentHosts(clock);
    const onClaimed = () => this.#fill();
    this.#claimed = new ClaimedDeliveries({ ...deps, onClaimed });
    const onWritten = this.#onWritten.bind(this);
    this.#writer = new SettlementWriter({ ...deps, onWritten });
    this.#loop = new WorkLoop({ clock, faults, step: () => this.#step() });
  }

  /** Delivers this content of a topic from now on. */
  deliver(topic: HeldTopic): void {
    this.#topics.set(topic.topic, topic);
    this.#loop.wake();
  }

  /** Discards claims on a subscription that was renewed or ended. */
  drop({ topic, callback }: Pick<Delivery, 'topic' | 'callback'>): void {
    const isMeant = (one: Delivery) => one.topic === topic && one.callback === callback;
    this.#release(this.#claimed.drop(isMeant));
    this.#loop.wake();
  }

  /** Begins no more deliveries. Resolves when those in flight are over, and recorded. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#loop.stop();
    this.#release(this.#claimed.drop(() => true));
    this.#silentHosts.stop();
    await Promise.all(this.#running);
    await this.#writer.stop();
  }

  /** Claims what there is room for. Resolves to the milliseconds until something is due. */
  async #step(): Promise<number | undefined> {
    const { clock, pollMs } = this.#deps;
    if (this.#writer.isBehind) return MIN_IDLE_MS;
    this.#release(this.#claimed.drop(this.#claimed.isLate));
    this.#writer.writeNow();
    if (await this.#claimed.claim([...this.#topics.values()])) this.#loop.wake();
    // A slot that gets free wakes before.
    if (this.#claimed.mayHaveMore && this.#slots > 0) return BLOCKED_MS;
    const next = await this.#nextAt();
    if (next === undefined) return pollMs;
    return Math.min(Math.max(next - clock.now(), MIN_IDLE_MS), pollMs);
  }

  /** Starts waiting work in the free slots. */
  #fill(): void {
    while (this.#slots < this.#deps.settings.concurrency && !this.#isStopping) {
      const delivery = this.#claimed.take();
      if (!delivery) break;
      this.#slots++;
      const run = this.#run(delivery).finally(() => this.#running.delete(run));
      this.#running.add(run);
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
    const startedAt = now();
    const result = await this.#post(delivery, topic);
    const endedAt = now();
    this.#freeSlot(delivery);
    if (this.#isStopping && result.kind === 'unreached' && result.fault === 'local') {
      // We ended it ourselves.
      this.#release([delivery]);
      return;
    }
    const { settings, random } = this.#deps;
    const isSilent = this.#silentHosts.record(delivery, result);
    const isNobodyReached =
      isSilent && (this.#isStopping || !(await this.#silentHosts.waitForAnswer()));
    const attempt = { result, startedAt, endedAt, isNobodyReached };
    this.#writer.add(decideSettlement(delivery, attempt, { ...settings, random }), delivery);
  }

  #post({ secret, callback }: Delivery, held: HeldTopic): Promise<Answered | Unreached> {
    const { client, settings, hubUrl } = this.#deps;
    const { topic, mediaType, body } = held;
    const algorithm = settings.signatureAlgorithm;
    const facts = { hubUrl, topic, mediaType, secret, algorithm };
    return client.post(callback, createNotificationHeaders(facts, body), body);
  }

  /** An outcome is on disk. */
  #onWritten(settlement: Settlement, delivery: ClaimedDelivery, hasEnded: boolean): void {
    const { onFailed, onEnded, clock } = this.#deps;
    if (settlement.outcome === 'failed') {
      onFailed(delivery, settlement);
      this.#loop.wake(Math.max(settlement.readyAt - clock.now(), MIN_IDLE_MS));
    }
    // A subscription that was renewed meanwhile continues.
    if (settlement.outcome === 'ended' && hasEnded) {
      onEnded(delivery, settlement.reason, settlement.fault);
    }
    // There is newer content, and the subscription may be claimed for it.
    if (this.#topics.get(delivery.topic) !== delivery.held) this.#loop.wake();
  }

  /** Gives deliveries back as they were: nothing is counted. */
  #release(deliveries: readonly ClaimedDelivery[]): void {
    for (const delivery of deliveries) {
      const { id, claim } = delivery;
      this.#writer.add({ id, claim, outcome: 'released' }, delivery);
      this.#loop.wake(MIN_IDLE_MS);
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
