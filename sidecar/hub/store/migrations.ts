import { StoreUnusableError } from './hub-store.ts';
import type { SqlEngine, SqlWords } from './sql-engine.ts';

/**
 * The statements that lead from each version of the schema to the next. The names have a prefix, as
 * a PostgreSQL database may hold other tables as well.
 *
 * `pair` is what pairKey makes of topic and callback: a callback may be longer than what
 * PostgreSQL's indices take. A claimed row has its `claim` until `claimed_until`, in a store that
 * others share.
 */
export const VERSIONS: readonly ((words: SqlWords) => readonly string[])[] = [
  ({ identity, integer }) => [
    `CREATE TABLE testimony_topics (
      topic TEXT PRIMARY KEY,
      hash TEXT NOT NULL,
      ordinal ${integer} NOT NULL,
      sequence ${integer} NOT NULL,
      announced_at ${integer} NOT NULL
    )`,
    `CREATE TABLE testimony_versions (
      topic TEXT NOT NULL,
      hash TEXT NOT NULL,
      sequence ${integer} NOT NULL,
      PRIMARY KEY (topic, hash)
    )`,
    `CREATE TABLE testimony_subscriptions (
      id ${identity},
      pair TEXT NOT NULL UNIQUE,
      topic TEXT NOT NULL,
      callback TEXT NOT NULL,
      host TEXT NOT NULL,
      secret TEXT,
      subscribed_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL,
      settled ${integer} NOT NULL,
      tried ${integer} NOT NULL,
      attempts ${integer} NOT NULL,
      failures ${integer} NOT NULL,
      ready_at ${integer} NOT NULL,
      claim TEXT,
      acknowledged_at ${integer}
    )`,
    // The two kinds of work that claimDeliveries hands out, in its order.
    `CREATE INDEX testimony_subscriptions_fresh ON testimony_subscriptions (topic, settled, ready_at)
      WHERE attempts + failures = 0`,
    `CREATE INDEX testimony_subscriptions_failing ON testimony_subscriptions (topic, settled, ready_at)
      WHERE attempts + failures > 0`,
    'CREATE INDEX testimony_subscriptions_expires ON testimony_subscriptions (expires_at)',
    'CREATE INDEX testimony_subscriptions_host ON testimony_subscriptions (host, expires_at)',
    `CREATE TABLE testimony_requests (
      id ${identity},
      pair TEXT NOT NULL UNIQUE,
      mode TEXT NOT NULL,
      topic TEXT NOT NULL,
      topic_as_given TEXT NOT NULL,
      callback TEXT NOT NULL,
      host TEXT NOT NULL,
      secret TEXT,
      lease_seconds ${integer} NOT NULL,
      requested_at ${integer} NOT NULL,
      attempts ${integer} NOT NULL,
      ready_at ${integer} NOT NULL,
      claim TEXT
    )`,
    'CREATE INDEX testimony_requests_ready ON testimony_requests (ready_at)',
    'CREATE INDEX testimony_requests_host ON testimony_requests (host)',
  ],
  ({ identity, integer }) => [
    ...addColumns('testimony_topics', [
      // The last version that a published review is gone from.
      `urgent ${integer} NOT NULL DEFAULT 0`,
    ]),
    ...addColumns('testimony_subscriptions', [
      // When newer content may be tried, and a takedown, while ready_at is further ahead.
      `early_at ${integer} NOT NULL DEFAULT 0`,
      `urgent_at ${integer} NOT NULL DEFAULT 0`,
      `postponed_at ${integer}`,
      `claimed_until ${integer}`,
      `latency_ms ${integer}`,
      `failed_at ${integer}`,
      'fault TEXT',
      `verified_at ${integer}`,
      `refused_at ${integer}`,
      'refusal TEXT',
    ]),
    'UPDATE testimony_subscriptions SET early_at = ready_at, urgent_at = ready_at',
    ...addColumns('testimony_requests', [
      `client TEXT NOT NULL DEFAULT ''`,
      'network TEXT',
      `crowded_at ${integer}`,
      'verify_token TEXT',
      `claimed_until ${integer}`,
      `failed_at ${integer}`,
      'fault TEXT',
    ]),
    'CREATE INDEX testimony_requests_client ON testimony_requests (client)',
    'CREATE INDEX testimony_requests_network ON testimony_requests (network)',
    // What a claim had set; without one a row's ready_at is when it is due.
    ...['testimony_subscriptions', 'testimony_requests'].map(
      (table) => `UPDATE ${table} SET claimed_until = ready_at WHERE claim IS NOT NULL`,
    ),
    `CREATE TABLE testimony_ended (
      id ${identity},
      pair TEXT NOT NULL UNIQUE,
      topic TEXT NOT NULL,
      callback TEXT NOT NULL,
      host TEXT NOT NULL,
      reason TEXT NOT NULL,
      ended_at ${integer} NOT NULL,
      subscribed_at ${integer},
      expires_at ${integer},
      acknowledged_at ${integer},
      failed_at ${integer},
      fault TEXT,
      notice_until ${integer},
      notice_attempts ${integer} NOT NULL DEFAULT 0,
      notice_at ${integer} NOT NULL,
      claim TEXT,
      claimed_until ${integer},
      notified_at ${integer},
      notice_fault TEXT
    )`,
    `CREATE INDEX testimony_ended_notices ON testimony_ended (notice_at)
      WHERE notice_until IS NOT NULL`,
    'CREATE INDEX testimony_ended_at ON testimony_ended (ended_at)',
    `CREATE TABLE testimony_blocked (
      host TEXT PRIMARY KEY,
      blocked_at ${integer} NOT NULL
    )`,
    `CREATE TABLE testimony_refusals (
      day ${integer} NOT NULL,
      reason TEXT NOT NULL,
      count ${integer} NOT NULL,
      PRIMARY KEY (day, reason)
    )`,
  ],
  ({ integer }) => [
    'ALTER TABLE testimony_subscriptions RENAME COLUMN settled TO acknowledged',
    // It rose when a version was given up as well, which is known where failures are still counted:
    // only one that was renewed since counts as up to date, without having acknowledged.
    'UPDATE testimony_subscriptions SET acknowledged = 0 WHERE failures > 0',
    ...addColumns('testimony_subscriptions', [`counted_at ${integer}`]),
    ...['early_at', 'urgent_at', 'postponed_at'].map(
      (column) => `ALTER TABLE testimony_subscriptions DROP COLUMN ${column}`,
    ),
    'ALTER TABLE testimony_topics DROP COLUMN urgent',
  ],
];

function addColumns(table: string, columns: readonly string[]): string[] {
  return columns.map((column) => `ALTER TABLE ${table} ADD COLUMN ${column}`);
}

/** Brings the tables up to date. Several processes may do so at once. */
export async function migrate(engine: SqlEngine): Promise<void> {
  await engine.transaction(async (run) => {
    const version = await engine.readVersion(run);
    if (version > VERSIONS.length) throw tooNew(engine.name, version);
    if (version === VERSIONS.length) return;
    for (const statements of VERSIONS.slice(version)) {
      for (const statement of statements(engine.words)) await run(statement);
    }
    await engine.writeVersion(run, VERSIONS.length);
  }, 'schema');
}

function tooNew(name: string, version: number): StoreUnusableError {
  return new StoreUnusableError(
    `The hub's database ${name} was made by a newer version of this program (schema ${version}; this one knows ${VERSIONS.length}). Run the newer version, or give the hub another database.`,
  );
}
