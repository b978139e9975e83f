import { z } from 'zod';
import { END, selectRows } from './columns.ts';
import type { HubStore, Outcome, Settlement } from './hub-store.ts';
import { Pending } from './rows.ts';
import { pairKey, type Run, type SqlEngine, type SqlValue } from './sql-engine.ts';

/** Parameters from $5 on are of the outcome, which counts for the lease it was made under. */
const IS_HELD = `id = $1 AND claim = $2 AND state = $3
  AND (CAST($4 AS BIGINT) IS NULL OR verified_at = $4)`;

type Work = Settlement['row'];
type Of<Kind extends Outcome['kind']> = Extract<Outcome, { readonly kind: Kind }>;

/** Records the outcomes of claimed work. */
export function createTransitions(engine: SqlEngine): Pick<HubStore, 'settle'> {
  const { elements, lock } = engine.words;
  const lockTopics = `SELECT topic FROM testimony_topics ORDER BY topic ${lock}`;
  // In the order of ids, like announcements, so that neither waits for the other.
  const lockRows = `SELECT id FROM testimony_subscriptions
    WHERE id IN (SELECT CAST(value ->> 'id' AS BIGINT) FROM ${elements('$1')}) ORDER BY id ${lock}`;
  return {
    settle: (settlements) =>
      engine.transaction(async (run) => {
        // A subscription begins before a version is announced, or after it, and never in between.
        if (settlements.some(({ outcome }) => outcome.kind === 'confirmed')) await run(lockTopics);
        await run(lockRows, JSON.stringify(settlements.map(({ row: { id } }) => ({ id }))));
        const counted: boolean[] = [];
        for (const settlement of settlements) counted.push(await apply(run, settlement));
        return counted;
      }),
  };
}

async function apply(run: Run, { row, outcome }: Settlement): Promise<boolean> {
  switch (outcome.kind) {
    case 'confirmed':
      return confirm(run, row, outcome);
    case 'acknowledged':
      return acknowledge(run, row, outcome);
    case 'notified':
      return change(run, row, 'next_at = NULL, notified_at = $5', outcome.at);
    case 'failed':
      return fail(run, row, outcome);
    case 'ended':
      return row.state === 'pending' ? refuse(run, row, outcome) : end(run, row, outcome);
    case 'released':
      return change(run, row, 'next_at = COALESCE($5, next_at)', outcome.nextAt ?? null);
  }
}

/** Changes a row and frees it. If the claim is lost, nothing changes; a renewal is only freed. */
async function change(run: Run, row: Work, set: string, ...values: readonly SqlValue[]) {
  const changed = await run(
    `UPDATE testimony_subscriptions SET claim = NULL, ${set} WHERE ${IS_HELD} RETURNING id`,
    ...[row.id, row.claim, row.state, row.verifiedAt ?? null],
    ...values.map((value) => (typeof value === 'number' ? Math.round(value) : value)),
  );
  if (changed.length > 0) return true;
  const free = 'UPDATE testimony_subscriptions SET claim = NULL WHERE id = $1 AND claim = $2';
  await run(free, row.id, row.claim);
  return false;
}

/** The version on offer may already be newer than the one that was sent: it is still due. */
const UNLESS_NEWER = (value: string, column: string) =>
  `${column} = CASE WHEN offered > $5 THEN ${column} ELSE ${value} END`;

function acknowledge(run: Run, row: Work, outcome: Of<'acknowledged'>): Promise<boolean> {
  const set = `acknowledged = $5, acknowledged_at = $6, latency_ms = $7, attempts = 0, failures = 0,
    counted_at = NULL, ${UNLESS_NEWER('NULL', 'next_at')}`;
  return change(run, row, set, row.offered ?? 0, outcome.at, outcome.latencyMs);
}

function fail(run: Run, row: Work, outcome: Of<'failed'>): Promise<boolean> {
  const { at, fault, attempts, failures = 0, countedAt, nextAt } = outcome;
  const set = `failed_at = $6, fault = $7, failures = $8, counted_at = $9,
    ${UNLESS_NEWER('$10', 'attempts')}, ${UNLESS_NEWER('$11', 'next_at')}`;
  const values = [JSON.stringify(fault), failures, countedAt ?? null, attempts, nextAt ?? null];
  // A request and a notice have no version: nothing is newer.
  return change(run, row, set, row.offered ?? null, at, ...values);
}

