import { z } from 'zod';
import { type HubStore, Subscription, TopicCounts } from './hub-store.ts';
import { type SqlEngine, SUBSCRIPTION_COLUMNS } from './sql-engine.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const CountRows = z.array(TopicCounts);

const COUNTS = `
  WITH subscribed AS (
    SELECT held.topic,
      count(*) FILTER (WHERE expires_at > $1) AS active,
      count(*) FILTER (WHERE expires_at <= $1 AND expires_at > $2) AS expired,
      count(*) FILTER (WHERE expires_at > $1 AND settled < COALESCE(newest.sequence, 0)) AS due
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
    COALESCE(due, 0) AS due
  FROM known
  LEFT JOIN testimony_topics AS announced ON announced.topic = known.topic
  LEFT JOIN subscribed ON subscribed.topic = known.topic
  LEFT JOIN requested ON requested.topic = known.topic
  ORDER BY known.topic`;

/** Counts by topic: of all that have been announced, subscribed to or asked for. */
export function createCounting(engine: SqlEngine): Pick<HubStore, 'count'> {
  return {
    count: async (now) => CountRows.parse(await engine.read(COUNTS, now, now - DAY_MS)),
  };
}

const SubscriptionRows = z.array(Subscription);
const PairRows = z.array(z.object({ pair: z.string() }));

type Methods = 'releaseClaims' | 'purge' | 'listSubscriptions' | 'removeSubscriptions';

/** What operators and the clock ask for. */
export function createUpkeep(engine: SqlEngine): Pick<HubStore, Methods> {
  return {
    releaseClaims: (now) =>
      engine.transaction(async (run) => {
        for (const table of ['testimony_requests', 'testimony_subscriptions']) {
          await run(`UPDATE ${table} SET claim = NULL, ready_at = $1 WHERE claim IS NOT NULL`, now);
        }
      }),
    purge: (before) =>
      engine.transaction(async (run) => {
        await run('DELETE FROM testimony_requests WHERE requested_at < $1', before);
        const sql = 'DELETE FROM testimony_subscriptions WHERE expires_at < $1 RETURNING id';
        return (await run(sql, before)).length;
      }),
    listSubscriptions: async ({ topic, callback }) => {
      // PostgreSQL needs the type of a parameter that may be NULL.
      const sql = `SELECT ${SUBSCRIPTION_COLUMNS} FROM testimony_subscriptions
        WHERE (CAST($1 AS TEXT) IS NULL OR topic = $1)
          AND (CAST($2 AS TEXT) IS NULL OR callback = $2)
        ORDER BY id`;
      return SubscriptionRows.parse(await engine.read(sql, topic ?? null, callback ?? null));
    },
    removeSubscriptions: ({ topic, callback }) =>
      engine.transaction(async (run) => {
        const pairs = new Set<string>();
        for (const table of ['testimony_requests', 'testimony_subscriptions']) {
          const sql = `DELETE FROM ${table}
            WHERE callback = $2 AND (CAST($1 AS TEXT) IS NULL OR topic = $1) RETURNING pair`;
          for (const { pair } of PairRows.parse(await run(sql, topic ?? null, callback))) {
            pairs.add(pair);
          }
        }
        return pairs.size;
      }),
  };
}
