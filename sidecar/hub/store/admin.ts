import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Fault } from '../callback/fault.ts';
import { VersionRows } from './deliveries.ts';
import { composeRequestEnd, composeSubscriptionEnd, ENDED_COLUMNS } from './ended.ts';
import { type HubStore, type QueueCounts, REFUSALS, type RowFilter } from './hub-store.ts';
import { refuse } from './requests.ts';
import { BlockedHost, Ended, PendingRequest, Subscription, TopicCounts } from './rows.ts';
import {
  pairKey,
  REQUEST_COLUMNS,
  type Run,
  type SqlEngine,
  SUBSCRIPTION_COLUMNS,
} from './sql-engine.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Requests that came to nothing are kept up to this many, the newest. */
export const MAX_REFUSED = 10_000;

const CountRows = z.array(TopicCounts);

const COUNTS = `
  WITH subscribed AS (
    SELECT held.topic,
      count(*) FILTER (WHERE expires_at > $1) AS active,
      count(*) FILTER (WHERE expires_at <= $1 AND expires_at > $2) AS expired,
      count(*) FILTER (WHERE expires_at > $1 AND acknowledged < COALESCE(newest.sequence, 0)) AS due,
      count(*) FILTER (WHERE expires_at > $1 AND attempts + failures > 0) AS failing
    FROM testimony_subscriptions AS held
    LEFT JOIN testimony_topics AS newest ON newest.topic = held.topic
    GROUP BY held.topic
  ), requested AS (
    SELECT topic,
      count(*) FILTER (WHERE mode = 'subscribe') AS verification,
      count(*) FILTER (WHERE mode = 'unsubscribe') AS removal
    FROM testimony_requests GROUP BY topic
  ), known AS (
    SELECT topic FROM testimony_topics UNION SELECT topic FROM subscribed
    UNION SELECT topic FROM requested
  )
  SELECT known.topic, hash, announced_at AS "announcedAt",
    COALESCE(active, 0) AS active, COALESCE(verification, 0) AS "pendingVerification",
    COALESCE(removal, 0) AS "pendingRemoval", COALESCE(expired, 0) AS expired,
    COALESCE(due, 0) AS due, COALESCE(failing, 0) AS failing
  FROM known
  LEFT JOIN testimony_topics AS announced ON announced.topic = known.topic
  LEFT JOIN subscribed ON subscribed.topic = known.topic
  LEFT JOIN requested ON requested.topic = known.topic
  ORDER BY known.topic`;

const SizeRows = z.tuple([
  z.object({
    waiting: z.number(),
    clients: z.number(),
    mostOfClient: z.number(),
    networks: z.number(),
    mostOfNetwork: z.number(),
    notices: z.number(),
  }),
]);
const QUEUE = `
  WITH by_client AS (
    SELECT count(*) AS size FROM testimony_requests GROUP BY client
  ), by_network AS (
    SELECT count(*) AS size FROM testimony_requests WHERE network IS NOT NULL GROUP BY network
  )
  SELECT (SELECT count(*) FROM testimony_requests) AS waiting,
    (SELECT count(*) FROM by_client) AS clients,
    (SELECT COALESCE(max(size), 0) FROM by_client) AS "mostOfClient",
    (SELECT count(*) FROM by_network) AS networks,
    (SELECT COALESCE(max(size), 0) FROM by_network) AS "mostOfNetwork",
    (SELECT count(*) FROM testimony_ended WHERE notice_until > $1) AS notices`;
const RefusalRows = z.array(z.object({ reason: z.enum(REFUSALS), sum: z.number() }));

const dayOf = (now: number) => Math.floor(now / DAY_MS);

