import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { HubContent } from '../../../../sidecar/hub/store/hub-store.ts';
import { createFolder } from '../../../support/content-folder.ts';
import type { Lifetime } from '../../../support/lifetime.ts';
import {
  CALLBACK,
  createStore,
  DAY_MS,
  EMPTY,
  ended,
  FEED,
  MINUTE_MS,
  NOW,
  request,
  runHub,
  subscription,
} from './world.ts';

const FAULT = { kind: 'tls', code: 'CERT_HAS_EXPIRED', message: 'it has expired' } as const;
const FAILED = { fault: FAULT, failedAt: NOW, attempts: 2, failures: 1, readyAt: NOW + DAY_MS };

const CONTENT: HubContent = {
  topics: [{ topic: FEED, hash: 'ab'.repeat(32), ordinal: 7, sequence: 3, announcedAt: NOW }],
  subscriptions: [
    subscription({
      ...{ secret: 'géheim', acknowledgedAt: NOW, latencyMs: 12, refusedAt: NOW, refusal: FAULT },
      ...{ ...FAILED, countedAt: NOW - MINUTE_MS },
    }),
    subscription({ callback: 'https://[2001:db8::1]:8443/?a=b%20c', host: '2001:db8::1' }),
  ],
  requests: [
    request({
      ...{ mode: 'unsubscribe', callback: CALLBACK, verifyToken: 'tökén', attempts: 1 },
      ...{ topicAsGiven: 'https://REVIEWS.example/feed%2Exml', failedAt: NOW, fault: FAULT },
    }),
  ],
  ended: [
    ended({ noticeUntil: NOW + DAY_MS, noticeAttempts: 2, noticeFault: FAULT, fault: FAULT }),
    ended({ callback: 'https://asked.example/', subscribedAt: undefined, reason: 'refused' }),
  ],
  blocked: [{ host: 'spam.example', blockedAt: NOW }],
};

async function run(t: Lifetime, args: readonly string[], stdin = '', content = CONTENT) {
  const store = await createStore(t, content);
  return { ...(await runHub(args, store, { stdin })), held: await store.exportAll() };
}

test('what is exported is imported again as it was, once', async (t) => {
  const file = join(createFolder(t), 'hub.json');

  const exported = await run(t, ['export', file]);
  const imported = await run(t, ['import', file], '', EMPTY);

  assert.deepEqual([exported.status, exported.out], [0, '']);
  assert.equal(
    exported.error,
    'Exported 2 subscriptions, 1 request, 1 topic, 2 that ended and 1 blocked host; secrets are among them.',
  );
  assert.equal(imported.status, 0, imported.error);
  assert.deepEqual(imported.held, CONTENT);
  assert.deepEqual(imported.opened, [true]);
  const added = (news: number, kept: number) =>
    `Subscriptions and requests: ${news} added, ${kept} kept as they were there already.`;
  assert.equal(imported.out, added(3, 0));
  assert.equal((await run(t, ['import', file])).out, added(0, 3));
});

test('documents of versions before are read as the migration of a store would have it', async (t) => {
  const times = { subscribedAt: NOW - DAY_MS, expiresAt: NOW + DAY_MS, readyAt: NOW + 5 };
  const counts = { tried: 3, attempts: 1, failures: 1 };
  const pair = { topic: FEED, callback: CALLBACK, host: 'me.example' };
  const asked = { mode: 'subscribe', topicAsGiven: FEED, leaseSeconds: 60, requestedAt: NOW };
  const document = {
    version: 1,
    topics: CONTENT.topics,
    subscriptions: [{ ...pair, ...times, ...counts, settled: 3 }],
    requests: [{ ...pair, ...asked, attempts: 0, readyAt: NOW }],
  };

  const { status, error, held } = await run(t, ['import', '-'], JSON.stringify(document), EMPTY);

  assert.deepEqual([status, error], [0, '']);
  // It had given up what it had settled.
  const givenUp = { ...counts, acknowledged: 0 };
  assert.deepEqual(held.subscriptions, [
    subscription({ ...times, ...givenUp, verifiedAt: undefined }),
  ]);
  const second = { earlyAt: NOW, urgentAt: NOW, postponedAt: NOW, failures: 0, settled: 3 };
  const subscriptions = document.subscriptions.map((one) => ({ ...one, ...second }));
  const later = JSON.stringify({ ...document, version: 2, subscriptions });
  const [well] = (await run(t, ['import', '-'], later, EMPTY)).held.subscriptions;
  assert.deepEqual([well?.acknowledged, well?.readyAt], [3, NOW + 5]);
  assert.equal(held.requests[0]?.verifyToken, undefined);
  assert.deepEqual([held.ended, held.blocked], [[], []]);
});

