import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lifetime } from '../../../support/lifetime.ts';
import { CALLBACK, createHub, JSON_FEED, NOW } from './world.ts';

const SPAM = 'https://spam.example/';
const BELOW = 'https://a.spam.example/push';
const NEW = 'https://new.example/push';

/** Runs a command on two subscriptions of a callback, two of a host and below it, and two requests. */
async function run(t: Lifetime, ...args: readonly string[]) {
  const { store, ...hub } = await createHub(t);
  await hub.subscribe();
  await hub.subscribe({ topic: JSON_FEED });
  await hub.subscribe({ callback: BELOW });
  await hub.subscribe({ callback: SPAM });
  await hub.ask({ callback: NEW });
  await hub.ask({ callback: 'https://b.spam.example/' });
  await store.block('blocked.example', NOW);
  await store.block('192.0.2.9', NOW);
  const { status, out, error } = await hub.run(args);
  const rows = (await store.list()).toSorted((a, b) => a.id - b.id);
  const ended = rows.filter((row) => row.state === 'ended');
  const notified = ended.filter(({ nextAt }) => nextAt !== undefined).map(({ id }) => id);
  const blocked = (await store.listBlocked()).map(({ host }) => host);
  return { status, out, error, ended: ended.map(({ id }) => id), notified, blocked };
}

const BLOCKED = ['192.0.2.9', 'blocked.example'];
const ONE = '1 subscription and 0 requests ended.';
const NONE = '0 subscriptions and 0 requests ended.';
const SPAM_ENDS = `spam.example is blocked, and so are all hosts below it.
2 subscriptions and 1 request ended.`;
const NOTICES =
  'Within a minute, the service notifies each callback (hub.mode=denied), repeatedly until it answers or its lease would have ended.';
const SILENCE = 'No callback is notified.';
const AGAIN = '\nIt may subscribe again; block HOST keeps a host out.';

for (const [line, out, ended, notified, blocked = BLOCKED] of [
  [
    `remove ${CALLBACK}`,
    `2 subscriptions and 0 requests ended. ${NOTICES}${AGAIN}`,
    [1, 2],
    [1, 2],
  ],
  [`remove ${CALLBACK} --topic /api/feed.json`, `${ONE} ${NOTICES}${AGAIN}`, [2], [2]],
  [`remove ${CALLBACK} --topic ${JSON_FEED} --silently`, `${ONE} ${SILENCE}${AGAIN}`, [2], []],
  ['remove 1', `${ONE} ${NOTICES}${AGAIN}`, [1], [1]],
  [`remove ${NEW}`, `0 subscriptions and 1 request ended.${AGAIN}`, [5], []],
  [
    'block Spam.Example.',
    `${SPAM_ENDS} ${NOTICES}`,
    [3, 4, 6],
    [3, 4],
    [...BLOCKED, 'spam.example'],
  ],
  [
    ...['block spam.example --silently', `${SPAM_ENDS} ${SILENCE}`],
    ...[[3, 4, 6], [], [...BLOCKED, 'spam.example']],
  ],
  ['block [::ffff:c000:209]', `192.0.2.9 is blocked.\n${NONE}`, [], []],
  [
    'unblock 192.0.2.9',
    '192.0.2.9 may subscribe again. Ended subscriptions stay ended.',
    [],
    [],
    [BLOCKED[1]],
  ],
  [
    ...[
      'unblock BLOCKED.example',
      'blocked.example may subscribe again. Ended subscriptions stay ended.',
    ],
    ...[[], [], ['192.0.2.9']],
  ],
] as const) {
  test(`${line} ends, notifies and blocks what it says`, async (t) => {
    const result = await run(t, ...line.split(' '));
    assert.deepEqual(result, { status: 0, out, error: '', ended, notified, blocked });
  });
}

test('list --blocked shows the hosts since when they are', async (t) => {
  const { out } = await run(t, 'list', '--blocked');
  const since = 'since 2026-11-20 12:00 UTC';
  assert.equal(out, `192.0.2.9        ${since}\nblocked.example  ${since}\n2 hosts blocked`);
});

for (const [args, message] of [
  [['remove', `${CALLBACK}x`], /There is no subscription or request for .*x; list/],
  [['remove', '99'], /There is no subscription or request for 99; list/],
  [['remove', NEW, '--topic', '/reviews.json'], /request to \/reviews\.json for https/],
  [['block', 'https://spam.example/push'], /"https:.*" is not a complete host\. Name one such as/],
  [['block', 'spam.example:8443'], /is not a complete host/],
  [['block', '*.spam.example'], /such as subscriber\.example, which covers all hosts below it/],
  [['block', 'spam.example/push'], /is not a complete host/],
  [['block', 'example'], /"example" is not a complete host/],
  [['block', 'a b.example'], /is not a complete host/],
  [['unblock', 'a.blocked.example'], /a\.blocked\.example is not blocked .* unblock that\./],
] as const) {
  test(`${args.join(' ')} is refused, and changes nothing`, async (t) => {
    const { error, ...rest } = await run(t, ...args);
    assert.match(error, message);
    assert.doesNotMatch(error, /Usage/);
    assert.deepEqual(rest, { status: 1, out: '', ended: [], notified: [], blocked: BLOCKED });
  });
}
