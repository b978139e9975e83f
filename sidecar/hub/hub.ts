import { HUB_PATH } from '#artifacts/catalog.ts';
import { TokenBuckets } from '../http/rate-limit.ts';
import type { HubClient, HubStatus } from './hub-client.ts';
import type { HubContext } from './hub-context.ts';
import { MAX_FAILURES, MAX_PENDING } from './hub-settings.ts';
import type { Acceptance, Delivery, Intent } from './store/hub-store.ts';
import { Announcer, type HeldRelease } from './work/announcer.ts';
import { Deliverer } from './work/deliverer.ts';
import type { Removal } from './work/notification.ts';
import { OutageDetector } from './work/outage-detector.ts';
import { SettlementWriter } from './work/settlement-writer.ts';
import { Verifier } from './work/verifier.ts';
import { WorkLoop } from './work/work-loop.ts';

/**
 * The WebSub hub (W3C Recommendation, 23 January 2018) of one publisher: a thread of its own, over a
 * store that is also its queue.
 *
 *   request/   a form becomes an intent, or sentences about what is wrong
 *   store/     one SQL over SQLite and PostgreSQL; its rules are in `hub-store.ts`
 *   work/      what runs over the store: verifier, announcer, deliverer, each in a work loop
 *   callback/  the only room that sends requests to strangers' servers
 *
 * `hub-thread.ts` is the server's end (a HubClient), `hub-worker.ts` the thread, `messages.ts` what
 * they send each other, `hub-context.ts` what all parts work with.
 *
 * The states of a request (testimony_requests) and of a subscription (testimony_subscriptions; the
 * newest version of a topic has the highest sequence):
 *
 *   state         columns                                 leaves it by
 *   waiting       claim NULL, ready_at ≤ now              claimVerifications → in flight
 *   postponed     claim NULL, ready_at > now              time → waiting
 *   in flight     claim set, until ready_at               confirm, refuse → the request is deleted;
 *                                                         postpone; a newer request replaces it
 *
 *   up to date    settled = sequence                      announce (a newer sequence) → due
 *   due           settled < sequence, claim NULL,         claimDeliveries → claimed
 *                 ready_at ≤ now
 *   claimed       claim set, until ready_at               settle: acknowledged, dropped → up to date;
 *                                                         retry → failing; released → due;
 *                                                         removed → ended
 *   failing       attempts + failures > 0, claim NULL     time (ready_at) → due
 *   expired       expires_at ≤ now                        a renewal → up to date; purge a day later
 *   ended         the row is gone                         (410, or three failed notifications in a row)
 *
 * Invariants: what was answered 202 is stored; nothing takes effect before the callback agreed; newer
 * content replaces what was not delivered; an outcome counts only with the claim it was made under,
 * but for an acknowledgement; failures while our own network is down count for nobody.
 */

/** How often the store is polled in any case: one shared with other sidecars, and our own. */
const SHARED_POLL_MS = 2_000;
const OWN_POLL_MS = 30_000;
const SWEEP_MS = 60_000;
/** How long ended subscriptions are counted. */
const EXPIRED_KEPT_MS = 86_400_000;
/** Verifications of one host. */
const HOST_RATE = { burst: 10, perMinute: 10 };
/** Maximum notices of removal in flight; others are not sent, as each is a courtesy. */
const MAX_NOTICES = 20;
const REMOVAL_REASON = `${MAX_FAILURES} consecutive deliveries failed`;
/** How long requests to callbacks may take to end after a stop. */
const STOP_MS = 8_000;

/** Takes requests, verifies them, and brings each version of a topic to all who subscribed to it. */
export class Hub implements HubClient {
  readonly isReady = true;
  readonly #deps: HubContext;
  readonly #outages: OutageDetector;
  readonly #writer: SettlementWriter;
  readonly #deliverer: Deliverer;
  readonly #verifier: Verifier;
  readonly #announcer: Announcer;
  readonly #sweeps: WorkLoop;
  #topics: readonly string[] = [];
  #notices = 0;

