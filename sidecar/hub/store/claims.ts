import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { selectRows } from './columns.ts';
import type { ClaimRequest, HubStore } from './hub-store.ts';
import { Active, type Claimed, Ended, Pending, type Row } from './rows.ts';
import type { SqlEngine, SqlValue } from './sql-engine.ts';

/** Some rows are of hosts with a full share. */
const MIN_SCAN = 64;
/** Maximum rounds of looking for rows of other hosts. */
const MAX_ROUNDS = 4;

/** The columns by which rows are picked: if there are many, only a part is parsed. */
const Found = z.array(z.looseObject({ id: z.number(), host: z.string() }));
const TimeRows = z.tuple([z.object({ value: z.number().nullable() })]);

/** Hands out work: the due rows of a state, those due first before the others. */
export function createClaims(
  engine: SqlEngine,
): Pick<HubStore, 'claimVerifications' | 'claimDeliveries' | 'claimNotices' | 'nextAt'> {
  const { skipLocked, elements } = engine.words;
  const find = (condition: string) =>
    selectRows(`WHERE ${condition} AND next_at <= $1 AND expires_at > $1
      AND (claim IS NULL OR claimed_until <= $1)
      AND host NOT IN (SELECT value ->> 'host' FROM ${elements('$2')})
    ORDER BY next_at, id LIMIT $3 ${skipLocked}`);
  // Nothing of a topic whose newest version is not at hand. PostgreSQL sees a row as it is once it
  // is locked, and topics as they were: the number shows if a version came in between.
  const atHand = `(topic, offered) IN (SELECT newest.topic, sequence FROM testimony_topics AS newest
      JOIN ${elements('$4')} ON newest.topic = value ->> 'topic' AND newest.hash = value ->> 'hash')`;

  const mark = `UPDATE testimony_subscriptions SET claim = $1, claimed_until = $2
    WHERE id IN (SELECT CAST(value ->> 'id' AS BIGINT) FROM ${elements('$3')})`;

  const claim = <Kind extends Row>(
    schema: z.ZodType<Kind>,
    sql: string,
    request: ClaimRequest,
    ...values: readonly SqlValue[]
  ): Promise<Claimed<Kind>[]> =>
    engine.transaction(async (run) => {
      const { now, until, limit, perHost, inFlight } = request;
      const most = Math.max(MIN_SCAN, limit);
      const name = randomUUID();
      const shares = new Map(inFlight);
      const claimed: Claimed<Kind>[] = [];
      // A host with a full share is left out of the next round: its many rows hide no others.
      for (let round = 0; round < MAX_ROUNDS && claimed.length < limit; round++) {
        const full = [...shares].flatMap(([host, share]) => (share < perHost ? [] : [{ host }]));
        const found = Found.parse(await run(sql, now, JSON.stringify(full), most, ...values));
        const picked = found.filter(({ host }) => {
          const share = shares.get(host) ?? 0;
          shares.set(host, Math.min(share + 1, perHost));
          return share < perHost;
        });
        const rows = picked.slice(0, limit - claimed.length);
        await run(mark, name, until, JSON.stringify(rows.map(({ id }) => ({ id }))));
        claimed.push(...rows.map((row) => ({ ...schema.parse(row), claim: name })));
        if (found.length < most) break;
      }
      return claimed;
    });
  return {
    claimVerifications: (request) => claim(Pending, find(`state = 'pending'`), request),
    claimDeliveries: ({ topics, ...request }) => {
      const sql = find(`state = 'active' AND ${atHand}`);
      return claim(Active, sql, request, JSON.stringify(topics));
    },
    claimNotices: (request) => claim(Ended, find(`state = 'ended'`), request),
    nextAt: async (state, now) => {
      const sql = `SELECT min(CASE WHEN claim IS NULL THEN next_at ELSE claimed_until END) AS value
        FROM testimony_subscriptions
        WHERE state = $1 AND next_at IS NOT NULL AND expires_at > $2`;
      return TimeRows.parse(await engine.read(sql, state, now))[0].value ?? undefined;
    },
  };
}
