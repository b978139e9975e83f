import { StoreUnavailableError, UNUSABLE } from './hub-store.ts';
import type { SqlEngine, SqlWords } from './sql-engine.ts';

/** The schema below, and the earlier one that can be migrated. */
const VERSION = 4;
const EARLIER = 3;

/** A request is verified within a day, or given up. */
export const REQUEST_MS = 86_400_000;

/**
 * The tables. Their names have a prefix, as a PostgreSQL database may contain others. `pair` is the
 * pairKey of topic and callback: a callback may be longer than PostgreSQL's indices accept. A
 * claimed row has its `claim` until `claimed_until`. `next_at` is the time when the work of a row's
 * state is due: its verification, its notification or its notice.
 */
const createSubscriptions = ({ identity, integer }: SqlWords) => `
  CREATE TABLE testimony_subscriptions (
    id ${identity}, pair TEXT NOT NULL, state TEXT NOT NULL, reason TEXT,
    topic TEXT NOT NULL, callback TEXT NOT NULL, host TEXT NOT NULL, secret TEXT,
    mode TEXT, topic_as_given TEXT, lease_seconds ${integer}, client TEXT,
    requested_at ${integer}, subscribed_at ${integer}, verified_at ${integer}, expires_at ${integer},
    offered ${integer} NOT NULL DEFAULT 0, acknowledged ${integer} NOT NULL DEFAULT 0,
    acknowledged_at ${integer}, latency_ms ${integer},
    failures ${integer} NOT NULL DEFAULT 0, counted_at ${integer},
    attempts ${integer} NOT NULL DEFAULT 0, next_at ${integer}, failed_at ${integer}, fault TEXT,
    refused_at ${integer}, refusal TEXT, ended_at ${integer}, cause TEXT, notified_at ${integer},
    claim TEXT, claimed_until ${integer}
  )`;

const INDICES = [
  `CREATE UNIQUE INDEX testimony_one_of_state ON testimony_subscriptions (pair, state)
    WHERE state <> 'ended'`,
  'CREATE INDEX testimony_of_pair ON testimony_subscriptions (pair, state)',
  'CREATE INDEX testimony_of_host ON testimony_subscriptions (host, state)',
  'CREATE INDEX testimony_due ON testimony_subscriptions (state, next_at)',
];

const createOthers = ({ integer }: SqlWords) => [
  `CREATE TABLE testimony_topics (
    topic TEXT PRIMARY KEY, hash TEXT NOT NULL, ordinal ${integer} NOT NULL,
    sequence ${integer} NOT NULL, announced_at ${integer} NOT NULL
  )`,
  `CREATE TABLE testimony_versions (
    topic TEXT NOT NULL, hash TEXT NOT NULL, sequence ${integer} NOT NULL,
    PRIMARY KEY (topic, hash)
  )`,
  `CREATE TABLE testimony_blocked (host TEXT PRIMARY KEY, blocked_at ${integer} NOT NULL)`,
];

/** From three tables to one; due work stays due, at the same time. */
const fromEarlier = (words: SqlWords) => [
  'ALTER TABLE testimony_subscriptions RENAME TO testimony_earlier',
  createSubscriptions(words),
  `INSERT INTO testimony_subscriptions (pair, state, topic, callback, host, secret, subscribed_at,
      verified_at, expires_at, offered, acknowledged, acknowledged_at, latency_ms, failures,
      counted_at, attempts, next_at, failed_at, fault, refused_at, refusal)
    SELECT held.pair, 'active', held.topic, callback, host, secret, subscribed_at,
      COALESCE(verified_at, subscribed_at), expires_at, COALESCE(sequence, 0), acknowledged,
      acknowledged_at, latency_ms, failures, counted_at,
      CASE WHEN tried = sequence THEN attempts ELSE 0 END,
      CASE WHEN acknowledged < sequence THEN CASE WHEN tried = sequence THEN ready_at ELSE 0 END END,
      failed_at, fault, refused_at, refusal
    FROM testimony_earlier AS held LEFT JOIN testimony_topics AS newest ON newest.topic = held.topic`,
  `INSERT INTO testimony_subscriptions (pair, state, topic, callback, host, secret, mode,
      topic_as_given, lease_seconds, client, requested_at, expires_at, attempts, next_at,
      failed_at, fault)
    SELECT pair, 'pending', topic, callback, host, secret, mode, topic_as_given, lease_seconds,
      client, requested_at, requested_at + ${REQUEST_MS}, attempts, ready_at,
      failed_at, fault
    FROM testimony_requests`,
  `INSERT INTO testimony_subscriptions (pair, state, reason, topic, callback, host, subscribed_at,
      expires_at, acknowledged_at, attempts, next_at, failed_at, fault, ended_at, cause,
      notified_at)
    SELECT pair, 'ended', reason, topic, callback, host, subscribed_at, expires_at,
      acknowledged_at, notice_attempts, CASE WHEN notice_until IS NOT NULL THEN notice_at END,
      failed_at, notice_fault, ended_at, fault, notified_at
    FROM testimony_ended`,
  ...['earlier', 'requests', 'ended', 'refusals'].map((name) => `DROP TABLE testimony_${name}`),
  ...INDICES,
];

/** Brings the tables up to date. Several processes may do so at once. */
export async function migrate(engine: SqlEngine): Promise<void> {
  await engine.transaction(async (run) => {
    const version = await engine.readVersion(run);
    if (version === VERSION) return;
    for (const statement of statementsFrom(version, engine)) await run(statement);
    await engine.writeVersion(run, VERSION);
  }, 'schema');
}

function statementsFrom(version: number, { words, name }: SqlEngine): readonly string[] {
  if (version === 0) return [createSubscriptions(words), ...createOthers(words), ...INDICES];
  if (version === EARLIER) return fromEarlier(words);
  const [age, advice] =
    version > VERSION
      ? ['a newer', 'Run the newer version']
      : ['an older', 'Run the last version that knows it once'];
  throw new StoreUnavailableError(
    `The hub's database ${name} was made by ${age} version of this program (schema ${version}; this one knows ${EARLIER} and ${VERSION}). ${advice}, or give the hub another database.`,
    { code: UNUSABLE },
  );
}
