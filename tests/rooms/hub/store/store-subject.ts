import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Fault } from '../../../../sidecar/hub/callback/fault.ts';
import type {
  ClaimRequest,
  DeliveryClaimRequest,
  HubStore,
  Origin,
  Settlement,
  StoreLimits,
} from '../../../../sidecar/hub/store/hub-store.ts';
import {
  openEngine,
  openStore,
  type StorePlace,
} from '../../../../sidecar/hub/store/open-store.ts';
import type { Delivery, Intent, Subscription } from '../../../../sidecar/hub/store/rows.ts';
import type { SqlEngine } from '../../../../sidecar/hub/store/sql-engine.ts';
import { atEnd } from '../../../support/lifetime.ts';

/** Makes an empty place for a store, which goes after the test. */
export type MakePlace = (test: TestContext) => Promise<StorePlace>;

export const NOW = Date.UTC(2026, 10, 20);
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
export const TOPIC = 'https://reviews.test/feed.xml';
export const OTHER_TOPIC = 'https://reviews.test/reviews.json';
export const UNLIMITED: StoreLimits = {
  pending: 0,
  pendingPerClient: 0,
  subscriptions: 0,
  subscriptionsPerHost: 0,
};
export const SOMEBODY: Origin = { client: '192.0.2.1', network: undefined };
export const FAULT: Fault = { kind: 'status', status: 500, message: 'it answered 500' };

/** Opens the store of a place, until the test ends. */
export async function open(
  test: TestContext,
  place: StorePlace,
  now?: () => number,
): Promise<HubStore> {
  const store = await openStore(place, now);
  atEnd(test, () => store.close());
  return store;
}

type Subject = {
  /** An empty one. */
  readonly store: HubStore;
  /** Opens the same store again, beside it. */
  readonly again: () => Promise<HubStore>;
  /** Opens another that is empty. */
  readonly another: () => Promise<HubStore>;
  /** Opens another, in a database that something was written to before. */
  readonly after: (write: (engine: SqlEngine) => Promise<void>) => Promise<HubStore>;
};

/** Tests something that a store promises. */
export type Rule = (title: string, check: (subject: Subject) => Promise<void>) => void;

export const createRule =
  (makePlace: MakePlace): Rule =>
  (title, check) => {
    test(title, async (t) => {
      const place = await makePlace(t);
      const again = () => open(t, place);
      const another = async () => open(t, await makePlace(t));
      const after = async (write: (engine: SqlEngine) => Promise<void>) => {
        const used = await makePlace(t);
        const engine = await openEngine(used, Date.now);
        await write(engine).finally(() => engine.close());
        return open(t, used);
      };
      await check({ store: await again(), again, another, after });
    });
  };

/** A request to subscribe, of a callback on a host. */
export function intent(host: string, changes: Partial<Intent> = {}): Intent {
  return {
    mode: 'subscribe',
    topic: TOPIC,
    topicAsGiven: TOPIC,
    callback: `https://${host}/callback`,
    host,
    secret: undefined,
    leaseSeconds: 864_000,
    verifyToken: undefined,
    ...changes,
  };
}

/** Accepts a request of a host, where the store has no limits. */
export function request(store: HubStore, host: string, changes: Partial<Intent> = {}, now = NOW) {
  return store.accept(intent(host, changes), SOMEBODY, UNLIMITED, now);
}

export function claiming(changes: Partial<ClaimRequest> = {}): ClaimRequest {
  const limits = { limit: 1000, busyHosts: [], perHost: 1000 };
  return { now: NOW, until: NOW + MINUTE, ...limits, takeOver: false, ...changes };
}

export function claimingDue(changes: Partial<DeliveryClaimRequest> = {}): DeliveryClaimRequest {
  return { ...claiming(), topic: TOPIC, hash: 'a', failing: false, ...changes };
}

