import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { runHub } from '../../../../scripts/hub/hub.ts';
import { type HubContent, StoreUnavailableError } from '../../../../sidecar/hub/store/hub-store.ts';
import type { Lifetime } from '../../../support/lifetime.ts';
import {
  BASE_URL,
  CALLBACK,
  createStore,
  createWorld,
  DAY_MS,
  NOW,
  subscription,
} from './world.ts';

const SECRET = 'never to be shown';
const FEED = `${BASE_URL}/feed.xml`;
const JSON_TOPIC = `${BASE_URL}/api/feed.json`;
const OTHER = 'https://other.example/push';
const NEW = 'https://new.example/push';

const REQUEST = {
  mode: 'subscribe',
  topic: JSON_TOPIC,
  topicAsGiven: JSON_TOPIC,
  callback: NEW,
  host: 'new.example',
  secret: undefined,
  leaseSeconds: 60,
  requestedAt: NOW,
  attempts: 0,
  readyAt: NOW,
} as const;

const HELD = {
  subscriptions: [
    subscription({ secret: SECRET, acknowledgedAt: NOW, failures: 2, attempts: 1 }),
    subscription({ topic: JSON_TOPIC, expiresAt: NOW - DAY_MS }),
    subscription({ callback: OTHER, host: 'other.example' }),
  ],
  requests: [REQUEST],
};

/** Runs a command on a callback with two subscriptions and another with one. */
async function run(
  t: Lifetime,
  args: readonly string[],
  content: Partial<HubContent> = HELD,
  circumstances: Parameters<typeof createWorld>[1] = {},
) {
  const store = await createStore(t, content);
  const { world, printed, errors, opened } = createWorld(store, circumstances);
  const status = await runHub(args, world);
  const held = (await store.listSubscriptions({})).map((one) => `${one.callback} ${one.topic}`);
  return { status, held, opened, out: printed.join('\n'), error: errors.join('\n') };
}

test('show says all in words, and never a secret', async (t) => {
  const { status, out, error, opened } = await run(t, ['show', CALLBACK]);
  assert.deepEqual([status, error, opened], [0, '', [false]]);
  assert.equal(
    out,
    `${CALLBACK}

  /feed.xml
    Subscribed or renewed on 2026-11-11 12:00 UTC.
    The lease ends on 2026-11-21 12:00 UTC, in 24 hours.
    Notifications are signed: it gave a secret.
    It acknowledged a notification last on 2026-11-20 12:00 UTC.
    2 notifications in a row failed; the subscription ends with 3.
    The notification under way failed 1 time; it is tried again on 2026-11-20 12:00 UTC or later.

  /api/feed.json
    Subscribed or renewed on 2026-11-11 12:00 UTC.
    The lease ended on 2026-11-19 12:00 UTC; nothing is sent any more.
    Notifications are not signed: it gave no secret.
    It has acknowledged no notification yet.`,
  );
});

for (const [args, left, words] of [
  [
    [CALLBACK],
    [`${OTHER} ${FEED}`],
    /^Removed the subscription to \/feed\.xml\.\nRemoved the subscription to \/api\/feed\.json\.\nThe subscriber was not told, and may subscribe again\.$/,
  ],
  ...['/api/feed.json', JSON_TOPIC].map(
    (topic) =>
      [
        [CALLBACK, '--topic', topic],
        [`${CALLBACK} ${FEED}`, `${OTHER} ${FEED}`],
        /^Removed the subscription to \/api\/feed\.json\.\n/,
      ] as const,
  ),
  [
    [NEW],
    [`${CALLBACK} ${FEED}`, `${CALLBACK} ${JSON_TOPIC}`, `${OTHER} ${FEED}`],
    /^Removed 1 request that had yet to be verified\.\n/,
  ],
] as const) {
  test(`remove ${args.join(' ')} takes that alone, and says so`, async (t) => {
    const { status, out, held } = await run(t, ['remove', ...args]);
    assert.equal(status, 0);
    assert.match(out, words);
    assert.deepEqual(held, left);
  });
}