/** Counts: by topic, of all that were announced, subscribed to or asked for; and of the queue. */
export function createCounting(
  engine: SqlEngine,
): Pick<HubStore, 'count' | 'countQueue' | 'addRefusals'> {
  return {
    count: async (now) => CountRows.parse(await engine.read(COUNTS, now, now - DAY_MS)),
    countQueue: async (now): Promise<QueueCounts> => {
      const [sizes] = SizeRows.parse(await engine.read(QUEUE, now));
      const sql = `SELECT reason, CAST(sum(count) AS BIGINT) AS sum FROM testimony_refusals
        WHERE day >= $1 GROUP BY reason`;
      const rows = RefusalRows.parse(await engine.read(sql, dayOf(now) - 1));
      return {
        ...sizes,
        refused: Object.fromEntries(rows.map(({ reason, sum }) => [reason, sum])),
      };
    },
    addRefusals: (counts, now) =>
      engine.transaction(async (run) => {
        for (const [reason, count] of counts) {
          await run(
            `INSERT INTO testimony_refusals AS held (day, reason, count) VALUES ($1, $2, $3)
            ON CONFLICT (day, reason) DO UPDATE SET count = held.count + excluded.count`,
            ...[dayOf(now), reason, count],
          );
        }
      }),
  };
}

const SubscriptionRows = z.array(Subscription);
const RequestRows = z.array(PendingRequest);
const EndedRows = z.array(Ended);
const BlockedRows = z.array(BlockedHost);
const StaleRows = z.array(z.object({ id: z.number(), fault: z.string().nullable() }));
const NOT_VERIFIED = JSON.stringify({
  kind: 'local',
  message: 'the hub did not come to verify it in time',
} satisfies Fault);

type Methods =
  | 'releaseClaims'
  | 'purge'
  | 'findPair'
  | 'listSubscriptions'
  | 'listRequests'
  | 'endRows'
  | 'block'
  | 'unblock'
  | 'listBlocked';

/** What operators, subscribers and the clock ask for. */
export function createUpkeep(engine: SqlEngine): Pick<HubStore, Methods> {
  const select = (what: 'subscriptions' | 'requests') =>
    `SELECT ${what === 'requests' ? REQUEST_COLUMNS : SUBSCRIPTION_COLUMNS} FROM testimony_${what}`;
  return {
    releaseClaims: () =>
      engine.transaction(async (run) => {
        for (const table of ['requests', 'subscriptions', 'ended']) {
          await run(`UPDATE testimony_${table} SET claim = NULL WHERE claim IS NOT NULL`);
        }
      }),
    purge: (before, staleBefore, now) =>
      engine.transaction(async (run) => {
        const stale = `SELECT id, fault FROM testimony_requests WHERE requested_at < $1 ORDER BY id`;
        for (const { id, fault } of StaleRows.parse(await run(stale, staleBefore))) {
          await refuse(run, id, { reason: 'refused', fault: fault ?? NOT_VERIFIED, now });
        }
        await run(
          `DELETE FROM testimony_ended
          WHERE ended_at < $1 AND (notice_until IS NULL OR notice_until <= $2)`,
          ...[before, now],
        );
        await run(
          `DELETE FROM testimony_ended WHERE subscribed_at IS NULL AND id NOT IN (
            SELECT id FROM testimony_ended WHERE subscribed_at IS NULL
            ORDER BY ended_at DESC, id DESC LIMIT ${MAX_REFUSED})`,
        );
        await run('DELETE FROM testimony_refusals WHERE day < $1', dayOf(before));
        const sql = 'DELETE FROM testimony_subscriptions WHERE expires_at < $1 RETURNING id';
        return (await run(sql, before)).length;
      }),
    findPair: async (name) => {
      const pair = pairKey(name);
      const of = (sql: string) => engine.read(`${sql} WHERE pair = $1`, pair);
      // In this order no pair is missed that moves from one to the next meanwhile.
      const [request] = RequestRows.parse(await of(select('requests')));
      const [subscription] = SubscriptionRows.parse(await of(select('subscriptions')));
      const [ended] = EndedRows.parse(await of(`SELECT ${ENDED_COLUMNS} FROM testimony_ended`));
      const newest = 'SELECT sequence FROM testimony_topics WHERE topic = $1';
      const [version] = VersionRows.parse(await engine.read(newest, name.topic));
      const sequence = version?.sequence ?? 0;
      const isDue = subscription !== undefined && subscription.acknowledged < sequence;
      const dueAt = isDue && subscription.tried === sequence ? subscription.readyAt : 0;
      return { request, subscription, ended, dueAt: isDue ? dueAt : undefined };
    },
    listSubscriptions: async ({ topic, callback }) => {
      // PostgreSQL needs the type of a parameter that may be NULL.
      const sql = `${select('subscriptions')} WHERE (CAST($1 AS TEXT) IS NULL OR topic = $1)
          AND (CAST($2 AS TEXT) IS NULL OR callback = $2)
        ORDER BY id`;
      return SubscriptionRows.parse(await engine.read(sql, topic ?? null, callback ?? null));
    },
    listRequests: async ({ callback }) => {
      const sql = `${select('requests')} WHERE CAST($1 AS TEXT) IS NULL OR callback = $1 ORDER BY id`;
      return RequestRows.parse(await engine.read(sql, callback ?? null));
    },
    endRows: (filter, end, now) => engine.transaction((run) => endRows(run, filter, end, now)),
    block: (host, now) =>
      engine.transaction(async (run) => {
        const sql = `INSERT INTO testimony_blocked (host, blocked_at) VALUES ($1, $2)
          ON CONFLICT (host) DO NOTHING RETURNING host`;
        return (await run(sql, host, now)).length > 0;
      }, 'admission'),
    unblock: (host) =>
      engine.transaction(async (run) => {
        const sql = 'DELETE FROM testimony_blocked WHERE host = $1 RETURNING host';
        return (await run(sql, host)).length > 0;
      }),
    listBlocked: async () => {
      const sql = 'SELECT host, blocked_at AS "blockedAt" FROM testimony_blocked ORDER BY host';
      return BlockedRows.parse(await engine.read(sql));
    },
  };
}

