import { HUB_PATH } from '#artifacts/catalog.ts';
import { TokenBuckets } from '../http/rate-limit.ts';
import { Announcer, type HeldRelease } from './announcer.ts';
import { Deliverer } from './delivery/deliverer.ts';
import { SettlementWriter } from './delivery/settlement-writer.ts';
import type { HubDoor, HubStatus } from './hub-door.ts';
import type { HubParts } from './hub-parts.ts';
import { MAX_PENDING } from './hub-settings.ts';
import { Reachability } from './reachability.ts';
import { RemovalNotices } from './removal-notices.ts';
import type { Acceptance, Intent } from './store/hub-store.ts';
import { Turns } from './turns.ts';
import { Verifier } from './verification/verifier.ts';

/** How often a store is looked at in any case: one that other sidecars use, and our own. */
const SHARED_POLL_MS = 2_000;
const OWN_POLL_MS = 30_000;
const SWEEP_MS = 60_000;
/** Subscriptions whose lease has ended are counted for so long. */
const EXPIRED_KEPT_MS = 86_400_000;
/** Verifications of one host. */
const HOST_RATE = { burst: 10, perMinute: 10 };
/** When told to stop, requests to callbacks get so long to end. */
const STOP_MS = 8_000;

/**
 * A WebSub hub for the topics of one publisher (W3C Recommendation, 23 January 2018): takes
 * requests, verifies them, and brings each new version of a topic to all who subscribed to it.
 */
export class Hub implements HubDoor {
  readonly isReady = true;
  readonly #parts: HubParts;
  readonly #reachability: Reachability;
  readonly #writer: SettlementWriter;
  readonly #deliverer: Deliverer;
  readonly #verifier: Verifier;
  readonly #announcer: Announcer;
  readonly #sweeps: Turns;
  #topics: readonly string[] = [];

  constructor(parts: HubParts) {
    this.#parts = parts;
    const { store, clock, settings, baseUrl, faults } = parts;
    const notices = new RemovalNotices(parts);
    const common = {
      ...parts,
      mayTakeOver: () => store.isExclusive || faults.mayTakeOver(),
      pollMs: store.isExclusive ? OWN_POLL_MS : SHARED_POLL_MS,
    };
    this.#reachability = new Reachability({
      ...parts,
      onChange: (isPaused) => this.#pause(isPaused),
    });
    this.#writer = new SettlementWriter(common);
    this.#deliverer = new Deliverer({
      ...common,
      hubUrl: baseUrl + HUB_PATH,
      reachability: this.#reachability,
      writer: this.#writer,
      onRemoved: (delivery, removal) => notices.send(delivery, removal),
    });
    this.#verifier = new Verifier({
      ...common,
      reachability: this.#reachability,
      buckets: settings.isRateLimited ? new TokenBuckets(HOST_RATE) : undefined,
      onConfirmed: (verification) => this.#deliverer.drop(verification),
    });
    this.#announcer = new Announcer({
      ...common,
      onAnnounced: () => this.#deliverer.wake(),
    });
    this.#sweeps = new Turns({ clock, faults, take: () => this.#sweep() });
  }

  /** Takes up what an earlier process has left. */
  async start(): Promise<void> {
    const { store, clock } = this.#parts;
    if (store.isExclusive) await store.releaseClaims(clock.now());
    this.#sweeps.wake();
    this.#verifier.wake();
  }

  async accept(intent: Intent): Promise<Acceptance> {
    const { store, settings, clock, faults } = this.#parts;
    const limits = {
      pending: MAX_PENDING,
      subscriptions: settings.maxSubscriptions,
      subscriptionsPerHost: settings.maxSubscriptionsPerHost,
    };
    const acceptance = await store.accept(intent, limits, clock.now()).catch((error: unknown) => {
      // A turn finds out whether the store works, and sees to it that it is tried again.
      if (faults.isWell) this.#verifier.wake();
      throw error;
    });
    if (acceptance === 'accepted') this.#verifier.wake();
    return acceptance;
  }

  /** The release that is served: what changed since the last one goes to all subscribers. */
  publish(release: HeldRelease): void {
    this.#topics = release.topics.map(({ topic }) => topic);
    for (const topic of release.topics) this.#deliverer.hold(topic);
    this.#announcer.publish(release);
  }

  async status(): Promise<HubStatus> {
    const { store, clock } = this.#parts;
    const counts = new Map((await store.count(clock.now())).map((one) => [one.topic, one]));
    return {
      isPaused: this.#reachability.isPaused,
      topics: this.#topics.map((topic) => {
        const count = counts.get(topic);
        const {
          active = 0,
          pendingVerification = 0,
          pendingRemoval = 0,
          expired = 0,
        } = count ?? {};
        const announcedAt = count?.announcedAt;
        return {
          topic,
          lastPublished: announcedAt === undefined ? null : new Date(announcedAt).toISOString(),
          subscriptions: { active, pendingVerification, pendingRemoval, expired },
          undelivered: count?.due ?? 0,
        };
      }),
    };
  }

  /** Ends in order: nothing new begins, what is under way is recorded. The store is left open. */
  async stop(): Promise<void> {
    const { client, clock } = this.#parts;
    const cancel = clock.after(STOP_MS, () => void client.close());
    this.#reachability.close();
    await Promise.all([this.#sweeps.stop(), this.#announcer.stop()]);
    await Promise.all([this.#verifier.stop(), this.#deliverer.stop()]);
    cancel();
    await this.#writer.stop();
    await client.close();
  }

  #pause(isPaused: boolean): void {
    if (isPaused) {
      this.#deliverer.pause();
      this.#parts.log(
        'warn',
        'no subscriber can be reached, so the network here seems to be down: only some are tried, and no failure is counted',
      );
      return;
    }
    this.#parts.log('info', 'subscribers can be reached again');
    this.#deliverer.wake();
  }

  async #sweep(): Promise<number> {
    const { store, clock, log } = this.#parts;
    const purged = await store.purge(clock.now() - EXPIRED_KEPT_MS);
    if (purged > 0) log('debug', `${purged} subscriptions ended a day ago and are forgotten`);
    return SWEEP_MS;
  }
}
