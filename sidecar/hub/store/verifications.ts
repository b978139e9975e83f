import { z } from 'zod';
import { claimRows } from './claim-rows.ts';
import type { HubStore, Intent } from './hub-store.ts';
import { pairKey } from './pair-key.ts';
import type { Run, SqlEngine } from './sql-engine.ts';
import { absent, INTENT_COLUMNS, IntentRow } from './stored-rows.ts';

const VerificationRows = z.array(IntentRow.extend({ id: z.number(), attempts: z.number() }));
const IntentRows = z.array(IntentRow);
const HeldRows = z.array(
  z.object({
    id: z.number(),
    secret: absent(z.string()),
    expiresAt: z.number(),
    subscribedAt: z.number(),
    settled: z.number(),
    readyAt: z.number(),
    acknowledgedAt: absent(z.number()),
  }),
);
const HELD_COLUMNS = `id, secret, expires_at AS "expiresAt", subscribed_at AS "subscribedAt", settled,
  ready_at AS "readyAt", acknowledged_at AS "acknowledgedAt"`;
const TimeRows = z.tuple([z.object({ value: absent(z.number()) })]);

type Methods = 'claimVerifications' | 'confirm' | 'refuse' | 'postpone' | 'nextVerificationAt';

/** Requests on their way from the queue to their end. */
export function createVerifications(
  engine: SqlEngine,
  randomClaim: () => string,
): Pick<HubStore, Methods> {
  const { skipLocked, elements } = engine.words;
  const find = `SELECT id, attempts, ${INTENT_COLUMNS} FROM testimony_requests
    WHERE ready_at <= $1 AND (claim IS NULL OR $2 = 1)
      AND host NOT IN (SELECT value ->> 'host' FROM ${elements('$3')})
    ORDER BY ready_at LIMIT $4 ${skipLocked}`;
  const mark = `UPDATE testimony_requests SET claim = $1, ready_at = $2
    WHERE id IN (SELECT CAST(value ->> 'id' AS BIGINT) FROM ${elements('$3')})`;

  return {
    claimVerifications: (request) =>
      engine.transaction((run) => {
        const claim = randomClaim();
        const takeOver = request.takeOver ? 1 : 0;
        return claimRows(request, {
          find: async (hosts, most) =>
            VerificationRows.parse(await run(find, request.now, takeOver, hosts, most)),
          mark: (ids) => run(mark, claim, request.until, ids),
        });
      }),
    confirm: (id, expiresAt, now) =>
      engine.transaction(async (run) => {
        const deleted = `DELETE FROM testimony_requests WHERE id = $1 RETURNING ${INTENT_COLUMNS}`;
        const [intent] = IntentRows.parse(await run(deleted, id));
        if (!intent) return 'superseded';
        if (intent.mode === 'subscribe') return subscribe(run, intent, expiresAt, now);
        await run('DELETE FROM testimony_subscriptions WHERE pair = $1', pairKey(intent));
        return 'unsubscribed';
      }),
    refuse: (id) =>
      engine.transaction(async (run) => {
        await run('DELETE FROM testimony_requests WHERE id = $1', id);
      }),
    postpone: (id, attempts, readyAt) =>
      engine.transaction(async (run) => {
        await run(
          `UPDATE testimony_requests SET attempts = $2, ready_at = $3, claim = NULL WHERE id = $1`,
          ...[id, attempts, Math.round(readyAt)],
        );
      }),
    nextVerificationAt: async () => {
      const rows = await engine.read('SELECT min(ready_at) AS value FROM testimony_requests');
      return TimeRows.parse(rows)[0].value;
    },
  };
}

/**
 * A new subscription waits for the next change. A renewed one keeps its place; a delivery in flight
 * loses its claim, so that its failure does not count against the new lease. One that is signed with
 * another secret than the new one does not even count where it is acknowledged, as the subscriber
 * may have thrown it away (WebSub §8): the subscription has another id then.
 */
async function subscribe(
  run: Run,
  intent: Intent,
  expiresAt: number,
  now: number,
): Promise<'subscribed' | 'renewed'> {
  const { topic, callback, host, secret } = intent;
  const pair = pairKey(intent);
  const sql = `DELETE FROM testimony_subscriptions WHERE pair = $1 RETURNING ${HELD_COLUMNS}`;
  const [held] = HeldRows.parse(await run(sql, pair));
  const before = held && held.expiresAt > now ? held : undefined;
  const id = before && before.secret === secret ? before.id : undefined;
  const columns = `pair, topic, callback, host, secret, expires_at, subscribed_at, settled,
    tried, attempts, failures, ready_at, acknowledged_at`;
  const settled = 'COALESCE($8, (SELECT sequence FROM testimony_topics WHERE topic = $2), 0)';
  await run(
    `INSERT INTO testimony_subscriptions (${columns}${id === undefined ? '' : ', id'})
    VALUES ($1, $2, $3, $4, $5, $6, $7, ${settled}, 0, 0, 0, $9, $10${id === undefined ? '' : ', $11'})`,
    ...[pair, topic, callback, host, secret ?? null, expiresAt],
    ...[before?.subscribedAt ?? now, before?.settled ?? null, before?.readyAt ?? now],
    ...[before?.acknowledgedAt ?? null, ...(id === undefined ? [] : [id])],
  );
  return before ? 'renewed' : 'subscribed';
}