test('a file that is there is replaced only with --force, and is private then', async (t) => {
  const file = join(createFolder(t), 'hub.json');
  writeFileSync(file, 'dear', { mode: 0o644 });

  const refused = await run(t, ['export', file]);
  assert.equal(refused.status, 1);
  assert.match(refused.error, /is there already; choose another name, or add --force\.$/);
  assert.equal(readFileSync(file, 'utf8'), 'dear');

  assert.equal((await run(t, ['export', file, '--force'])).status, 0);
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).version, 3);
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

/** Imports a document that differs from a good one. */
async function importChanged(t: Lifetime, changes: Readonly<Record<string, unknown>>) {
  const { out } = await run(t, ['export', '-']);
  return run(t, ['import', '-'], JSON.stringify({ ...JSON.parse(out), ...changes }), EMPTY);
}

test('all that is wrong is reported with its place, and nothing is imported', async (t) => {
  const [first = subscription()] = CONTENT.subscriptions;
  const { status, error, held, opened } = await importChanged(t, {
    topics: [{ ...CONTENT.topics[0], hash: 'short', color: 'red' }],
    subscriptions: [
      { ...first, callback: 'http://me.example/', expiresAt: '2026-11-20' },
      { ...first, secret: 'é'.repeat(100) },
      { ...first, host: 'other.example', fault: { kind: 'bad', message: '' } },
      { ...first, host: 'other.example' },
    ],
    requests: [{ ...CONTENT.requests[0], mode: 'publish' }],
    ended: [{ ...CONTENT.ended[0], reason: 'bored' }],
    blocked: [{ host: '', blockedAt: NOW }],
  });

  assert.deepEqual([status, opened, held], [1, [], EMPTY]);
  const [head, ...lines] = error.split('\n');
  assert.equal(head, 'hub: - cannot be imported; nothing was:');
  for (const expected of [
    /^ {2}topics\[0\]\.hash: must be a SHA-256 in hex$/,
    /^ {2}topics\[0\]: .*"color"/,
    /^ {2}subscriptions\[0\]\.callback: must be an HTTPS URL$/,
    /^ {2}subscriptions\[0\]\.expiresAt: .*number/,
    /^ {2}subscriptions\[1\]\.secret: must have at most 199 bytes$/,
    /^ {2}subscriptions\[2\]\.fault\.kind: /,
    /^ {2}subscriptions\[3\]\.host: must be the host of the callback$/,
    /^ {2}requests\[0\]\.mode: /,
    /^ {2}ended\[0\]\.reason: /,
    /^ {2}blocked\[0\]\.host: /,
  ]) {
    assert.ok(
      lines.some((line) => expected.test(line)),
      `${expected} in\n${error}`,
    );
  }
});

test('a callback with an IPv4 address in IPv6 is imported by the host that it was stored with', async (t) => {
  // As the hub stores it, and as it did before there were blocks.
  const subscriptions = ['9.9.9.9', '::ffff:909:909'].map((host, index) =>
    subscription({ callback: `https://[::ffff:9.9.9.9]/${index}`, host }),
  );
  const file = join(createFolder(t), 'hub.json');
  const content = { ...EMPTY, topics: CONTENT.topics, subscriptions };
  await run(t, ['export', file], '', content);
  const { status, held } = await run(t, ['import', file], '', EMPTY);
  assert.deepEqual([status, held], [0, content]);
});

test('what stands there twice, and a newer version whatever else it holds, is refused', async (t) => {
  const subscriptions = [...CONTENT.subscriptions, CONTENT.subscriptions[0]];
  for (const [changes, message] of [
    [{ subscriptions }, /\n {2}subscriptions\[2\]: is there twice$/],
    [{ version: 4 }, /written by a newer version .* \(its format is 4, this one reads 3\)/],
  ] as const) {
    const { status, error } = await importChanged(t, changes);
    assert.equal(status, 1);
    assert.match(error, message);
  }
});

for (const [what, args, text, message] of [
  ['no JSON', ['import', '-'], '{', /^hub: - is no JSON; give a file that export wrote\.$/],
  ['no document', ['import', '-'], '[]', /\n {2}the document: /],
  ['without a version', ['import', '-'], '{"topics":[],"requests":[]}', /\n {2}version: /],
  ['missing', ['import', '/nowhere/a'], '', /\/nowhere\/a cannot be read: ENOENT/],
  ['not to be written', ['export', '/nowhere/a'], '', /\/a cannot be written: ENOENT/],
] as const) {
  test(`a file that is ${what} is refused`, async (t) => {
    const { status, error } = await run(t, args, text);
    assert.equal(status, 1);
    assert.match(error, message);
  });
}
