import { z } from 'zod';
import { claimRows } from './claim-rows.ts';
import type { DeliveryClaimRequest, HubStore, Publication } from './hub-store.ts';
import type { Run, SqlEngine } from './sql-engine.ts';
import { absent } from './stored-rows.ts';

const SequenceRows = z.array(z.object({ sequence: z.number() }));
const DueRows = z.array(
  z.object({
    id: z.number(),
    topic: z.string(),
    callback: z.string(),
    host: z.string(),
    secret: absent(z.string()),
    expiresAt: z.number(),
    tried: z.number(),
    attempts: z.number(),
    failures: z.number(),
  }),
);
const TimeRows = z.tuple([z.object({ value: absent(z.number()) })]);

/** Of a topic so many versions are known again. */
const REMEMBERED_VERSIONS = 100;

/** As the indices have it, which only serve a query with these very words. */
const FRESH = 'attempts + failures = 0';
const FAILING = 'attempts + failures > 0';
const ORDERS = { oldest: 'settled, ready_at', random: 'random()' };

/** What is to be delivered: versions of topics, and subscriptions that lack the newest. */
export function createDeliveries(
  engine: SqlEngine,
  randomClaim: () => string,
): Pick<HubStore, 'announce' | 'claimDeliveries' | 'nextDeliveryAt'> {
  const { skipLocked, elements } = engine.words;
  const find = (kind: string, order: string) => `SELECT id, topic, callback, host, secret,
      expires_at AS "expiresAt", tried, attempts, failures
    FROM testimony_subscriptions
    WHERE topic = $1 AND settled < $2 AND ${kind} AND ready_at <= $3 AND expires_at > $3
      AND (claim IS NULL OR $4 = 1)
      AND host NOT IN (SELECT value ->> 'host' FROM ${elements('$5')})
    ORDER BY ${order} LIMIT $6 ${skipLocked}`;
  const mark = `UPDATE testimony_subscriptions SET claim = $1, ready_at = $2
    WHERE id IN (SELECT CAST(value ->> 'id' AS BIGINT) FROM ${elements('$3')})`;

  async function claimDue(run: Run, request: DeliveryClaimRequest, sequence: number) {
    const { topic, now, until, failing, order } = request;
    const claim = randomClaim();
    const takeOver = request.takeOver ? 1 : 0;
    const due = await claimRows(request, {
      find: async (hosts, most) => {
        const sql = find(failing ? FAILING : FRESH, ORDERS[order]);
        return DueRows.parse(await run(sql, topic, sequence, now, takeOver, hosts, most));
      },
      mark: (ids) => run(mark, claim, until, ids),
    });
    return due.map((row) => ({ ...row, claim, sequence }));
  }

  return {
    announce: (publication, now) =>
      engine.transaction(async (run) => {
        if (await isNews(run, publication, now)) return 'announced';
        return (await isKnown(run, publication)) ? 'unchanged' : 'stale';
      }),
    claimDeliveries: (request) =>
      engine.transaction(async (run) => {
        const { topic, hash } = request;
        const newest = 'SELECT sequence FROM testimony_topics WHERE topic = $1 AND hash = $2';
        const [version] = SequenceRows.parse(await run(newest, topic, hash));
        return version ? claimDue(run, request, version.sequence) : [];
      }),
    nextDeliveryAt: async (topic, hash, now) => {
      const least = (kind: string) => `SELECT min(ready_at) AS ready_at
        FROM testimony_subscriptions WHERE topic = $1 AND ${kind} AND expires_at > $3 AND settled <
          (SELECT sequence FROM testimony_topics WHERE topic = $1 AND hash = $2)`;
      const sql = `SELECT min(ready_at) AS value
        FROM (${least(FRESH)} UNION ALL ${least(FAILING)}) AS kinds`;
      return TimeRows.parse(await engine.read(sql, topic, hash, now))[0].value;
    },
  };
}

/** One statement: of many sidecars that announce the same change one is told so. */
async function isNews(
  run: Run,
  { topic, hash, ordinal, after }: Publication,
  now: number,
): Promise<boolean> {
  const rows = await run(
    `INSERT INTO testimony_topics AS held (topic, hash, ordinal, sequence, announced_at)
    VALUES ($1, $2, $3, 1, $4)
    ON CONFLICT (topic) DO UPDATE SET hash = excluded.hash, sequence = held.sequence + 1,
      announced_at = excluded.announced_at,
      ordinal = CASE WHEN held.ordinal < $3 THEN $3 ELSE held.ordinal END
    WHERE held.hash <> $2 AND CASE
      WHEN CAST($5 AS TEXT) IS NULL THEN held.ordinal < $3
      WHEN held.hash = CAST($5 AS TEXT) THEN 1 = 1
      ELSE NOT EXISTS (SELECT 1 FROM testimony_versions WHERE topic = $1 AND hash = $2) END
    RETURNING sequence`,
    ...[topic, hash, ordinal, now, after ?? null],
  );
  const [news] = SequenceRows.parse(rows);
  if (news) await remember(run, topic, hash, news.sequence);
  return news !== undefined;
}

async function remember(run: Run, topic: string, hash: string, sequence: number): Promise<void> {
  await run(
    `INSERT INTO testimony_versions (topic, hash, sequence) VALUES ($1, $2, $3)
    ON CONFLICT (topic, hash) DO UPDATE SET sequence = excluded.sequence`,
    ...[topic, hash, sequence],
  );
  const oldest = sequence - REMEMBERED_VERSIONS;
  const forget = 'DELETE FROM testimony_versions WHERE topic = $1 AND sequence <= $2';
  await run(forget, topic, oldest);
}

async function isKnown(run: Run, { topic, hash, ordinal }: Publication): Promise<boolean> {
  // A later release with the same content makes everything between the two old: a sidecar that
  // lags behind does not announce it.
  const rows = await run(
    `UPDATE testimony_topics SET ordinal = CASE WHEN ordinal < $3 THEN $3 ELSE ordinal END
    WHERE topic = $1 AND hash = $2 RETURNING sequence`,
    ...[topic, hash, ordinal],
  );
  return rows.length > 0;
}
