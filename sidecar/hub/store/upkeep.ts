import { z } from 'zod';
import { END, selectRows } from './columns.ts';
import type { HubStore, RowFilter } from './hub-store.ts';
import { BlockedHost, Row, TopicCounts } from './rows.ts';
import { pairKey, type SqlEngine, type SqlValue } from './sql-engine.ts';

const DAY_MS = 86_400_000;
/** The newest refused requests are kept, up to this many. */
export const MAX_REFUSED = 10_000;

const Rows = z.array(Row);
const CountRows = z.array(TopicCounts);
const BlockedRows = z.array(BlockedHost);

const IS_ACTIVE = `state = 'active' AND expires_at > $1`;
const COUNTS = `
  SELECT announced.topic, announced_at AS "announcedAt",
    count(*) FILTER (WHERE ${IS_ACTIVE}) AS active,
    count(*) FILTER (WHERE state = 'pending' AND mode = 'subscribe') AS "pendingVerification",
    count(*) FILTER (WHERE state = 'pending' AND mode = 'unsubscribe') AS "pendingRemoval",
    count(*) FILTER (WHERE (state = 'active' OR reason = 'expired')
      AND expires_at <= $1 AND expires_at > $2) AS expired,
    count(*) FILTER (WHERE ${IS_ACTIVE} AND acknowledged < offered) AS due,
    count(*) FILTER (WHERE ${IS_ACTIVE} AND attempts + failures > 0) AS failing,
    count(*) FILTER (WHERE state = 'ended' AND next_at IS NOT NULL AND expires_at > $1) AS notices
  FROM testimony_topics AS announced
  LEFT JOIN testimony_subscriptions AS held ON held.topic = announced.topic
  GROUP BY announced.topic, announced_at ORDER BY announced.topic`;

/** Lookups for operators and subscribers. */
export function createLookups(
  engine: SqlEngine,
): Pick<HubStore, 'count' | 'find' | 'list' | 'listBlocked'> {
  return {
    count: async (now) => CountRows.parse(await engine.read(COUNTS, now, now - DAY_MS)),
    find: async (name) => {
      const sql = selectRows(
        `WHERE pair = $1 ORDER BY ended_at DESC, subscribed_at IS NULL, id DESC`,
      );
      const rows = Rows.parse(await engine.read(sql, pairKey(name)));
      return {
        pending: rows.find((row) => row.state === 'pending'),
        active: rows.find((row) => row.state === 'active'),
        ended: rows.find((row) => row.state === 'ended'),
      };
    },
    list: async (filter) => {
      const { sql, values } = conditionOf(filter, 1);
      const all = selectRows(`WHERE ${sql} ORDER BY topic, callback, COALESCE(ended_at, 0), id`);
      return Rows.parse(await engine.read(all, ...values));
    },
    listBlocked: async () => {
      const sql = 'SELECT host, blocked_at AS "blockedAt" FROM testimony_blocked ORDER BY host';
      return BlockedRows.parse(await engine.read(sql));
    },
  };
}

/** Ends by the clock and by operators. */
export function createUpkeep(
  engine: SqlEngine,
): Pick<HubStore, 'releaseClaims' | 'sweep' | 'end' | 'block' | 'unblock'> {
  return {
    releaseClaims: () =>
      engine.transaction(async (run) => {
        await run('UPDATE testimony_subscriptions SET claim = NULL WHERE claim IS NOT NULL');
      }),
    sweep: (endedBefore, now) =>
      engine.transaction(async (run) => {
        await run(
          `UPDATE testimony_subscriptions SET ${END}, claim = NULL, reason = 'refused', ended_at = $1,
            cause = fault, next_at = NULL, expires_at = NULL
          WHERE state = 'pending' AND expires_at <= $1`,
          now,
        );
        await run(
          `UPDATE testimony_subscriptions SET ${END}, claim = NULL, reason = 'expired', ended_at = expires_at,
            next_at = NULL
          WHERE state = 'active' AND expires_at <= $1`,
          now,
        );
        await run(
          `DELETE FROM testimony_subscriptions WHERE state = 'ended' AND ended_at < $1
            AND (next_at IS NULL OR expires_at <= $2)`,
          ...[endedBefore, now],
        );
        await run(
          `DELETE FROM testimony_subscriptions
          WHERE state = 'ended' AND subscribed_at IS NULL AND id NOT IN (
            SELECT id FROM testimony_subscriptions WHERE state = 'ended' AND subscribed_at IS NULL
            ORDER BY ended_at DESC, id DESC LIMIT ${MAX_REFUSED})`,
        );
      }),
    end: (filter, { reason, isNotified }, now) =>
      engine.transaction(async (run) => {
        // Requests come first: one that is being confirmed is waited for.
        const { sql, values } = conditionOf(filter, 3);
        const end = async (state: 'pending' | 'active', set: string) => {
          const ended = await run(
            `UPDATE testimony_subscriptions AS held SET ${END}, claim = NULL, reason = $1, ended_at = $2, ${set}
            WHERE state = '${state}' AND ${sql} RETURNING id`,
            ...[reason, now, ...values],
          );
          return ended.length;
        };
        const requests = await end('pending', 'next_at = NULL, expires_at = NULL');
        const notice = 'CASE WHEN expires_at > $2 THEN CAST($2 AS BIGINT) END';
        const subscriptions = await end('active', `next_at = ${isNotified ? notice : 'NULL'}`);
        return { subscriptions, requests };
      }),
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
  };
}

/** Returns the condition of a filter, with its parameters from a number on. */
function conditionOf(filter: RowFilter | undefined, first: number) {
  const [one, two] = [`$${first}`, `$${first + 1}`];
  const condition = (sql: string, ...values: SqlValue[]) => ({ sql, values });
  if (!filter) return condition('1 = 1');
  if ('id' in filter) return condition(`id = ${one}`, filter.id);
  if ('host' in filter) {
    // The host itself, and all below it.
    const below = `%.${filter.host.replace(/[\\%_]/g, '\\$&')}`;
    return condition(`(host = ${one} OR host LIKE ${two} ESCAPE '\\')`, filter.host, below);
  }
  const { callback, topic } = filter;
  if (topic === undefined) return condition(`callback = ${one}`, callback);
  return condition(`callback = ${one} AND topic = ${two}`, callback, topic);
}