  constructor(deps: HubContext) {
    this.#deps = deps;
    const { store, clock, settings, baseUrl, faults } = deps;
    const common = {
      ...deps,
      mayTakeOver: () => store.isExclusive || faults.mayTakeOver(),
      pollMs: store.isExclusive ? OWN_POLL_MS : SHARED_POLL_MS,
    };
    this.#outages = new OutageDetector({ ...deps, onChange: (isPaused) => this.#pause(isPaused) });
    this.#writer = new SettlementWriter(common);
    this.#deliverer = new Deliverer({
      ...common,
      hubUrl: baseUrl + HUB_PATH,
      outages: this.#outages,
      writer: this.#writer,
      onRemoved: (delivery, removal) => this.#notifyOfRemoval(delivery, removal),
    });
    this.#verifier = new Verifier({
      ...common,
      outages: this.#outages,
      buckets: settings.isRateLimited ? new TokenBuckets(HOST_RATE) : undefined,
      onConfirmed: (verification) => this.#deliverer.drop(verification),
    });
    this.#announcer = new Announcer({ ...common, onAnnounced: () => this.#deliverer.wake() });
    this.#sweeps = new WorkLoop({ clock, faults, step: () => this.#sweep() });
  }

  /** Takes over the work that an earlier process left. */
  async start(): Promise<void> {
    const { store, clock } = this.#deps;
    if (store.isExclusive) await store.releaseClaims(clock.now());
    this.#sweeps.wake();
    this.#verifier.wake();
  }

  async accept(intent: Intent): Promise<Acceptance> {
    const { store, settings, clock, faults } = this.#deps;
    const limits = {
      pending: MAX_PENDING,
      subscriptions: settings.maxSubscriptions,
      subscriptionsPerHost: settings.maxSubscriptionsPerHost,
    };
    const acceptance = await store.accept(intent, limits, clock.now()).catch((error: unknown) => {
      // The work loop finds out whether the store works, and tries it again.
      if (faults.isWell) this.#verifier.wake();
      throw error;
    });
    if (acceptance === 'accepted') this.#verifier.wake();
    return acceptance;
  }

  /** The release that is served: what changed since the last one is delivered to all subscribers. */
  publish(release: HeldRelease): void {
    this.#topics = release.topics.map(({ topic }) => topic);
    for (const topic of release.topics) this.#deliverer.hold(topic);
    this.#announcer.publish(release);
  }

  async status(): Promise<HubStatus> {
    const { store, clock } = this.#deps;
    const counts = new Map((await store.count(clock.now())).map((one) => [one.topic, one]));
    return {
      isPaused: this.#outages.isPaused,
      topics: this.#topics.map((topic) => {
        const one = counts.get(topic);
        const { active = 0, pendingVerification = 0, pendingRemoval = 0, expired = 0 } = one ?? {};
        return {
          topic,
          lastPublished: one?.announcedAt ? new Date(one.announcedAt).toISOString() : null,
          subscriptions: { active, pendingVerification, pendingRemoval, expired },
          undelivered: one?.due ?? 0,
        };
      }),
    };
  }

  /** Ends in order: nothing new begins, what is in flight is recorded. The store is left open. */
  async stop(): Promise<void> {
    const { client, clock } = this.#deps;
    const cancel = clock.after(STOP_MS, () => void client.close());
    this.#outages.close();
    await Promise.all([this.#sweeps.stop(), this.#announcer.stop()]);
    await Promise.all([this.#verifier.stop(), this.#deliverer.stop()]);
    cancel();
    await this.#writer.stop();
    await client.close();
  }

  #pause(isPaused: boolean): void {
    if (isPaused) {
      this.#deliverer.pause();
      this.#deps.log(
        'warn',
        'no subscriber can be reached, so the network here seems to be down: only some are tried, and no failure is counted',
      );
      return;
    }
    this.#deps.log('info', 'subscribers can be reached again');
    this.#deliverer.wake();
  }

  /**
   * Notifies a callback that its subscription has ended (WebSub §5.2), once, whatever it answers, and
   * within the limit of its network. A callback that ended it itself, with 410, knows.
   */
  #notifyOfRemoval({ callback, topic, host }: Delivery, removal: Removal): void {
    const { client, log } = this.#deps;
    const why = removal === 'gone' ? 'the callback answered 410' : REMOVAL_REASON;
    log('info', `a subscription has ended: ${why}`, { host, topic });
    if (removal === 'gone' || this.#notices >= MAX_NOTICES) return;
    this.#notices++;
    const parameters = { 'hub.mode': 'denied', 'hub.topic': topic, 'hub.reason': REMOVAL_REASON };
    void client.get(callback, Object.entries(parameters), 0).finally(() => this.#notices--);
  }

  async #sweep(): Promise<number> {
    const { store, clock, log } = this.#deps;
    const purged = await store.purge(clock.now() - EXPIRED_KEPT_MS);
    if (purged > 0) log('debug', `${purged} subscriptions ended a day ago and are forgotten`);
    return SWEEP_MS;
  }
}
