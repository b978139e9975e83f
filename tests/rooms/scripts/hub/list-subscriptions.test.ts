import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { listSubscriptions } from '../../../../scripts/hub/subscriptions.ts';
import {
  BASE_URL,
  CALLBACK,
  createFakeStore,
  createFakeWorld,
  NOW,
  subscription,
} from './world.ts';

const SECRET = 'never to be shown';
const LONG = `https://subscriber.example/${'a'.repeat(60)}/end`;
const HELD = [
  subscription({ topic: `${BASE_URL}/reviews.json`, callback: LONG, failures: 2 }),
  subscription({ secret: SECRET, acknowledgedAt: NOW - 60_000 }),
  subscription({ topic: 'https://old.example/feed.xml', expiresAt: NOW }),
];
const COUNTS = [
  {
    topic: `${BASE_URL}/feed.xml`,
    hash: undefined,
    announcedAt: undefined,
    active: 1,
    pendingVerification: 2,
    pendingRemoval: 1,
    expired: 0,
    due: 1,
  },
];

async function list(circumstances: Parameters<typeof createFakeWorld>[1] = {}, isJson = false) {
  const { store } = createFakeStore({ subscriptions: HELD, counts: COUNTS });
  const { world, printed } = createFakeWorld(store, circumstances);
  await listSubscriptions(store, { isJson }, world);
  return printed.join('\n');
}

test('the table is aligned, by topic and callback, and ends with counts', async () => {
  const pad = (text: string) => text.padEnd(LONG.length);
  const mine = pad(CALLBACK);
  assert.deepEqual((await list()).split('\n'), [
    `Topic                         ${pad('Callback')}  State           Lease ends (UTC)  Acknowledged (UTC)`,
    `https://old.example/feed.xml  ${mine}  expired         2026-11-20 12:00  never`,
    `/feed.xml                     ${mine}  active          2026-11-21 12:00  2026-11-20 11:59`,
    `/reviews.json                 ${LONG}  failing 2 of 3  2026-11-21 12:00  never`,
    '3 subscriptions: 2 active (1 failing), 1 expired; 1 delivery due; 3 requests to be verified',
  ]);
});

test('on a terminal a long callback loses its middle, so that lines fit', async () => {
  const lines = (await list({ columns: 130 })).split('\n');

  for (const line of lines) assert.ok(line.length <= 130, line);
  assert.match(lines[3] ?? '', /https:\/\/subscriber\.exam…a+\/end /);
});

test('colours change nothing but colours, and are only for terminals', async () => {
  const coloured = await list({ hasColours: true });

  assert.notEqual(coloured, await list());
  assert.equal(stripVTControlCharacters(coloured), await list());
});

test('the JSON has the facts, and whether there is a secret', async () => {
  const text = await list({ columns: 40, hasColours: true }, true);

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

test('an empty store gives the counts alone, and an empty list as JSON', async () => {
  const { store } = createFakeStore({});
  const { world, printed } = createFakeWorld(store);

  await listSubscriptions(store, { isJson: false }, world);
  await listSubscriptions(store, { isJson: true }, world);

  assert.deepEqual(printed, [
    '0 subscriptions: 0 active (0 failing), 0 expired; 0 deliveries due; 0 requests to be verified',
    '[]',
  ]);
});
