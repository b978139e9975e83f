import { z } from 'zod';
import { claimRows } from './claim-rows.ts';
import type { HubStore, Intent } from './hub-store.ts';
import { pairKey } from './pair-key.ts';
import type { Run, SqlEngine } from './sql-engine.ts';
import { absent, INTENT_COLUMNS, IntentRow } from './stored-rows.ts';

const VerificationRows = z.array(IntentRow.extend({ id: z.number(), attempts: z.number() }));
const IntentRows = z.array(IntentRow);
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
 * loses its claim, so that its failure does not count against the new lease.
 */
async function subscribe(
  run: Run,
  intent: Intent,
  expiresAt: number,
  now: number,
): Promise<'subscribed' | 'renewed'> {
  const { topic, callback, host, secret } = intent;
  const pair = pairKey(intent);
  const active = `SELECT id FROM testimony_subscriptions WHERE pair = $1 AND expires_at > $2`;
  const isRenewal = (await run(active, pair, now)).length > 0;
  const kept = (column: string) =>
    `${column} = CASE WHEN held.expires_at > $7 THEN held.${column} ELSE excluded.${column} END`;
  await run(
    `INSERT INTO testimony_subscriptions AS held (pair, topic, callback, host, secret, expires_at,
      subscribed_at, settled, tried, attempts, failures, ready_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7,
      COALESCE((SELECT sequence FROM testimony_topics WHERE topic = $2), 0), 0, 0, 0, $7)
    ON CONFLICT (pair) DO UPDATE SET host = excluded.host, secret = excluded.secret,
      expires_at = excluded.expires_at, tried = 0, attempts = 0, failures = 0, claim = NULL,
      ${['settled', 'subscribed_at', 'ready_at', 'acknowledged_at'].map(kept).join(', ')}`,
    ...[pair, topic, callback, host, secret ?? null, expiresAt, now],
  );
  return isRenewal ? 'renewed' : 'subscribed';
}
