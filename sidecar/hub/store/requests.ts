import { z } from 'zod';
import { claimableAt, claimFrom, isUnclaimed } from './claims.ts';
import { composeRequestEnd, composeSubscriptionEnd } from './ended.ts';
import type { HubStore } from './hub-store.ts';
import { absent, Intent, Subscription, Verification } from './rows.ts';
import {
  INTENT_COLUMNS,
  pairKey,
  type Run,
  type SqlEngine,
  SUBSCRIPTION_COLUMNS,
  TimeRows,
} from './sql-engine.ts';

/** Whether a request, called held, is about an active subscription. */
export const IS_KNOWN = (now: string) => `EXISTS (SELECT 1 FROM testimony_subscriptions AS active
  WHERE active.pair = held.pair AND active.expires_at > ${now})`;

const VerificationRows = z.array(Verification);
const IntentRows = z.array(Intent);
const HeldRows = z.array(
  Subscription.extend({
    id: z.number(),
    claim: absent(z.string()),
    claimedUntil: absent(z.number()),
  }),
);
const PairRows = z.array(z.object({ pair: z.string() }));

type Methods = 'claimVerifications' | 'confirm' | 'refuse' | 'nextVerificationAt';

/** Requests on their way from the queue to their end. */
export function createVerifications(engine: SqlEngine): Pick<HubStore, Methods> {
  const { skipLocked, elements } = engine.words;
  const find = `SELECT id, attempts, client, requested_at AS "requestedAt",
      crowded_at AS "crowdedAt", CASE WHEN ${IS_KNOWN('$1')} THEN 1 ELSE 0 END AS "isKnown",
      ${INTENT_COLUMNS}
    FROM testimony_requests AS held
    WHERE ready_at <= $1 AND ${isUnclaimed('$2', '$1')}
      AND host NOT IN (SELECT value ->> 'host' FROM ${elements('$3')})
      AND client NOT IN (SELECT value ->> 'client' FROM ${elements('$5')})
    ORDER BY ready_at, id LIMIT $4 ${skipLocked}`;

  return {
    claimVerifications: async (request) => {
      const served = JSON.stringify((request.servedClients ?? []).map((client) => ({ client })));
      return claimFrom(engine, 'testimony_requests', request, async (search) => {
        const { run, takeOver, hosts, most } = search;
        return VerificationRows.parse(await run(find, request.now, takeOver, hosts, most, served));
      });
    },
    confirm: (id, expiresAt, now) =>
      engine.transaction(async (run) => {
        const deleted = `DELETE FROM testimony_requests WHERE id = $1 RETURNING ${INTENT_COLUMNS}`;
        const [intent] = IntentRows.parse(await run(deleted, id));
        if (!intent) return 'superseded';
        if (intent.mode === 'subscribe') return subscribe(run, intent, expiresAt, now);
        await unsubscribe(run, intent, now);
        return 'unsubscribed';
      }),
    refuse: (id, reason, fault, now) =>
      engine.transaction((run) => refuse(run, id, { reason, fault: JSON.stringify(fault), now })),
    nextVerificationAt: async () => {
      const sql = `SELECT min(${claimableAt('ready_at')}) AS value FROM testimony_requests`;
      return TimeRows.parse(await engine.read(sql))[0].value;
    },
  };
}

/**
 * Of an active subscription the refusal is kept on its row, which remains; else as an end. Nothing
 * happens where the request has ended already.
 */
export async function refuse(
  run: Run,
  id: number,
  { reason, fault, now }: { readonly reason: string; readonly fault: string; readonly now: number },
): Promise<void> {
  // Locks it: another sidecar may be about to confirm it.
  const lock = 'UPDATE testimony_requests SET claim = NULL WHERE id = $1 RETURNING pair';
  const [held] = PairRows.parse(await run(lock, id));
  if (!held) return;
  const renewed = await run(
    `UPDATE testimony_subscriptions SET refused_at = $2, refusal = $3
    WHERE pair = $1 AND expires_at > $2 RETURNING id`,
    ...[held.pair, now, fault],
  );
  if (renewed.length === 0) {
    await run(
      composeRequestEnd({
        reason: 'CAST($2 AS TEXT)',
        endedAt: 'CAST($3 AS BIGINT)',
        failedAt: 'CAST($3 AS BIGINT)',
        fault: 'CAST($4 AS TEXT)',
        from: 'testimony_requests AS held WHERE held.id = $1',
      }),
      ...[id, reason, now, fault],
    );
  }
  await run('DELETE FROM testimony_requests WHERE id = $1', id);
}

async function unsubscribe(run: Run, intent: Intent, now: number): Promise<void> {
  const pair = pairKey(intent);
  await run(
    composeSubscriptionEnd({
      reason: `'unsubscribed'`,
      endedAt: 'CAST($2 AS BIGINT)',
      failedAt: 'held.failed_at',
      fault: 'held.fault',
      noticeUntil: 'CAST(NULL AS BIGINT)',
      from: 'testimony_subscriptions AS held WHERE held.pair = $1',
    }),
    ...[pair, now],
  );
  await run('DELETE FROM testimony_subscriptions WHERE pair = $1', pair);
}

/**
 * A new subscription waits for the next change. A renewed one has as much acknowledged as before, and
 * what it lacks is due at once, with no failure counted. A delivery in flight keeps its claim, so that
 * there are never two at a time. One that is signed with another secret than the new one does not
 * count even where it is acknowledged, as the subscriber may have thrown it away (WebSub §8): the
 * subscription has another id then.
 */
async function subscribe(
  run: Run,
  { topic, callback, host, secret }: Intent,
  expiresAt: number,
  now: number,
): Promise<'subscribed' | 'renewed'> {
  const pair = pairKey({ topic, callback });
  const sql = `DELETE FROM testimony_subscriptions WHERE pair = $1
    RETURNING id, claim, claimed_until AS "claimedUntil", ${SUBSCRIPTION_COLUMNS}`;
  const [held] = HeldRows.parse(await run(sql, pair));
  const before = held && held.expiresAt > now ? held : undefined;
  const id = before && before.secret === secret ? before.id : undefined;
  const columns = `pair, topic, callback, host, secret, expires_at, subscribed_at, acknowledged,
    tried, attempts, failures, ready_at, acknowledged_at, latency_ms, failed_at, fault, verified_at,
    claim, claimed_until`;
  const acknowledged = 'COALESCE($8, (SELECT sequence FROM testimony_topics WHERE topic = $2), 0)';
  await run(
    `INSERT INTO testimony_subscriptions (${columns}${id === undefined ? '' : ', id'})
    VALUES ($1, $2, $3, $4, $5, $6, $7, ${acknowledged}, 0, 0, 0, $9, $10, $11, $12, $13, $9, $14,
      $15${id === undefined ? '' : ', $16'})`,
    ...[pair, topic, callback, host, secret ?? null, expiresAt],
    ...[before?.subscribedAt ?? now, before?.acknowledged ?? null, now],
    ...[before?.acknowledgedAt ?? null, before?.latencyMs ?? null, before?.failedAt ?? null],
    before?.fault ? JSON.stringify(before.fault) : null,
    ...[held?.claim ?? null, held?.claimedUntil ?? null, ...(id === undefined ? [] : [id])],
  );
  // It is not to learn of an end that is over; last, as one may be recorded meanwhile.
  await run('DELETE FROM testimony_ended WHERE pair = $1', pair);
  return before ? 'renewed' : 'subscribed';
}
