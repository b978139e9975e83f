import { z } from 'zod';
import { ACTIVE_ID } from './columns.ts';
import type { Acceptance, HubStore, StoreLimits } from './hub-store.ts';
import { REQUEST_MS } from './migrations.ts';
import type { Intent } from './rows.ts';
import { pairKey, type Run, type SqlEngine } from './sql-engine.ts';

/** Admits requests within bounds: one at a time, of all sidecars, so none pass them together. */
export function createAdmission(engine: SqlEngine): Pick<HubStore, 'accept'> {
  const blocked = `SELECT host FROM testimony_blocked
    WHERE host IN (SELECT value ->> 'host' FROM ${engine.words.elements('$1')})`;
  return {
    accept: (intent, client, limits, now) =>
      engine.transaction(async (run): Promise<Acceptance> => {
        const hosts = JSON.stringify(domainsOf(intent.host).map((host) => ({ host })));
        if ((await run(blocked, hosts)).length > 0) return 'blocked';
        const refusal = await findRefusal(run, intent, client, limits);
        if (refusal) return refusal;
        await store(run, intent, client, now);
        return 'accepted';
      }, 'admission'),
  };
}

/** Returns a host and all domains above it. */
function domainsOf(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

const count = z.number();
const CountRows = z.tuple([
  z.object({
    /** 1 if this client asked for the same and it waits; 1 if it is subscribed. */
    ...{ pending: count, active: count },
    /** Other requests that wait. */
    ...{ renewals: count, newcomers: count, ofClient: count },
    /** With the requests that may become one. */
    ...{ subscriptions: count, subscriptionsOfHost: count },
  }),
]);
// Materialized, as SQLite would look up the active row again wherever a column is named.
const COUNTS = `
  WITH waiting AS MATERIALIZED (
    SELECT pair, client, host, mode, CASE WHEN ${ACTIVE_ID} IS NULL THEN 0 ELSE 1 END AS is_renewal
    FROM testimony_subscriptions AS held WHERE state = 'pending'
  ), others AS MATERIALIZED (
    SELECT client, host, mode, is_renewal FROM waiting WHERE pair <> $1
  )
  SELECT
    (SELECT count(*) FROM waiting WHERE pair = $1 AND client = $2) AS pending,
    (SELECT count(*) FROM testimony_subscriptions WHERE pair = $1 AND state = 'active') AS active,
    count(*) FILTER (WHERE is_renewal = 1) AS renewals,
    count(*) FILTER (WHERE is_renewal = 0) AS newcomers,
    count(*) FILTER (WHERE is_renewal = 0 AND client = $2) AS "ofClient",
    count(*) FILTER (WHERE is_renewal = 0 AND mode = 'subscribe')
      + (SELECT count(*) FROM testimony_subscriptions WHERE state = 'active') AS subscriptions,
    count(*) FILTER (WHERE is_renewal = 0 AND mode = 'subscribe' AND host = $3)
      + (SELECT count(*) FROM testimony_subscriptions WHERE host = $3 AND state = 'active')
      AS "subscriptionsOfHost"
  FROM others`;

/** Returns the reason why a request is refused. Newcomers cannot keep out renewals. */
async function findRefusal(run: Run, intent: Intent, client: string, limits: StoreLimits) {
  const { mode, host } = intent;
  const [found] = CountRows.parse(await run(COUNTS, pairKey(intent), client, host));
  if (found.pending > 0) return undefined;
  if (found.active > 0) return isFull(limits.maxPending, found.renewals) ? 'queue-full' : undefined;
  if (mode === 'unsubscribe') return 'unknown';
  if (isFull(limits.maxPendingPerClient, found.ofClient)) return 'client-full';
  if (isFull(limits.maxSubscriptions, found.subscriptions)) return 'full';
  if (isFull(limits.maxSubscriptionsPerHost, found.subscriptionsOfHost)) return 'host-full';
  return isFull(limits.maxPending, found.newcomers) ? 'queue-full' : undefined;
}

function isFull(limit: number, count: number): boolean {
  return limit > 0 && count >= limit;
}

/** Stores a new row, so that this request is not confirmed with the challenge of an earlier one. */
async function store(run: Run, intent: Intent, client: string, now: number): Promise<void> {
  const { mode, topic, topicAsGiven, callback, host, secret, leaseSeconds } = intent;
  const pair = pairKey(intent);
  await run(`DELETE FROM testimony_subscriptions WHERE pair = $1 AND state = 'pending'`, pair);
  await run(
    `INSERT INTO testimony_subscriptions (state, pair, mode, topic, topic_as_given, callback, host,
      secret, lease_seconds, client, requested_at, next_at, expires_at)
    VALUES ('pending', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)`,
    ...[pair, mode, topic, topicAsGiven, callback, host, secret ?? null, leaseSeconds],
    ...[client, now, now + REQUEST_MS],
  );
}
