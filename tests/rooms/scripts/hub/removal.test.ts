import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lifetime } from '../../../support/lifetime.ts';
import {
  BASE_URL,
  CALLBACK,
  createStore,
  FEED,
  NOW,
  request,
  runHub,
  subscription,
} from './world.ts';

const JSON_TOPIC = `${BASE_URL}/api/feed.json`;
const OTHER = 'https://a.spam.example/push';
const NEW = 'https://new.example/push';

const HELD = {
  subscriptions: [
    subscription(),
    subscription({ topic: JSON_TOPIC }),
    subscription({ callback: OTHER }),
    subscription({ callback: 'https://spam.example/' }),
  ],
  requests: [request({ callback: NEW }), request({ callback: 'https://b.spam.example/' })],
  blocked: [{ host: 'blocked.example', blockedAt: NOW }],
};

/** Runs a command on a callback with two subscriptions, and a host with two and a request. */
async function run(t: Lifetime, ...args: readonly string[]) {
  const store = await createStore(t, HELD);
  const { status, out, error } = await runHub(args, store);
  const content = await store.exportAll();
  const rows = [...content.subscriptions, ...content.requests];
  return {
    ...{ status, out, error },
    held: rows.map((one) => `${one.callback} ${one.topic.slice(BASE_URL.length)}`),
    ended: content.ended.map((one) => [one.callback, one.reason, one.noticeUntil !== undefined]),
    blocked: content.blocked.map(({ host }) => host),
  };
}

const ALL = [
  `${CALLBACK} /feed.xml`,
  `${CALLBACK} /api/feed.json`,
  `${OTHER} /feed.xml`,
  'https://spam.example/ /feed.xml',
  `${NEW} /feed.xml`,
  'https://b.spam.example/ /feed.xml',
];
const without = (...gone: readonly string[]) => ALL.filter((one) => !gone.includes(one));

test('remove ends all of a callback, which is then notified', async (t) => {
  const { status, out, held, ended } = await run(t, 'remove', CALLBACK);
  assert.equal(status, 0);
  assert.equal(
    out,
    `Removed the subscription to /feed.xml.
Removed the subscription to /api/feed.json.
Within half a minute the service notifies the callback (hub.mode=denied), until it answers or its lease would have ended.
It may subscribe again; block HOST keeps a host out.`,
  );
  assert.deepEqual(held, ALL.slice(2));
  assert.deepEqual(ended, [
    [CALLBACK, 'removed', true],
    [CALLBACK, 'removed', true],
  ]);
});

for (const topic of ['/api/feed.json', JSON_TOPIC]) {
  test(`remove --topic ${topic} takes that alone, and --silently notifies nobody`, async (t) => {
    const { out, held, ended } = await run(t, 'remove', CALLBACK, '--topic', topic, '--silently');
    assert.match(
      out,
      /^Removed the subscription to \/api\/feed\.json\.\nThe callback is not notified\.\nIt may/,
    );
    assert.deepEqual(held, without(`${CALLBACK} /api/feed.json`));
    assert.deepEqual(ended, [[CALLBACK, 'removed', false]]);
  });
}

test('remove of a request that waits says so, and that nobody is notified', async (t) => {
  const { out, held } = await run(t, 'remove', NEW);
  assert.match(out, /^Removed 1 request that had yet to be verified\.\nIt may subscribe again/);
  assert.deepEqual(held, without(`${NEW} /feed.xml`));
});

test('block keeps a host out with all below it, ends theirs and says how many', async (t) => {
  const { status, out, held, ended, blocked } = await run(t, 'block', 'Spam.Example.');
  assert.equal(status, 0);
  assert.equal(
    out,
    `spam.example and all hosts below it are blocked: what they ask for is refused.
2 subscriptions and 1 request ended. Within half a minute the service notifies the callbacks (hub.mode=denied), until they answer or their leases would have ended.`,
  );
  assert.deepEqual(held, ALL.slice(0, 2).concat(`${NEW} /feed.xml`));
  assert.deepEqual(
    ended.filter(([, , isNotified]) => isNotified),
    [
      [OTHER, 'blocked', true],
      ['https://spam.example/', 'blocked', true],
    ],
  );
  assert.deepEqual(blocked, ['blocked.example', 'spam.example']);
});

test('remove --block does both, and with no callback it blocks', async (t) => {
  const both = await run(t, 'remove', CALLBACK, '--block', 'spam.example', '--silently');
  assert.match(
    both.out,
    /\/api\/feed\.json\.\nThe callback is not notified\.\nspam\.example and all hosts/,
  );
  assert.match(both.out, /\n2 subscriptions and 1 request ended\. No callback is notified\.$/);
  assert.deepEqual(both.held, [`${NEW} /feed.xml`]);
  const alone = await run(t, 'remove', '--block', 'spam.example');
  assert.match(alone.out, /^spam\.example and all hosts below it are blocked/);
  assert.equal(alone.held.length, 3);
});

