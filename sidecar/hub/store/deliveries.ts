import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { claimRows } from './claim-rows.ts';
import {
  type DeliveryClaimRequest,
  Due,
  type HubStore,
  type Publication,
  type Settlement,
} from './hub-store.ts';
import { type Run, type SqlEngine, type SqlWords, TimeRows } from './sql-engine.ts';

const SequenceRows = z.array(z.object({ sequence: z.number() }));
const DueRows = z.array(Due);

/** Versions of a topic that are remembered. */
const REMEMBERED_VERSIONS = 100;

/** As the indices have it, which only serve a query with these very words. */
const FRESH = 'attempts + failures = 0';
const FAILING = 'attempts + failures > 0';
const ORDERS = { oldest: 'settled, ready_at', random: 'random()' };

/** What is to be delivered: versions of topics, and subscriptions that lack the newest. */
export function createDeliveries(
  engine: SqlEngine,
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
    const claim = randomUUID();
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

const EndedRows = z.array(z.object({ id: z.number() }));

/** Records outcomes: a few statements for as many settlements as there are. */
export function createSettling(engine: SqlEngine): Pick<HubStore, 'settle'> {
  const statements = composeStatements(engine.words);
  return {
    settle: async (settlements) => {
      if (settlements.length === 0) return [];
      const byOutcome = Map.groupBy(settlements, ({ outcome }) => outcome);
      return engine.transaction(async (run) => {
        const ended: number[] = [];
        for (const [outcome, sql] of statements) {
          const some = byOutcome.get(outcome);
          if (!some) continue;
          const rows = await run(sql, JSON.stringify(newestOf(some).map(withWholeTime)));
          if (outcome === 'removed') ended.push(...EndedRows.parse(rows).map(({ id }) => id));
        }
        return ended;
      });
    },
  };
}

type Statements = readonly (readonly [Settlement['outcome'], string])[];

function composeStatements({ elements }: SqlWords): Statements {
  const number = (name: string) => `CAST(value ->> '${name}' AS BIGINT)`;
  const done = `(SELECT ${number('id')} AS id, value ->> 'claim' AS claim,
      ${number('sequence')} AS sequence, ${number('attempts')} AS attempts,
      ${number('failures')} AS failures, ${number('at')} AS at, ${number('readyAt')} AS ready_at
    FROM ${elements('$1')}) AS done`;
  const settled = `settled = CASE WHEN held.settled < done.sequence THEN done.sequence
    ELSE held.settled END`;
  const update = (set: string) => `UPDATE testimony_subscriptions AS held SET ${set}, claim = NULL
    FROM ${done} WHERE held.id = done.id AND held.claim = done.claim`;
  // Record an acknowledgement even after losing the claim: the subscriber has the content. Unless
  // another claim was made since, the next version need not wait, and failures before are over.
  const unlessOthers = (column: string, value: string) => `${column} = CASE
    WHEN held.claim IS NULL OR held.claim = done.claim THEN ${value} ELSE held.${column} END`;
  const over = ['tried', 'attempts', 'failures'].map((column) => unlessOthers(column, '0'));
  const acknowledge = `UPDATE testimony_subscriptions AS held SET ${settled},
      acknowledged_at = done.at, ${unlessOthers('ready_at', 'done.at')}, ${over.join(', ')},
      claim = CASE WHEN held.claim = done.claim THEN NULL ELSE held.claim END
    FROM ${done} WHERE held.id = done.id`;
  const remove = `DELETE FROM testimony_subscriptions
    WHERE id IN (SELECT ${number('id')} FROM ${elements('$1')})
      AND (id, claim) IN (SELECT ${number('id')}, value ->> 'claim' FROM ${elements('$1')})
    RETURNING id`;
  return [
    ['acknowledged', acknowledge],
    [
      'retry',
      update(`tried = done.sequence, attempts = done.attempts, failures = done.failures,
        ready_at = done.ready_at`),
    ],
    [
      'dropped',
      update(`${settled}, tried = 0, attempts = 0, failures = done.failures,
        ready_at = done.ready_at`),
    ],
    ['released', update('ready_at = done.ready_at')],
    ['removed', remove],
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

/** A time that was reckoned may have fractions. */
function withWholeTime(settlement: Settlement): Settlement {
  if (!('readyAt' in settlement)) return settlement;
  return { ...settlement, readyAt: Math.round(settlement.readyAt) };
}
