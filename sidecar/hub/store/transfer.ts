import { z } from 'zod';
import { ENDED_COLUMNS } from './ended.ts';
import type { HubContent, HubStore } from './hub-store.ts';
import { BlockedHost, Ended, PendingRequest, StoredTopic, Subscription } from './rows.ts';
import {
  pairKey,
  REQUEST_COLUMNS,
  type Run,
  type SqlEngine,
  type SqlWords,
  SUBSCRIPTION_COLUMNS,
} from './sql-engine.ts';

/** Maximum rows of one statement. */
const BATCH = 2000;

const TopicRows = z.array(StoredTopic);
const AddedRows = z.array(z.object({ added: z.string() }));
const SubscriptionRows = z.array(Subscription);
const RequestRows = z.array(PendingRequest);
const EndedRows = z.array(Ended);
const BlockedRows = z.array(BlockedHost);
const TOPICS = `SELECT topic, hash, ordinal, sequence, announced_at AS "announcedAt"
  FROM testimony_topics ORDER BY topic`;
const SUBSCRIPTIONS = `SELECT ${SUBSCRIPTION_COLUMNS} FROM testimony_subscriptions ORDER BY id`;
const REQUESTS = `SELECT ${REQUEST_COLUMNS} FROM testimony_requests ORDER BY id`;
const ENDED = `SELECT ${ENDED_COLUMNS} FROM testimony_ended ORDER BY id`;
const BLOCKED = 'SELECT host, blocked_at AS "blockedAt" FROM testimony_blocked ORDER BY host';

/** Moves everything from one store to another. */
export function createTransfer(engine: SqlEngine): Pick<HubStore, 'exportAll' | 'importAll'> {
  return {
    exportAll: () =>
      engine.transaction(async (run): Promise<HubContent> => {
        // In this order nothing is missed that other sidecars change meanwhile: a request that is
        // confirmed is among the subscriptions too, and no subscription is ahead of its topic.
        const requests = RequestRows.parse(await run(REQUESTS));
        const subscriptions = SubscriptionRows.parse(await run(SUBSCRIPTIONS));
        const ended = EndedRows.parse(await run(ENDED));
        const blocked = BlockedRows.parse(await run(BLOCKED));
        return {
          topics: TopicRows.parse(await run(TOPICS)),
          subscriptions,
          requests,
          ended,
          blocked,
        };
      }),
    importAll: (content) =>
      engine.transaction(async (run) => {
        const { topics, requests } = content;
        const add = (table: Table, entries: readonly unknown[]) =>
          insert(run, engine.words, table, entries);
        // First, so that no sidecar announces a topic meanwhile that was unknown when we looked.
        const taken = await add(TOPIC_TABLE, topics);
        const held = TopicRows.parse(await run(TOPICS)).filter(({ topic }) => !taken.has(topic));
        const subscriptions = content.subscriptions.map((one) => rebase(one, topics, held));
        const added =
          (await add(SUBSCRIPTION_TABLE, subscriptions.map(withPair))).size +
          (await add(REQUEST_TABLE, requests.map(withPair))).size;
        await add(ENDED_TABLE, content.ended.map(withPair));
        // Nobody is to learn of the end of what is subscribed to in one of the two.
        await run(
          `DELETE FROM testimony_ended WHERE notice_until IS NOT NULL
            AND pair IN (SELECT pair FROM testimony_subscriptions)`,
        );
        await add(BLOCKED_TABLE, content.blocked);
        return { added, kept: subscriptions.length + requests.length - added };
      }, 'admission'),
  };
}

/**
 * What a subscription has acknowledged, as the other store counts versions. Where both know the topic,
 * who had the very version that is the newest there is up to date; all others are due, as a
 * version is better delivered twice than not at all. Attempts at a version are forgotten then.
 */
function rebase(
  subscription: Subscription,
  source: readonly StoredTopic[],
  target: readonly StoredTopic[],
): Subscription {
  const from = source.find(({ topic }) => topic === subscription.topic);
  const to = target.find(({ topic }) => topic === subscription.topic);
  const newest = from?.sequence ?? 0;
  if (!to) {
    return { ...subscription, acknowledged: Math.min(subscription.acknowledged, newest) };
  }
  const hasNewest = from?.hash === to.hash && subscription.acknowledged >= newest;
  const acknowledged = hasNewest ? to.sequence : to.sequence - 1;
  return { ...subscription, acknowledged, tried: 0, attempts: 0 };
}

const withPair = <Entry extends { topic: string; callback: string }>(entry: Entry) => ({
  ...entry,
  pair: pairKey(entry),
});

/** A table, and the values that it gets; a column is called as its value, in snake case. */
type Table = {
  readonly name: string;
  readonly key: string;
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
};

const TOPIC_TABLE: Table = {
  name: 'testimony_topics',
  key: 'topic',
  texts: ['topic', 'hash'],
  numbers: ['ordinal', 'sequence', 'announcedAt'],
};
const SUBSCRIPTION_TABLE: Table = {
  name: 'testimony_subscriptions',
  key: 'pair',
  texts: ['pair', 'topic', 'callback', 'host', 'secret', 'fault', 'refusal'],
  numbers: [
    ...['subscribedAt', 'expiresAt', 'acknowledged', 'tried', 'attempts', 'failures', 'countedAt'],
    ...['readyAt', 'acknowledgedAt', 'latencyMs', 'failedAt', 'verifiedAt', 'refusedAt'],
  ],
};
const REQUEST_TABLE: Table = {
  name: 'testimony_requests',
  key: 'pair',
  texts: [
    ...['pair', 'mode', 'topic', 'topicAsGiven', 'callback', 'host', 'secret', 'verifyToken'],
    'fault',
  ],
  numbers: ['leaseSeconds', 'requestedAt', 'attempts', 'readyAt', 'failedAt'],
};
const ENDED_TABLE: Table = {
  name: 'testimony_ended',
  key: 'pair',
  texts: ['pair', 'topic', 'callback', 'host', 'reason', 'fault', 'noticeFault'],
  numbers: [
    ...['endedAt', 'subscribedAt', 'expiresAt', 'acknowledgedAt', 'failedAt'],
    ...['noticeUntil', 'noticeAttempts', 'noticeAt', 'notifiedAt'],
  ],
};
const BLOCKED_TABLE: Table = {
  name: 'testimony_blocked',
  key: 'host',
  texts: ['host'],
  numbers: ['blockedAt'],
};

/** Inserts what is not there yet. Resolves to the keys of that. */
async function insert(
  run: Run,
  { elements }: SqlWords,
  { name, key, texts, numbers }: Table,
  entries: readonly unknown[],
): Promise<Set<string>> {
  const columns = [...texts, ...numbers].map((value) =>
    value.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  const values = [
    ...texts.map((text) => `value ->> '${text}'`),
    ...numbers.map((number) => `CAST(value ->> '${number}' AS BIGINT)`),
  ];
  // SQLite takes the ON of an upsert for one of a join, but for a WHERE before it.
  const sql = `INSERT INTO ${name} (${columns.join(', ')})
    SELECT ${values.join(', ')} FROM ${elements('$1')} WHERE true
    ON CONFLICT (${key}) DO NOTHING RETURNING ${key} AS added`;
  const added = new Set<string>();
  for (let from = 0; from < entries.length; from += BATCH) {
    const rows = await run(sql, JSON.stringify(entries.slice(from, from + BATCH)));
    for (const row of AddedRows.parse(rows)) added.add(row.added);
  }
  return added;
}