/** The one request that waits for a callback of a host, claimed. */
export async function claimOne(store: HubStore, host: string, now = NOW) {
  const claimed = await store.claimVerifications(claiming({ now, until: now + MINUTE }));
  const one = claimed.find((verification) => verification.host === host);
  assert.ok(one, `no request of ${host} is ready`);
  return one;
}

/** Accepts and confirms a request. */
export async function perform(
  store: HubStore,
  host: string,
  changes: Partial<Intent> = {},
  { now = NOW, expiresAt = now + DAY }: { now?: number; expiresAt?: number } = {},
) {
  assert.equal(await request(store, host, changes, now), 'accepted');
  const { id } = await claimOne(store, host, now);
  return store.confirm(id, expiresAt, now);
}

/** A subscription of a host as it is when it is new. */
export function subscription(host: string, changes: Partial<Subscription> = {}): Subscription {
  const none = undefined;
  return {
    ...{ topic: TOPIC, callback: `https://${host}/callback`, host, secret: none },
    ...{ subscribedAt: NOW, expiresAt: NOW + DAY, acknowledged: 0, tried: 0, attempts: 0 },
    ...{ failures: 0, countedAt: none, readyAt: NOW, acknowledgedAt: none, latencyMs: none },
    ...{ failedAt: none, fault: none, verifiedAt: NOW },
    ...{ refusedAt: none, refusal: none, ...changes },
  };
}

/** Subscribes many callbacks at once: number n of each host has the path /n. */
export async function subscribeMany(store: HubStore, hosts: Readonly<Record<string, number>>) {
  const subscriptions = Object.entries(hosts).flatMap(([host, count]) =>
    Array.from({ length: count }, (_, number) =>
      subscription(host, { callback: `https://${host}/${number}` }),
    ),
  );
  await store.importAll({ topics: [], subscriptions, requests: [], ended: [], blocked: [] });
}

/** Announces version n of the topic, whose hash is a letter. */
export async function announce(store: HubStore, hash: string, ordinal: number, now = NOW) {
  assert.equal(await store.announce({ topic: TOPIC, hash, ordinal }, now), 'announced');
}

/** The one delivery that is due. */
export async function claimDelivery(
  store: HubStore,
  changes: Partial<DeliveryClaimRequest> = {},
): Promise<Delivery> {
  const [delivery, ...others] = await store.claimDeliveries(claimingDue(changes));
  assert.ok(delivery && others.length === 0, 'one delivery is due');
  return delivery;
}

type Claimed = Pick<Delivery, 'id' | 'claim' | 'expiresAt'>;

/** The callback took version `sequence`. */
export function acknowledged(
  { id, claim }: Pick<Claimed, 'id' | 'claim'>,
  sequence: number,
  at = NOW,
): Settlement {
  return { id, claim, outcome: 'acknowledged', sequence, at, latencyMs: 12 };
}

type Failure = Settlement & { readonly outcome: 'failed' };

/** An attempt failed, as it may be by these changes. */
export function failed(held: Claimed, changes: Partial<Failure> = {}): Settlement {
  const { id, claim, expiresAt } = held;
  return {
    ...{ id, claim, expiresAt, outcome: 'failed', sequence: 1, at: NOW, fault: FAULT },
    ...{ attempts: 1, failures: 0, countedAt: undefined, readyAt: NOW, ...changes },
  };
}

/** The subscription ends. */
export function ended(held: Claimed, reason: 'failed' | 'gone', at = NOW): Settlement {
  const { id, claim, expiresAt } = held;
  return { id, claim, expiresAt, outcome: 'ended', reason, at, fault: FAULT };
}

/** The one subscription that the store holds. */
export async function only(store: HubStore) {
  const [subscription, ...others] = await store.listSubscriptions({});
  assert.ok(subscription && others.length === 0);
  return subscription;
}

export const hostsOf = (rows: readonly { readonly host: string }[]) => rows.map(({ host }) => host);
