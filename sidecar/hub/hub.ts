import { isIP } from 'node:net';
import { TokenBuckets } from '../http/token-buckets.ts';
import { networksOf } from './callback/callback-address.ts';
import type { HubClient, HubStatus, PairName, PairState } from './hub-client.ts';
import type { HubContext } from './hub-context.ts';
import { MAX_PENDING, VERIFICATION_RATE } from './hub-settings.ts';
import type { Acceptance } from './store/hub-store.ts';
import type { Claimed, Ended, Intent, Pending } from './store/rows.ts';
import { Announcer, type HeldRelease } from './work/announcer.ts';
import { Deliveries } from './work/deliveries.ts';
import { createNotices } from './work/notices.ts';
import type { Queue } from './work/queue.ts';
import { createVerifications } from './work/verifications.ts';
import { WorkLoop } from './work/work-loop.ts';

/**
 * The WebSub hub (W3C Recommendation, 23 January 2018) of one publisher: a thread of its own, over
 * a table that is also its queue.
 *
 *   form → request.ts → accept → [pending] → GET with a challenge → [active]
 *   release → announce → [active], due → POST → acknowledged, or failed and due again → [ended] → notice
 *
 *   store/     one SQL over SQLite and PostgreSQL: admission, announcements, claims, transitions
 *   work/      `rules.ts` decides the outcome of an attempt; a Queue each for verifications, deliveries
 *              and notices works on due rows
 *   callback/  the only room that sends requests to strangers' servers
 *
 * `hub-thread.ts` is the server's end (a HubClient), `hub-worker.ts` the thread,
 * `messages.ts` their messages; `describe-pair.ts` describes the state of a subscription.
 *
 * A row of testimony_subscriptions is a request, a subscription, or the end of one. Its work is due
 * at `next_at`; a `claim` reserves it until `claimed_until`. The right column is its stage
 * for a subscriber (site/docs/websub.md).
 *
 *   state    work due       outcome                      → state                     stage
 *   –                       accept                       → pending                   pending verification/removal
 *   pending  verification   confirmed (subscribe)        → active; a renewal changes active
 *                                                          the active row
 *                           confirmed (unsubscribe)      → ended (unsubscribed)      removed
 *                           ended: any other answer      → ended (refused), or the   rejected
 *                                                          active row stays
 *                           failed: no answer            → pending, twice; then as by another answer
 *                           failed: a crowded network    → pending; after 5 minutes a newcomer is ended (crowded)
 *            –              sweep: after a day           → ended (refused)           rejected
 *   active   notification   acknowledged: 2xx            → active, not due           active
 *            (acknowledged  failed: anything else        → active, due again by the  active
 *            < offered)                                    ladder
 *                           ended: 3 changes in a row    → ended (failed), a notice  auto-unsubscribed
 *                           ended: 410                   → ended (gone)
 *            –              sweep: the lease has ended  → ended (expired)           lease expires
 *            –              end: by an operator         → ended (removed, blocked),
 *                                                          a notice
 *   ended    notice         notified: it answered        → ended, not due
 *                           failed                       → ended, due again until the lease would end
 *            –              sweep: after a week          → –
 *
 * Rules (`work/rules.ts`): an announcement makes all active rows of its topic due, at once
 * (`offered`). A failure counts if it is the first attempt at a change; the same content
 * is retried by the ladder HUB_RETRY_DELAYS_SECONDS, uncounted. Any 2xx resets the count, and so
 * does a renewal, which makes unacknowledged content due. A plain HTTP callback creates no row.
 *
 * Limits: 30 requests of a client wait, 1,000 newcomers and as many renewals in all; a host, and a
 * network, gets 10 verifications a minute; each queue has HUB_CONCURRENCY slots, which work occupies
 * for half a second, and 10 times as much in flight, of one host HUB_CONCURRENCY_PER_HOST.
 *
 * Invariants: every request with a 202 is stored; nothing takes effect before the callback agrees;
 * newer content replaces undelivered content; an outcome counts only with its claim and its lease; a
 * callback is notified of an end until it answers, or its lease would end; our faults do not count.
 */

