import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { joinPieces } from '#search/corpus/pieces.ts';
import type { Intent } from '../../../../sidecar/hub/store/rows.ts';
import { createFolder } from '../../../support/content-folder.ts';
import { makeRelease, storeRelease } from '../../../support/release.ts';
import { isPost, startSubscriber } from '../../../support/subscriber.ts';
import { resolveFrom, startClient } from '../../hub/callback/ask-callback.ts';
import { createHub, NOW } from './world.ts';

const resolve = resolveFrom({
  'well.subscriber.test': ['127.0.0.1'],
  'wrong.example': ['127.0.0.1'],
  'private.example': ['127.0.0.1', '10.0.0.1'],
});

/** A subscriber, and the outcome of testing it against a store with these subscriptions. */
async function start(t: TestContext, held: readonly Partial<Intent>[] = []) {
  const subscriber = await startSubscriber(t);
  const callback = `https://well.subscriber.test:${subscriber.port}/callback`;
  const stateDir = createFolder(t);
  const release = await makeRelease();
  storeRelease(stateDir, release);
  const baseUrl = release.manifest.key.baseUrl;
  const hub = await createHub(t, stateDir, NOW, baseUrl);
  for (const facts of held)
    await hub.subscribe({ callback, topic: `${baseUrl}/feed.xml`, ...facts });
  const run = async (...args: readonly string[]) => {
    const before = await hub.store.list();
    const { code, out, errors } = await hub.run(['test', ...args], () =>
      startClient(t, { resolve }),
    );
    assert.deepEqual(await hub.store.list(), before, 'nothing is stored');
    return { code, out: out.trim().split('\n'), errors };
  };
  const { bodies } =
    release.encoded.find(({ entry }) => entry.path === '/feed.xml') ?? assert.fail();
  return { subscriber, callback, run, feed: joinPieces(bodies.identity) };
}

const AGREED = 'Verification for /feed.xml: it agreed by answering with the challenge alone.';

test('a stranger is verified and notified like a subscriber, by a secret that is shown', async (t) => {
  const { subscriber, callback, run, feed } = await start(t);
  const { code, out } = await run(callback);
  const [, secret = ''] = /The secret is (\w{32})\.$/.exec(out[0] ?? '') ?? assert.fail(out[0]);
  const sent = `Notification of /feed.xml (${feed.length.toLocaleString('en')} bytes, signed)`;
  assert.deepEqual([code, out.slice(1)], [0, [AGREED, `${sent}: it was acknowledged.`]]);
  const [delivered = assert.fail()] = subscriber.deliveries;
  assert.deepEqual(delivered.body, Buffer.from(feed));
  const signature = createHmac('sha256', secret).update(feed).digest('hex');
  assert.equal(delivered.headers['x-hub-signature'], `sha256=${signature}`);
});

test('a subscription is tested by its id, with its own secret or another', async (t) => {
  const { subscriber, run, feed } = await start(t, [{ secret: 'geheim' }]);
  for (const [args, secret] of [
    [['1'], 'geheim'],
    [['1', '--secret', 'other'], 'other'],
  ] as const) {
    assert.equal((await run(...args)).code, 0);
    const signature = createHmac('sha256', secret).update(feed).digest('hex');
    assert.equal(subscriber.deliveries.at(-1)?.headers['x-hub-signature'], `sha256=${signature}`);
  }
});

test('a wrong answer is explained, and the test goes on', async (t) => {
  const { subscriber, callback, run } = await start(t);
  subscriber.behave((one) => ({ status: isPost(one) ? 413 : 404 }));
  const { code, out } = await run(callback);
  assert.equal(code, 1);
  assert.match(out[1] ?? '', /^Verification for \/feed\.xml: it answered 404\. Check the path/);
  assert.match(out[2] ?? '', /^Notification of .*: it answered 413\. The body is too large/);
});

for (const [host, problem] of [
  ['nowhere.example', /its host name does not exist \(ENOTFOUND\)/],
  ['private.example', /callbacks may not have its URL or address/],
  ['wrong.example', /its certificate is for another host/],
] as const) {
  test(`a step that fails is named, and nothing is sent: ${host}`, async (t) => {
    const { subscriber, run } = await start(t);
    const { code, out } = await run(`https://${host}:${subscriber.port}/callback`);
    assert.equal(code, 1);
    for (const line of out.slice(1)) assert.match(line, problem);
    assert.deepEqual(subscriber.received, []);
  });
}
