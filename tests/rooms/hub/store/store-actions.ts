import assert from 'node:assert/strict';
import type { Fault } from '../../../../sidecar/hub/callback/fault.ts';
import type {
  DeliveryRequest,
  HubStore,
  Outcome,
  Settlement,
  StoreLimits,
} from '../../../../sidecar/hub/store/hub-store.ts';
import type { Claimed, Intent, Row } from '../../../../sidecar/hub/store/rows.ts';

/*
 * What tests do with a store, as subscribers, publishers and sidecars.
 */

export const NOW = Date.UTC(2026, 10, 20);
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
export const TOPIC = 'https://reviews.test/feed.xml';
export const OTHER_TOPIC = 'https://reviews.test/reviews.json';
export const CLIENT = '192.0.2.0/24';
export const FAULT: Fault = { kind: 'status', status: 500 };
export const STATES = ['pending', 'active', 'ended'] as const;
export const UNLIMITED: StoreLimits = {
  maxPending: 0,
  maxPendingPerClient: 0,
  maxSubscriptions: 0,
  maxSubscriptionsPerHost: 0,
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
    ...changes,
  };
}

/** Accepts a request of a host, where the store has no limits. */
export function request(store: HubStore, host: string, changes: Partial<Intent> = {}, now = NOW) {
  return store.accept(intent(host, changes), CLIENT, UNLIMITED, now);
}

type Claiming = Partial<DeliveryRequest> & { readonly version?: number };

/** Claims rows of a state, without limits; of subscriptions those that lack a version. */
export function claim(store: HubStore, state: Row['state'], changes: Claiming = {}) {
  const { version = 1, ...others } = changes;
  const request = {
    ...{ now: NOW, until: NOW + MINUTE, limit: 2000, perHost: 2000, inFlight: new Map() },
    ...{ topics: [{ topic: TOPIC, hash: `${version}` }], ...others },
  };
  if (state === 'active') return store.claimDeliveries(request);
  return state === 'ended' ? store.claimNotices(request) : store.claimVerifications(request);
}

/** Claims the one row of a state that is due. */
export async function claimOne(store: HubStore, state: Row['state'], changes?: Claiming) {
  return only<Claimed<Row>>(await claim(store, state, changes));
}

/** The one row of those that were claimed, or listed. */
export function only<One>(rows: readonly One[]): One {
  const [row, ...others] = rows;
  assert.ok(row !== undefined && others.length === 0, `there is one, not ${rows.length}`);
  return row;
}

/** Settles one; resolves to whether it has counted. */
export async function settle(store: HubStore, row: Settlement['row'], outcome: Outcome) {
  return only(await store.settle([{ row, outcome }]));
}

/** The same outcome of several. */
export function settleAll(store: HubStore, rows: readonly Settlement['row'][], outcome: Outcome) {
  return store.settle(rows.map((row) => ({ row, outcome })));
}

export const confirmed = (at = NOW, expiresAt = at + DAY) =>
  ({ kind: 'confirmed', at, expiresAt }) as const;

export const acknowledged = (at = NOW) => ({ kind: 'acknowledged', at, latencyMs: 12 }) as const;

/** An attempt failed, as it may be by these changes. */
export function failed(changes: Partial<Extract<Outcome, { kind: 'failed' }>> = {}): Outcome {
  const counts = { attempts: 1, failures: 1, countedAt: NOW, nextAt: NOW + MINUTE };
  return { kind: 'failed', at: NOW, fault: FAULT, ...counts, ...changes };
}

/** Requests and confirms something for a host. */
export async function perform(
  store: HubStore,
  host: string,
  changes: Partial<Intent> = {},
  outcome = confirmed(),
) {
  const { at } = outcome;
  assert.equal(await request(store, host, changes, at), 'accepted');
  const claimed = await claim(store, 'pending', { now: at, until: at + 1 });
  const rows = claimed.filter((row) => row.host === host);
  assert.equal(await settle(store, only<Claimed<Row>>(rows), outcome), true);
}

/** Subscribes many callbacks: number n of a host has the path /n. */
export async function subscribeMany(store: HubStore, hosts: Readonly<Record<string, number>>) {
  for (const [host, count] of Object.entries(hosts)) {
    for (let n = 0; n < count; n++) {
      await request(store, host, { callback: `https://${host}/${n}` });
    }
  }
  await settleAll(store, await claim(store, 'pending'), confirmed());
}

/** Announces a version of the topic; resolves to how many it is due to. */
export async function announce(store: HubStore, version: number, now = NOW) {
  const publication = { topic: TOPIC, hash: `${version}`, ordinal: version };
  const { news, due } = await store.announce(publication, now);
  assert.equal(news, 'announced');
  return due;
}

/** The rows of a state, by callback. */
export async function rowsOf<State extends Row['state']>(store: HubStore, state: State) {
  const isOfState = (row: Row): row is Extract<Row, { state: State }> => row.state === state;
  return (await store.list()).filter(isOfState);
}

export const hostsOf = (rows: readonly { readonly host: string }[]) => rows.map(({ host }) => host);
