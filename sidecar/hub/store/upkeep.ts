import { z } from 'zod';
import type { HubStore } from './hub-store.ts';
import type { SqlEngine } from './sql-engine.ts';
import { SUBSCRIPTION_COLUMNS, SubscriptionRow } from './stored-rows.ts';

const SubscriptionRows = z.array(SubscriptionRow);
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
      // PostgreSQL has to be told what the type of a parameter is that may be NULL.
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
