import { z } from 'zod';
import { claimableAt, claimFrom, isUnclaimed } from './claims.ts';
import { composeSubscriptionEnd } from './ended.ts';
import type { HubStore, Publication, Settlement } from './hub-store.ts';
import type { Delivery } from './rows.ts';
import { type Run, type SqlEngine, type SqlWords, TimeRows } from './sql-engine.ts';

export const VersionRows = z.array(z.object({ sequence: z.number() }));
/** As SQL has them: there are thousands, and a schema that transforms makes several objects for each. */
const DueRows = z.array(
  z.object({
    id: z.number(),
    callback: z.string(),
    host: z.string(),
    secret: z.string().nullable(),
    expiresAt: z.number(),
    tried: z.number(),
    attempts: z.number(),
    failures: z.number(),
    countedAt: z.number().nullable(),
  }),
);

/** Versions of a topic that are remembered. */
const REMEMBERED_VERSIONS = 100;

/** The two kinds of work, as the indices have it, which only serve a query with these very words. */
const KINDS = { fresh: 'attempts + failures = 0', failing: 'attempts + failures > 0' } as const;

const NEWEST = 'SELECT sequence FROM testimony_topics WHERE topic = $1 AND hash = $2';

/** What is to be delivered: versions of topics, and subscriptions that lack the newest. */
export function createDeliveries(
  engine: SqlEngine,
): Pick<HubStore, 'announce' | 'claimDeliveries' | 'nextDeliveryAt'> {
  const { skipLocked, elements } = engine.words;

  const find = (failing: boolean) => `SELECT id, callback, host, secret,
      expires_at AS "expiresAt", tried, attempts, failures, counted_at AS "countedAt"
    FROM testimony_subscriptions
    WHERE topic = $1 AND acknowledged < $2 AND ${failing ? KINDS.failing : KINDS.fresh}
      AND (tried < $2 OR ready_at <= $3) AND expires_at > $3 AND ${isUnclaimed('$4', '$3')}
      AND host NOT IN (SELECT value ->> 'host' FROM ${elements('$5')})
    ORDER BY acknowledged, ready_at LIMIT $6 ${skipLocked}`;

  return {
    announce: (publication, now) =>
      engine.transaction(async (run) => {
        if (await isNews(run, publication, now)) return 'announced';
        return (await isKnown(run, publication)) ? 'unchanged' : 'stale';
      }),
    claimDeliveries: async (request) => {
      const { topic, hash, now, failing } = request;
      let sequence = 0;
      const found = await claimFrom(engine, 'testimony_subscriptions', request, async (search) => {
        const { run, takeOver, hosts, most } = search;
        const [version] = VersionRows.parse(await run(NEWEST, topic, hash));
        if (!version) return [];
        sequence = version.sequence;
        const values = [topic, sequence, now, takeOver, hosts, most];
        return DueRows.parse(await run(find(failing), ...values));
      });
      return found.map((row): Delivery => {
        const { secret, countedAt } = row;
        const nulls = { secret: secret ?? undefined, countedAt: countedAt ?? undefined };
        return { ...row, ...nulls, topic, sequence };
      });
    },
    nextDeliveryAt: async (topic, hash, now) => {
      const [version] = VersionRows.parse(await engine.read(NEWEST, topic, hash));
      if (!version) return undefined;
      const dueAt = 'CASE WHEN tried < $2 THEN CAST($3 AS BIGINT) ELSE ready_at END';
      const least = (kind: string) => `SELECT min(${claimableAt(dueAt)}) AS due_at
        FROM testimony_subscriptions
        WHERE topic = $1 AND ${kind} AND expires_at > $3 AND acknowledged < $2`;
      const sql = `SELECT min(due_at) AS value
        FROM (${least(KINDS.fresh)} UNION ALL ${least(KINDS.failing)}) AS kinds`;
      return TimeRows.parse(await engine.read(sql, topic, version.sequence, now))[0].value;
    },
  };
}

/** One statement: of many sidecars that announce the same change one gets true. */
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
  const [news] = VersionRows.parse(rows);
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

const EndedRows = z.array(z.object({ id: z.number() }));

/** Records outcomes: a few statements for as many settlements as there are. */
export function createSettling(engine: SqlEngine): Pick<HubStore, 'settle'> {
  const statements = composeStatements(engine.words);
  return {
    settle: async (settlements) => {
      if (settlements.length === 0) return [];
      const byOutcome = Map.groupBy(settlements, ({ outcome }) => outcome);
      return engine.transaction(async (run) => {
        const ids: number[] = [];
        for (const [outcome, sqls] of statements) {
          const some = byOutcome.get(outcome);
          if (!some) continue;
          const json = JSON.stringify(newestOf(some).map(toRow));
          for (const sql of sqls) {
            const rows = await run(sql, json);
            if (outcome === 'ended') ids.push(...EndedRows.parse(rows).map(({ id }) => id));
          }
        }
        return ids;
      });
    },
  };
}