for (const [args, code, message] of [
  [['show', `${CALLBACK}x`], 1, /has no subscription \(did you mean "https:\/\/me\.example\/push/],
  [['remove', `${CALLBACK}x`], 1, /has no subscription \(did you mean/],
  [
    ['remove', CALLBACK, '--topic', '/reviews.json'],
    1,
    /5b0c1f7e is not subscribed to \/reviews\.json, but to \/feed\.xml, \/api\/feed\.json\.$/,
  ],
  [
    ['lsit'],
    2,
    /"lsit" \(did you mean "list"\?\); .* import\.\nnpm run hub -- --help tells more\./,
  ],
  [['toString'], 2, /no command "toString"/],
  [['show'], 2, /show needs CALLBACK/],
  [['show', 'a', 'b'], 2, /"b" is too much; show takes CALLBACK/],
  [['remove', 'a', '--json'], 2, /--json does not go with remove/],
  [['list', '--jsn'], 2, /--jsn/],
  [['remove', 'a', '--topic'], 2, /--topic/],
] as const) {
  test(`[${args.join(' ')}] is refused, and changes nothing`, async (t) => {
    const { status, out, error, held, opened } = await run(t, args);
    assert.deepEqual([status, out, held.length], [code, '', 3]);
    assert.match(error, message);
    if (code === 2) assert.deepEqual(opened, []);
  });
}

test('the help is printed without a store', async (t) => {
  for (const args of [[], ['remove', '--help']]) {
    const { status, opened, out } = await run(t, args);
    assert.deepEqual([status, opened], [0, []]);
    assert.match(out, /secrets too: keep it private/);
  }
});

test('a store that is out of reach is reported without a stack', async (t) => {
  const { world, errors } = createWorld(await createStore(t));
  const openStore = async () => {
    throw new StoreUnavailableError('The database does not answer.');
  };
  assert.equal(await runHub(['list'], { ...world, openStore }), 1);
  assert.deepEqual(errors, ['The database does not answer.']);
});

const LONG = `https://subscriber.example/${'a'.repeat(60)}/end`;

const LISTED = {
  topics: [{ topic: FEED, hash: 'ab'.repeat(32), ordinal: 7, sequence: 4, announcedAt: NOW }],
  subscriptions: [
    subscription({ topic: `${BASE_URL}/reviews.json`, callback: LONG, failures: 2 }),
    subscription({ secret: SECRET, acknowledgedAt: NOW - 60_000 }),
    subscription({ topic: 'https://old.example/feed.xml', expiresAt: NOW }),
  ],
  requests: [REQUEST, { ...REQUEST, topic: FEED, mode: 'unsubscribe' as const }],
};

const list = async (
  t: Lifetime,
  circumstances: Parameters<typeof createWorld>[1] = {},
  ...args: string[]
) => (await run(t, ['list', ...args], LISTED, circumstances)).out;

test('the list is aligned, by topic and callback, and ends with counts', async (t) => {
  const pad = (text: string) => text.padEnd(LONG.length);
  assert.deepEqual((await list(t)).split('\n'), [
    `Topic                         ${pad('Callback')}  State           Lease ends (UTC)  Acknowledged (UTC)`,
    `https://old.example/feed.xml  ${pad(CALLBACK)}  expired         2026-11-20 12:00  never`,
    `/feed.xml                     ${pad(CALLBACK)}  active          2026-11-21 12:00  2026-11-20 11:59`,
    `/reviews.json                 ${LONG}  failing 2 of 3  2026-11-21 12:00  never`,
    '3 subscriptions: 2 active (1 failing), 1 expired; 1 delivery due; 2 requests to be verified',
  ]);
  const { out } = await run(t, ['list'], {});
  assert.match(out, /^0 subscriptions: 0 active \(0 failing\), 0 expired; 0 deliveries due; 0 req/);
});

test('on a terminal a long callback loses its middle, and colours change nothing else', async (t) => {
  const lines = (await list(t, { columns: 130 })).split('\n');
  for (const line of lines) assert.ok(line.length <= 130, line);
  assert.match(lines[3] ?? '', /https:\/\/subscriber\.exam…a+\/end /);
  const coloured = await list(t, { hasColours: true });
  assert.notEqual(coloured, await list(t));
  assert.equal(stripVTControlCharacters(coloured), await list(t));
});

test('the list as JSON has the facts, and whether there is a secret', async (t) => {
  const text = await list(t, { columns: 40, hasColours: true }, '--json');
  assert.ok(!text.includes(SECRET));
  assert.deepEqual(JSON.parse(text)[1], {
    topic: 'https://reviews.example/feed.xml',
    callback: 'https://me.example/push/5b0c1f7e',
    state: 'active',
    failures: 0,
    attempts: 0,
    hasSecret: true,
    subscribedAt: '2026-11-11T12:00:00.000Z',
    expiresAt: '2026-11-21T12:00:00.000Z',
    acknowledgedAt: '2026-11-20T11:59:00.000Z',
  });
});