/** What rows of `held` a filter means, with its parameters from $2 on. */
function conditionOf(filter: RowFilter) {
  if ('host' in filter) {
    // The host itself, and all below it.
    const below = `%.${filter.host.replace(/[\\%_]/g, '\\$&')}`;
    const sql = `(held.host = $2 OR held.host LIKE $3 ESCAPE '\\')`;
    return { sql, values: [filter.host, below] };
  }
  const { callback, topic } = filter;
  if (topic === undefined) return { sql: 'held.callback = $2', values: [callback] };
  return { sql: 'held.callback = $2 AND held.topic = $3', values: [callback, topic] };
}

async function endRows(
  run: Run,
  filter: RowFilter,
  { reason, isNotified }: Parameters<HubStore['endRows']>[1],
  now: number,
) {
  const { sql: condition, values } = conditionOf(filter);
  const claim = randomUUID();
  // What is claimed so ends as it is kept: nobody else changes it meanwhile. Requests come first:
  // one that is being confirmed is waited for, and its subscription found then.
  for (const table of ['requests', 'subscriptions']) {
    const sql = `UPDATE testimony_${table} AS held SET claim = $1 WHERE ${condition}`;
    await run(sql, claim, ...values);
  }
  const end = { reason: 'CAST($1 AS TEXT)', endedAt: 'CAST($2 AS BIGINT)' };
  const last = { failedAt: 'held.failed_at', fault: 'held.fault' };
  const noticeUntil = isNotified
    ? 'CASE WHEN held.expires_at > CAST($2 AS BIGINT) THEN held.expires_at END'
    : 'CAST(NULL AS BIGINT)';
  // What is subscribed ends as that; of a renewal nothing is kept.
  const isNew = `NOT EXISTS (SELECT 1 FROM testimony_subscriptions AS active
    WHERE active.pair = held.pair)`;
  const keep = [
    composeRequestEnd({
      ...{ ...end, ...last },
      from: `testimony_requests AS held WHERE held.claim = $3 AND ${isNew}`,
    }),
    composeSubscriptionEnd({
      ...{ ...end, ...last, noticeUntil },
      from: 'testimony_subscriptions AS held WHERE held.claim = $3',
    }),
  ];
  for (const sql of keep) await run(sql, reason, now, claim);
  const remove = async (table: string) =>
    (await run(`DELETE FROM testimony_${table} WHERE claim = $1 RETURNING id`, claim)).length;
  return { subscriptions: await remove('subscriptions'), requests: await remove('requests') };
}