/** What the statement about a failed attempt names of it. */
const FAILED = [
  ...['sequence', 'attempts', 'failures', 'countedAt', 'at', 'readyAt', 'expiresAt', 'fault'],
];

type Statements = readonly (readonly [Settlement['outcome'], readonly string[]])[];

function composeStatements({ elements }: SqlWords): Statements {
  const number = (name: string) => `CAST(value ->> '${name}' AS BIGINT)`;
  const texts = ['claim', 'fault', 'reason'];
  // Materialized, as SQLite would read the JSON again wherever a column is named.
  const done = (...names: readonly string[]) => {
    const columns = ['id', 'claim', ...names].map((name) => {
      const value = texts.includes(name) ? `value ->> '${name}'` : number(name);
      return `${value} AS ${toColumn(name)}`;
    });
    return `WITH done AS MATERIALIZED (SELECT ${columns.join(', ')} FROM ${elements('$1')})`;
  };
  // Record an acknowledgement even after losing the claim: the subscriber has the content. Unless
  // another claim was made since, failures before are over.
  const unlessOthers = (column: string) => `${column} = CASE
    WHEN held.claim IS NULL OR held.claim = done.claim THEN 0 ELSE held.${column} END`;
  const acknowledge = `${done('sequence', 'at', 'latencyMs')}
    UPDATE testimony_subscriptions AS held SET
      acknowledged = CASE WHEN held.acknowledged < done.sequence THEN done.sequence
        ELSE held.acknowledged END,
      acknowledged_at = done.at, latency_ms = done.latency_ms,
      ${unlessOthers('attempts')}, ${unlessOthers('failures')},
      claim = CASE WHEN held.claim = done.claim THEN NULL ELSE held.claim END
    FROM done WHERE held.id = done.id`;
  const isOwn = 'held.id = done.id AND held.claim = done.claim';
  // What was in flight when the subscription was renewed is forgiven: it is only released.
  const isCounted = `${isOwn} AND held.expires_at = done.expires_at`;
  const fail = `${done(...FAILED)}
    UPDATE testimony_subscriptions AS held SET
      tried = done.sequence, attempts = done.attempts, failures = done.failures,
      counted_at = done.counted_at, ready_at = done.ready_at, failed_at = done.at,
      fault = done.fault, claim = NULL
    FROM done WHERE ${isCounted}`;
  // First, so that no renewal is confirmed between the other two.
  const mark = `${done('at', 'fault', 'expiresAt')}
    UPDATE testimony_subscriptions AS held SET failed_at = done.at, fault = done.fault
    FROM done WHERE ${isCounted}`;
  const keep = `${done('at', 'reason', 'expiresAt')} ${composeSubscriptionEnd({
    reason: 'done.reason',
    endedAt: 'done.at',
    failedAt: 'held.failed_at',
    fault: 'held.fault',
    noticeUntil: `CASE WHEN done.reason = 'failed' THEN held.expires_at END`,
    from: `testimony_subscriptions AS held JOIN done ON ${isCounted}`,
  })}`;
  const remove = `${done('expiresAt')} DELETE FROM testimony_subscriptions WHERE id IN
      (SELECT held.id FROM testimony_subscriptions AS held JOIN done ON ${isCounted})
    RETURNING id`;
  const release = `${done()} UPDATE testimony_subscriptions AS held SET claim = NULL FROM done
    WHERE ${isOwn}`;
  return [
    ['acknowledged', [acknowledge]],
    ['failed', [fail, release]],
    ['ended', [mark, keep, remove, release]],
    ['released', [release]],
  ];
}

/** A statement takes each subscription once: the newest version among its settlements. */
function newestOf(settlements: readonly Settlement[]): Settlement[] {
  const sequenceOf = (one: Settlement) => ('sequence' in one ? one.sequence : 0);
  const newest = new Map<number, Settlement>();
  for (const settlement of settlements) {
    const other = newest.get(settlement.id);
    if (!other || sequenceOf(other) <= sequenceOf(settlement))
      newest.set(settlement.id, settlement);
  }
  return [...newest.values()];
}

/** A name as SQL has it. */
function toColumn(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A settlement as the statements read it: with whole numbers. */
function toRow(settlement: Settlement) {
  // There are thousands of these, and they are whole.
  if (settlement.outcome === 'acknowledged') return settlement;
  return Object.fromEntries(
    Object.entries(settlement).map(([name, value]) => {
      if (typeof value === 'number') return [name, Math.round(value)];
      return [name, typeof value === 'object' ? JSON.stringify(value) : value];
    }),
  );
}