for (const [args, code, message] of [
  [['remove', `${CALLBACK}x`, '--block', 'spam.example'], 1, /has no subscription \(did you mean/],
  [
    ['remove', CALLBACK, '--topic', '/reviews.json'],
    1,
    /5b0c1f7e is not subscribed to \/reviews\.json, but to \/feed\.xml, \/api\/feed\.json\.$/,
  ],
  [
    ['block', 'https://spam.example/push'],
    1,
    /"https:.*" is not a host; write block spam\.example\./,
  ],
  [['remove', CALLBACK, '--block', 'spam.example:8443'], 1, /write remove --block spam\.example\./],
  [['block', '*.spam.example'], 1, /write block spam\.example\. All hosts below it are covered\./],
  [['block', 'spam.example/push'], 1, /write block spam\.example/],
  [
    ['block', 'example'],
    1,
    /"example" is not a whole host: it would cover every name that ends so/,
  ],
  [['block', '127.1'], 1, /"127\.1" is not a host; write block 127\.0\.0\.1\.$/],
  [['block', 'https://[::ffff:7f00:1]/'], 1, /is not a host; write block 127\.0\.0\.1\.$/],
  [['block', 'a b.example'], 1, /"a b\.example" is not a host; name one such as/],
  [['unblock', 'blocked.exmaple'], 1, /is not blocked \(did you mean "blocked\.example"\?\)/],
  [['unblock', 'a.blocked.example'], 1, /not blocked itself, but blocked\.example is/],
] as const) {
  test(`${args.join(' ')} is refused, and changes nothing`, async (t) => {
    const { status, out, error, held, blocked } = await run(t, ...args);
    assert.deepEqual([status, out], [code, '']);
    assert.match(error, message);
    assert.doesNotMatch(error, /Usage/);
    assert.deepEqual([held, blocked], [ALL, ['blocked.example']]);
  });
}

test('an address is blocked as itself, in either way to write it', async (t) => {
  const { out, blocked } = await run(t, 'block', '192.0.2.1');
  assert.match(out, /^192\.0\.2\.1 is blocked, but not names that lead to it\./);
  assert.match(out, /\n0 subscriptions and 0 requests ended\.$/);
  assert.deepEqual(blocked, ['192.0.2.1', 'blocked.example']);
  assert.deepEqual((await run(t, 'block', '[2001:DB8::1]')).blocked, [
    '2001:db8::1',
    'blocked.example',
  ]);
  assert.deepEqual((await run(t, 'block', '2001:db8::1')).blocked, [
    '2001:db8::1',
    'blocked.example',
  ]);
});

test('an IPv4 address in IPv6 is blocked as what it means, and unblocked so', async (t) => {
  for (const address of ['::ffff:192.0.2.1', '[::ffff:c000:201]', '64:ff9b::192.0.2.1']) {
    const { out, blocked } = await run(t, 'block', address);
    assert.match(out, /^192\.0\.2\.1 is blocked/);
    assert.deepEqual(blocked, ['192.0.2.1', 'blocked.example']);
    const store = await createStore(t, { blocked: [{ host: '192.0.2.1', blockedAt: NOW }] });
    assert.match((await runHub(['unblock', address], store)).out, /^192\.0\.2\.1 may/);
  }
});

test('nothing is below an address', async (t) => {
  const host = '192.0.2.1';
  const one = [{ host, blockedAt: NOW }];
  const alone = await runHub(['blocked'], await createStore(t, { blocked: one }));
  assert.match(alone.out, /\n1 address blocked$/);
  const both = { blocked: [...one, ...HELD.blocked] };
  const { out } = await runHub(['blocked'], await createStore(t, both));
  assert.match(out, /\n1 host blocked, with all below it; 1 address blocked$/);
});

test('what is blocked already is said to be, and what came meanwhile ends', async (t) => {
  const { status, out } = await run(t, 'block', 'blocked.example');
  assert.equal(status, 0);
  assert.equal(out, 'blocked.example was blocked already.\n0 subscriptions and 0 requests ended.');
});

test('blocked shows the hosts, and unblock lets one in again', async (t) => {
  const store = await createStore(t, HELD);
  assert.equal(
    (await runHub(['blocked'], store)).out,
    'blocked.example  since 2026-11-20 12:00 UTC\n1 host blocked, with all below it',
  );
  const { out } = await runHub(['blocked', '--json'], store);
  assert.deepEqual(JSON.parse(out), [
    { host: 'blocked.example', blockedAt: '2026-11-20T12:00:00.000Z' },
  ]);
  assert.match(
    (await runHub(['unblock', 'BLOCKED.example'], store)).out,
    /^blocked\.example may subscribe again\./,
  );
  assert.equal((await runHub(['blocked'], store)).out, '0 hosts blocked');
  assert.equal((await store.listSubscriptions({ topic: FEED })).length, 3);
});
