import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { claimRows } from './claim-rows.ts';
import {
  type Acceptance,
  type HubStore,
  Intent,
  type StoreLimits,
  Subscription,
} from './hub-store.ts';
import {
  INTENT_COLUMNS,
  pairKey,
  type Run,
  type SqlEngine,
  SUBSCRIPTION_COLUMNS,
  TimeRows,
} from './sql-engine.ts';

type Refusal = Exclude<Acceptance, 'accepted'>;
type Newcomer = Pick<Intent, 'mode' | 'host'> & { readonly pair: string };

/** Lets requests in: one at a time, of all sidecars, so that no two pass a limit together. */
export function createAdmission(engine: SqlEngine): Pick<HubStore, 'accept'> {
  return {
    accept: (intent, limits, now) =>
      engine.transaction(async (run) => {
        const newcomer = { ...intent, pair: pairKey(intent) };
        const refusal = await findRefusal(run, newcomer, limits, now);
        if (refusal) return refusal;
        await store(run, intent, newcomer.pair, now);
        return 'accepted';
      }, 'admission'),
  };
}

async function findRefusal(
  run: Run,
  { mode, host, pair }: Newcomer,
  limits: StoreLimits,
  now: number,
): Promise<Refusal | undefined> {
  const [{ pending, active, known, coming }] = KnownRows.parse(await run(KNOWN, pair, now));
  if (pending > 0) return undefined;
  if (mode === 'unsubscribe' && active === 0) return 'unknown';
  // Those that are known already have a queue of their own: newcomers cannot keep them out.
  if (isFull(limits.pending, active > 0 ? known : coming)) return 'queue-full';
  if (active > 0) return undefined;
  const count = async (condition: string, ...values: string[]) =>
    CountRows.parse(await run(countSubscriptions(condition), now, ...values))[0];
  const { subscriptions, subscriptionsPerHost } = limits;
  const all = subscriptions > 0 ? await count('') : NONE;
  const ofHost = subscriptionsPerHost > 0 ? await count('AND held.host = $2', host) : NONE;
  if (isFull(subscriptions, all.active)) return 'full';
  if (isFull(subscriptionsPerHost, ofHost.active)) return 'host-full';
  // Those that wait become subscriptions, or make room.
  const mayBeFull =
    isFull(subscriptions, all.active + all.coming) ||
    isFull(subscriptionsPerHost, ofHost.active + ofHost.coming);
  return mayBeFull ? 'queue-full' : undefined;
}

function isFull(limit: number, count: number): boolean {
  return limit > 0 && count >= limit;
}

/** Whether a request, called held, is about an active subscription. */
const IS_KNOWN = (now: string) => `EXISTS (SELECT 1 FROM testimony_subscriptions AS active
  WHERE active.pair = held.pair AND active.expires_at > ${now})`;

const KnownRows = z.tuple([
  z.object({ pending: z.number(), active: z.number(), known: z.number(), coming: z.number() }),
]);
const KNOWN = `SELECT
  (SELECT count(*) FROM testimony_requests WHERE pair = $1) AS pending,
  (SELECT count(*) FROM testimony_subscriptions WHERE pair = $1 AND expires_at > $2) AS active,
  (SELECT count(*) FROM testimony_requests AS held WHERE ${IS_KNOWN('$2')}) AS known,
  (SELECT count(*) FROM testimony_requests AS held WHERE NOT ${IS_KNOWN('$2')}) AS coming`;

const NONE = { active: 0, coming: 0 };
const CountRows = z.tuple([z.object({ active: z.number(), coming: z.number() })]);

/** The active ones, and those that become so if their callbacks agree. */
function countSubscriptions(condition: string): string {
  return `SELECT
    (SELECT count(*) FROM testimony_subscriptions AS held WHERE expires_at > $1 ${condition})
      AS active,
    (SELECT count(*) FROM testimony_requests AS held
      WHERE mode = 'subscribe' AND NOT ${IS_KNOWN('$1')} ${condition}) AS coming`;
}

/** Under a new id, so that nobody confirms this request with the challenge of an earlier one. */
async function store(run: Run, intent: Intent, pair: string, now: number): Promise<void> {
  const { mode, topic, topicAsGiven, callback, host, secret, leaseSeconds } = intent;
  await run('DELETE FROM testimony_requests WHERE pair = $1', pair);
  await run(
    `INSERT INTO testimony_requests (pair, mode, topic, topic_as_given, callback, host, secret,
      lease_seconds, requested_at, attempts, ready_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $9)`,
    ...[pair, mode, topic, topicAsGiven, callback, host, secret ?? null, leaseSeconds, now],
  );
}

const VerificationRows = z.array(Intent.extend({ id: z.number(), attempts: z.number() }));
const IntentRows = z.array(Intent);
const HeldRows = z.array(Subscription.extend({ id: z.number() }));

type Methods = 'claimVerifications' | 'confirm' | 'refuse' | 'postpone' | 'nextVerificationAt';

/** Requests on their way from the queue to their end. */
export function createVerifications(engine: SqlEngine): Pick<HubStore, Methods> {
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
        const claim = randomUUID();
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
  const sql = `DELETE FROM testimony_subscriptions WHERE pair = $1 RETURNING id, ${SUBSCRIPTION_COLUMNS}`;
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
