import { isIP } from 'node:net';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { TokenBuckets } from '../http/token-buckets.ts';
import { networksOf } from './callback/callback-url.ts';
import type { HubClient, HubStatus, PairName, PairState } from './hub-client.ts';
import type { HubContext } from './hub-context.ts';
import { MAX_PENDING, VERIFICATION_RATE } from './hub-settings.ts';
import { type Acceptance, REFUSALS } from './store/hub-store.ts';
import type { Intent } from './store/rows.ts';
import { Announcer, type HeldRelease } from './work/announcer.ts';
import { Deliverer } from './work/deliverer.ts';
import { FailureLog } from './work/failure-log.ts';
import { NoticeSender } from './work/notices.ts';
import { Verifier } from './work/verifier.ts';
import { WorkLoop } from './work/work-loop.ts';

/**
 * The WebSub hub (W3C Recommendation, 23 January 2018) of one publisher: a thread of its own, over a
 * store that is also its queue.
 *
 *   store/     one SQL over SQLite and PostgreSQL; its rules are in `hub-store.ts`
 *   work/      what runs over the store: verifier, announcer, deliverer, notices, each in a work loop
 *   callback/  the only room that sends requests to strangers' servers
 *
 * `request.ts` makes an intent of a form, or sentences about what is wrong; `describe-pair.ts` says
 * how a subscription does. `hub-thread.ts` is the server's end (a HubClient), `hub-worker.ts` the
 * thread, `messages.ts` what they send each other, `hub-context.ts` what all parts work with.
 *
 * The states of a request (testimony_requests), of a subscription (testimony_subscriptions; the
 * newest version of a topic has the highest sequence), and of its end (testimony_ended).
 *
 *   state         columns                                 leaves it by
 *   waiting       claim NULL, ready_at ≤ now              claimVerifications → in flight
 *   postponed     claim NULL, ready_at > now              time → waiting
 *   in flight     claim set, until claimed_until          confirm, refuse → the request is deleted;
 *                                                         postpone; a newer request replaces it
 *
 *   up to date    acknowledged = sequence                 announce (a newer sequence) → due
 *   due           acknowledged < sequence, claim NULL,    claimDeliveries → claimed
 *                 tried < sequence or ready_at ≤ now
 *   claimed       claim set, until claimed_until          settle: acknowledged → up to date; failed →
 *                                                         failing; released → due; ended
 *   failing       acknowledged < sequence = tried,        the ladder (ready_at), newer content or a
 *                 ready_at > now                          renewal → due
 *   expired       expires_at ≤ now                        a request → up to date; purge a week later
 *
 *   ended         notice_until NULL or ≤ now              a new subscription; purge a week later
 *   to notify     notice_until > now                      claimNotices → its notice is in flight;
 *                                                         settleNotice: answered → ended
 *
 * Invariants: what was answered 202 is stored; nothing takes effect before the callback agreed; newer
 * content replaces what was not delivered; an outcome counts only with the claim it was made under,
 * but for an acknowledgement; who is removed is notified, or its lease would have ended; failures on
 * our own side count for nobody.
 */

/** How often the store is polled in any case: one shared with other sidecars, and our own. */
const SHARED_POLL_MS = 2_000;
const OWN_POLL_MS = 60_000;
const SWEEP_MS = 60_000;
/** How long it is kept why a subscription has ended, or was none. */
const ENDED_KEPT_MS = 604_800_000;
/** How long a request may wait for its verification. */
const REQUEST_KEPT_MS = 86_400_000;
/** How long requests to callbacks may take to end after a stop. */
const STOP_MS = 8_000;

/** Takes requests, verifies them, and brings each version of a topic to all who subscribed to it. */
export class Hub implements HubClient {
  readonly isReady = true;
  readonly #deps: HubContext;
  readonly #failures: FailureLog;
  readonly #notices: NoticeSender;
  readonly #deliverer: Deliverer;
  readonly #verifier: Verifier;
  readonly #announcer: Announcer;
  readonly #sweeps: WorkLoop;
  readonly #inspections: TokenBuckets | undefined;
  #topics: readonly string[] = [];

