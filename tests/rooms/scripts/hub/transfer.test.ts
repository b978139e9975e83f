import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runHub } from '../../../../scripts/hub/hub.ts';
import type { HubContent } from '../../../../sidecar/hub/store/hub-store.ts';
import { createFolder } from '../../../support/content-folder.ts';
import {
  BASE_URL,
  CALLBACK,
  createFakeStore,
  createFakeWorld,
  NOW,
  subscription,
} from './world.ts';

const TOPIC = `${BASE_URL}/feed.xml`;
const CONTENT: HubContent = {
  topics: [{ topic: TOPIC, hash: 'ab'.repeat(32), ordinal: 7, sequence: 3, announcedAt: NOW }],
  subscriptions: [
    subscription({ secret: 'géheim', acknowledgedAt: NOW }),
    subscription({ callback: 'https://[2001:db8::1]:8443/?a=b%20c', host: '2001:db8::1' }),
  ],
  requests: [
    {
      mode: 'unsubscribe',
      topic: TOPIC,
      topicAsGiven: 'https://REVIEWS.example/feed%2Exml',
      callback: CALLBACK,
      host: 'me.example',
      secret: undefined,
      leaseSeconds: 864_000,
      requestedAt: NOW,
      attempts: 1,
      readyAt: NOW,
    },
  ],
};

async function run(args: readonly string[], stdin = '') {
  const fake = createFakeStore(CONTENT);
  const { world, printed, errors, opened } = createFakeWorld(fake.store, { stdin });
  const status = await runHub(args, world);
  return { status, fake, opened, out: printed.join('\n'), error: errors.join('\n') };
}

test('what is exported is imported again as it was', async (t) => {
  const file = join(createFolder(t), 'hub.json');

  const exported = await run(['export', file]);
  const imported = await run(['import', file]);

  assert.deepEqual([exported.status, exported.out], [0, '']);
  assert.equal(
    exported.error,
    'Exported 2 subscriptions, 1 request and 1 topic; secrets are among them.',
  );
  assert.equal(imported.status, 0, imported.error);
  assert.deepEqual(imported.fake.imported(), CONTENT);
  assert.deepEqual(imported.opened, [true]);
  assert.equal(
    imported.out,
    'Subscriptions and requests: 2 added, 0 kept as they were there already.',
  );
});

test('a file that is there is replaced only with --force, and is private then', async (t) => {
  const file = join(createFolder(t), 'hub.json');
  writeFileSync(file, 'dear', { mode: 0o644 });

  const refused = await run(['export', file]);
  assert.equal(refused.status, 1);
  assert.match(refused.error, /is there already; choose another name, or add --force\.$/);
  assert.equal(readFileSync(file, 'utf8'), 'dear');

  assert.equal((await run(['export', file, '--force'])).status, 0);
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).version, 1);
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('a file that cannot be written is told, and nothing is left', async (t) => {
  const folder = createFolder(t);

  const { status, error } = await run(['export', join(folder, 'missing/hub.json')]);

  assert.equal(status, 1);
  assert.match(error, /hub\.json cannot be written: ENOENT/);
  assert.deepEqual(readdirSync(folder), []);
});

/** Imports a document that differs from a good one. */
async function importChanged(change: (document: Record<string, unknown>) => unknown) {
  const { out } = await run(['export', '-']);
  const document = JSON.parse(out);
  return run(['import', '-'], JSON.stringify(change(document) ?? document));
}

test('all that is wrong is told by its place, and nothing is imported', async () => {
  const [first = subscription()] = CONTENT.subscriptions;
  const { status, error, fake, opened } = await importChanged((document) => ({
    ...document,
    topics: [{ ...CONTENT.topics[0], hash: 'short', color: 'red' }],
    subscriptions: [
      { ...first, callback: 'http://me.example/', expiresAt: '2026-11-20' },
      { ...first, secret: 'é'.repeat(100) },
      { ...first, host: 'other.example' },
    ],
    requests: [{ ...CONTENT.requests[0], mode: 'publish' }],
  }));

  assert.deepEqual([status, opened, fake.imported()], [1, [], undefined]);
  const [head, ...lines] = error.split('\n');
  assert.equal(head, '- cannot be imported; nothing was:');
  for (const expected of [
    /^ {2}topics\[0\]\.hash: must be a SHA-256 in hex$/,
    /^ {2}topics\[0\]: .*"color"/,
    /^ {2}subscriptions\[0\]\.callback: must be an HTTPS URL$/,
    /^ {2}subscriptions\[0\]\.expiresAt: .*number/,
    /^ {2}subscriptions\[1\]\.secret: must be shorter than 200 bytes$/,
    /^ {2}subscriptions\[2\]\.host: must be the host of the callback$/,
    /^ {2}requests\[0\]\.mode: /,
  ]) {
    assert.ok(
      lines.some((line) => expected.test(line)),
      `${expected} in\n${error}`,
    );
  }
});

test('what stands there twice is told', async () => {
  const { status, error } = await importChanged((document) => ({
    ...document,
    subscriptions: [...CONTENT.subscriptions, CONTENT.subscriptions[0]],
  }));

  assert.equal(status, 1);
  assert.match(error, /\n {2}subscriptions\[2\]: is there twice$/);
});

test('a newer version is refused, whatever else it holds', async () => {
  const { status, error } = await importChanged(() => ({ version: 2, everything: 'else' }));

  assert.equal(status, 1);
  assert.match(error, /written by a newer version .* \(its format is 2, this one reads 1\)/);
});

for (const [what, text, message] of [
  ['no JSON', '{', /^- is no JSON; give a file that export wrote\.$/],
  ['no document', '[]', /\n {2}the document: /],
  ['without a version', '{"topics":[],"subscriptions":[],"requests":[]}', /\n {2}version: /],
] as const) {
  test(`what is ${what} is refused`, async () => {
    const { status, error } = await run(['import', '-'], text);

    assert.equal(status, 1);
    assert.match(error, message);
  });
}

test('a file that is not there is told', async () => {
  const { status, error, opened } = await run(['import', '/nowhere/hub.json']);

  assert.deepEqual([status, opened], [1, []]);
  assert.match(error, /^\/nowhere\/hub\.json cannot be read: ENOENT/);
});