const SWEEP_MS = 60_000;
/** The time for which the reason of an end or a refusal is kept. */
const ENDED_KEPT_MS = 604_800_000;
/** The time in which requests to callbacks may end after a stop. */
const STOP_MS = 8_000;

/** Takes requests, verifies them, and brings each version of a topic to all of its subscribers. */
export class Hub implements HubClient {
  readonly isReady = true;
  readonly #deps: HubContext;
  readonly #notices: Queue<Claimed<Ended>>;
  readonly #deliveries: Deliveries;
  readonly #verifications: Queue<Claimed<Pending>>;
  readonly #announcer: Announcer;
  readonly #sweeps: WorkLoop;
  readonly #inspections = new TokenBuckets(VERIFICATION_RATE);
  #topics: readonly string[] = [];

  constructor(deps: HubContext) {
    this.#deps = deps;
    const { store, clock, faults } = deps;
    this.#notices = createNotices(deps);
    this.#deliveries = new Deliveries({ ...deps, onEnded: () => this.#notices.wake() });
    this.#verifications = createVerifications({
      ...deps,
      onConfirmed: () => this.#deliveries.wake(),
    });
    this.#announcer = new Announcer({
      ...deps,
      onAnnounced: (topic) => this.#deliveries.deliver(topic),
    });
    const sweep = async () => {
      await store.sweep(clock.now() - ENDED_KEPT_MS, clock.now());
      return SWEEP_MS;
    };
    this.#sweeps = new WorkLoop({ clock, faults, step: sweep });
  }

  /** Takes over the work that an earlier process left. */
  async start(): Promise<void> {
    const { store } = this.#deps;
    if (store.isExclusive) await store.releaseClaims();
    this.#sweeps.wake();
    this.#verifications.wake();
    this.#notices.wake();
  }

  async accept(intent: Intent, client: string): Promise<Acceptance> {
    const { store, settings, clock } = this.#deps;
    const limits = { ...settings, maxPending: MAX_PENDING };
    // An IPv6 client is already a /56: one site, as a /24 may be.
    const network = isIP(client) === 4 ? (networksOf([client])[0] ?? client) : client;
    const accepted = store.accept(intent, network, limits, clock.now());
    // Even if the store fails: the loop finds out if it works, and retries it.
    return accepted.finally(() => this.#verifications.wake());
  }

  async inspect(name: PairName): Promise<PairState | undefined> {
    const { store, settings, clock } = this.#deps;
    const now = clock.now();
    // Before anything is looked up, so that a refusal reveals nothing either.
    if (settings.isRateLimited && !this.#inspections.take(name.host, now)) return undefined;
    return { ...(await store.find(name)), now };
  }

  /** Sets the served release: changes since the last one are delivered to all subscribers. */
  publish(release: HeldRelease): void {
    this.#topics = release.topics.map(({ topic }) => topic);
    // Older content includes the removed review: none of it is sent from here on.
    if (release.isTakedown) for (const topic of release.topics) this.#deliveries.deliver(topic);
    this.#announcer.publish(release);
  }

  async status(): Promise<HubStatus> {
    const { store, clock } = this.#deps;
    const counts = await store.count(clock.now());
    const sum = (name: 'pendingVerification' | 'pendingRemoval' | 'notices') =>
      counts.reduce((total, one) => total + one[name], 0);
    const waiting = sum('pendingVerification') + sum('pendingRemoval');
    return {
      queue: { waiting, notices: sum('notices') },
      topics: this.#topics.map((topic) => {
        const one = counts.find((count) => count.topic === topic);
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

  /** Ends in order: nothing new begins, requests in flight are recorded. The store stays open. */
  async stop(): Promise<void> {
    const { client, clock } = this.#deps;
    const cancel = clock.after(STOP_MS, () => void client.close());
    const queues = [this.#verifications, this.#deliveries, this.#notices];
    const parts = [this.#sweeps, this.#announcer, ...queues];
    const ends = await Promise.allSettled(parts.map((part) => part.stop()));
    cancel();
    await client.close();
    // Unwritten outcomes are repeated by the next process.
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }
}