/** Three failures are notified to the callback; an answer of 410 is not. */
function end(run: Run, row: Work, outcome: Of<'ended'>): Promise<boolean> {
  const { at, reason, fault } = outcome;
  const set = `${END}, ended_at = $5, reason = $6, cause = $7,
    next_at = CASE WHEN $8 = 1 THEN CAST($5 AS BIGINT) END,
    expires_at = CASE WHEN state = 'active' THEN expires_at END`;
  return change(run, row, set, at, reason, JSON.stringify(fault), reason === 'failed' ? 1 : 0);
}

/** The refusal of a renewal is kept with the subscription, which continues; any other as an end. */
async function refuse(run: Run, row: Work, outcome: Of<'ended'>): Promise<boolean> {
  const renewed = await run(
    `UPDATE testimony_subscriptions SET refused_at = $3, refusal = $4
    WHERE state = 'active' AND pair IN (SELECT pair FROM testimony_subscriptions
      WHERE id = $1 AND claim = $2 AND state = 'pending') RETURNING id`,
    ...[row.id, row.claim, Math.round(outcome.at), JSON.stringify(outcome.fault)],
  );
  return renewed.length > 0 ? remove(run, row) : end(run, row, outcome);
}

async function remove(run: Run, row: Work): Promise<boolean> {
  const sql = 'DELETE FROM testimony_subscriptions WHERE id = $1 AND claim = $2 RETURNING id';
  return (await run(sql, row.id, row.claim)).length > 0;
}

const Held = z.array(Pending);
const HELD = selectRows(`WHERE id = $1 AND claim = $2 AND state = 'pending'`);

/** The request takes effect, unless a newer one has replaced it. */
async function confirm(run: Run, row: Work, { at, expiresAt }: Of<'confirmed'>): Promise<boolean> {
  const [held] = Held.parse(await run(HELD, row.id, row.claim));
  if (!held) return false;
  const pair = pairKey(held);
  if (held.mode === 'unsubscribe') {
    await run(
      `UPDATE testimony_subscriptions SET ${END}, reason = 'unsubscribed', ended_at = $2,
        next_at = NULL, claim = NULL WHERE pair = $1 AND state = 'active'`,
      ...[pair, at],
    );
    return remove(run, row);
  }
  // A notice of an earlier end would deny the new subscription.
  await run(
    `DELETE FROM testimony_subscriptions
    WHERE pair = $1 AND (state = 'ended' OR (state = 'active' AND expires_at <= $2))`,
    ...[pair, at],
  );
  const newest = 'COALESCE((SELECT sequence FROM testimony_topics WHERE topic = held.topic), 0)';
  // Content that a renewed subscription has not acknowledged is due at once, including versions
  // announced after the lease that the callback has renewed in time; no failure is counted. A
  // delivery in flight keeps its claim, so that there are never two at a time.
  const renewed = await run(
    `UPDATE testimony_subscriptions AS held SET secret = $2, verified_at = $3, expires_at = $4,
      attempts = 0, failures = 0, counted_at = NULL, refused_at = NULL, refusal = NULL,
      offered = ${newest},
      next_at = CASE WHEN acknowledged < ${newest} THEN CAST($3 AS BIGINT) END
    WHERE pair = $1 AND state = 'active' RETURNING id`,
    ...[pair, held.secret ?? null, at, Math.round(expiresAt)],
  );
  if (renewed.length > 0) return remove(run, row);
  // A new subscription waits for the next change.
  const activated = await run(
    `UPDATE testimony_subscriptions AS held SET state = 'active', subscribed_at = $2,
      verified_at = $2, expires_at = $3, offered = ${newest}, acknowledged = ${newest},
      attempts = 0, next_at = NULL, failed_at = NULL, fault = NULL, claim = NULL, client = NULL
    WHERE id = $1 RETURNING id`,
    ...[row.id, at, Math.round(expiresAt)],
  );
  return activated.length > 0;
}