  constructor(deps: HubContext) {
    this.#deps = deps;
    const { store, clock, settings, baseUrl, faults } = deps;
    const common = {
      ...deps,
      mayTakeOver: () => store.isExclusive || faults.mayTakeOver(),
      pollMs: store.isExclusive ? OWN_POLL_MS : SHARED_POLL_MS,
    };
    this.#failures = new FailureLog(deps);
    this.#notices = new NoticeSender({ ...common, failures: this.#failures });
    this.#deliverer = new Deliverer({
      ...common,
      hubUrl: baseUrl + HUB_PATH,
      onFailed: ({ id, host, topic }, { fault, attempts, failures }) => {
        this.#failures.fail('a delivery failed', fault, { id, host, topic, attempts, failures });
      },
      onEnded: ({ id, host, topic }, reason, fault) => {
        this.#failures.fail(`a subscription has ended (${reason})`, fault, { id, host, topic });
        this.#notices.wake();
      },
    });
    this.#verifier = new Verifier({
      ...common,
      failures: this.#failures,
      onConfirmed: (verification) => this.#deliverer.drop(verification),
    });
    this.#announcer = new Announcer({
      ...common,
      onAnnounced: (topic) => this.#deliverer.deliver(topic),
    });
    this.#inspections = settings.isRateLimited ? new TokenBuckets(VERIFICATION_RATE) : undefined;
    this.#sweeps = new WorkLoop({ clock, faults, step: () => this.#sweep() });
  }

  /** Takes over the work that an earlier process left. */
  async start(): Promise<void> {
    const { store } = this.#deps;
    if (store.isExclusive) await store.releaseClaims();
    this.#sweeps.wake();
    this.#verifier.wake();
    this.#notices.wake();
  }

  async accept(intent: Intent, client: string): Promise<Acceptance> {
    const { store, settings, clock, faults } = this.#deps;
    const limits = {
      pending: MAX_PENDING,
      pendingPerClient: settings.maxPendingPerClient,
      subscriptions: settings.maxSubscriptions,
      subscriptionsPerHost: settings.maxSubscriptionsPerHost,
    };
    const origin = {
      // An IPv6 client is a /56 already: one site, as a /24 may be.
      client: isIP(client) === 4 ? (networksOf([client])[0] ?? client) : client,
      network: isIP(intent.host) === 0 ? undefined : networksOf([intent.host])[0],
    };
    const acceptance = await store
      .accept(intent, origin, limits, clock.now())
      .catch((error: unknown) => {
        // The work loop finds out whether the store works, and tries it again.
        if (faults.isWell) this.#verifier.wake();
        throw error;
      });
    const refusal = REFUSALS.find((one) => one === acceptance);
    if (refusal) this.#failures.refuse(refusal);
    if (acceptance === 'accepted' || acceptance === 'evicted') this.#verifier.wake();
    return acceptance === 'evicted' ? 'accepted' : acceptance;
  }

  async inspect(name: PairName): Promise<PairState | undefined> {
    const { store, clock } = this.#deps;
    const now = clock.now();
    // Before anything is looked up, so that a refusal says nothing either.
    if (this.#inspections?.take(name.host, now) === false) return undefined;
    return { ...(await store.findPair(name)), now };
  }

  /** The release that is served: what changed since the last one is delivered to all subscribers. */
  publish(release: HeldRelease): void {
    this.#topics = release.topics.map(({ topic }) => topic);
    // What is being delivered holds what was taken down: it stops, even before the store knows.
    if (release.isTakedown) for (const topic of release.topics) this.#deliverer.deliver(topic);
    this.#announcer.publish(release);
  }

  async status(): Promise<HubStatus> {
    const { store, clock } = this.#deps;
    const now = clock.now();
    const [topics, queue] = await Promise.all([store.count(now), store.countQueue(now)]);
    const counts = new Map(topics.map((one) => [one.topic, one]));
    return {
      queue,
      topics: this.#topics.map((topic) => {
        const one = counts.get(topic);
        const { active = 0, pendingVerification = 0, pendingRemoval = 0, expired = 0 } = one ?? {};
        return {
          topic,
          lastPublished: one?.announcedAt ? new Date(one.announcedAt).toISOString() : null,
          subscriptions: { active, pendingVerification, pendingRemoval, expired },
          undelivered: one?.due ?? 0,
          failing: one?.failing ?? 0,
        };
      }),
    };
  }

  /** Ends in order: nothing new begins, what is in flight is recorded. The store is left open. */
  async stop(): Promise<void> {
    const { client, clock } = this.#deps;
    const cancel = clock.after(STOP_MS, () => void client.close());
    await Promise.all([this.#sweeps.stop(), this.#announcer.stop()]);
    const parts = [this.#verifier, this.#deliverer, this.#notices];
    const ends = await Promise.allSettled(parts.map((part) => part.stop()));
    cancel();
    await this.#failures.flush();
    await client.close();
    // What could not be written is done again by the next process.
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async #sweep(): Promise<number> {
    const { store, clock, log } = this.#deps;
    const now = clock.now();
    const purged = await store.purge(now - ENDED_KEPT_MS, now - REQUEST_KEPT_MS, now);
    if (purged > 0) log('debug', `${purged} subscriptions ended a week ago and are forgotten`);
    return SWEEP_MS;
  }
}
