import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { runScript } from '../../../support/run-script.ts';
import { startFakeHub } from './fake-hub.ts';
import { signed, startSubscriber } from './start-subscriber.ts';

const CHANGED = '{"reviews":"„neu“ 😀"}';

/** An example that is subscribed, for a while. */
async function subscribe(t: TestContext, leaseSeconds = '864000') {
  const hub = await startFakeHub(t);
  const subscriber = await startSubscriber(t, hub.topic);
  const form = await hub.nextForm();
  const verification = {
    'hub.mode': 'subscribe',
    'hub.topic': hub.topic,
    'hub.challenge': 'abc-123',
    'hub.lease_seconds': leaseSeconds,
  };
  const answer = await subscriber.verify(verification);
  return { hub, subscriber, form, verification, answer, secret: form['hub.secret'] };
}

test('it asks the hub that the topic names, and agrees to that once', async (t) => {
  const { hub, subscriber, form, verification, answer, secret = '' } = await subscribe(t);

  assert.deepEqual(form, {
    'hub.mode': 'subscribe',
    'hub.topic': hub.topic,
    'hub.callback': subscriber.callback,
    'hub.secret': secret,
    'hub.lease_seconds': '864000',
  });
  assert.match(secret, /^[0-9a-f]{64}$/);
  assert.deepEqual(answer, { status: 200, text: 'abc-123' });
  assert.equal((await subscriber.verify(verification)).status, 404);
});

test('it agrees to nothing that it did not ask for', async (t) => {
  const hub = await startFakeHub(t);
  const subscriber = await startSubscriber(t, hub.topic);
  await hub.nextForm();
  const asked = { 'hub.mode': 'subscribe', 'hub.topic': hub.topic, 'hub.challenge': 'abc' };
  const elsewhere = subscriber.callback.replace('/push/', '/other/');

  const answers = await Promise.all([
    subscriber.verify({ ...asked, 'hub.mode': 'unsubscribe' }),
    subscriber.verify({ ...asked, 'hub.topic': `${hub.topic}?` }),
    subscriber.verify({ 'hub.challenge': 'abc' }),
    subscriber.verify(asked, elsewhere),
  ]);

  assert.deepEqual(
    answers,
    answers.map(() => ({ status: 404, text: '' })),
  );
});

test('it holds the topic as it was, and then what the hub sends', async (t) => {
  const { subscriber, secret } = await subscribe(t);
  assert.equal(subscriber.readCopy(), 'as it was');

  assert.equal(await subscriber.notify(CHANGED, signed(CHANGED, secret)), 204);
  assert.equal(subscriber.readCopy(), CHANGED);
  assert.equal(await subscriber.notify('', signed('', secret, 'sha512')), 204);
  assert.equal(subscriber.readCopy(), '');
});

test('what is not signed with its secret gets the same answer and is ignored', async (t) => {
  const { subscriber, secret } = await subscribe(t);
  const forged: readonly Record<string, string>[] = [
    {},
    signed(CHANGED, 'a guess'),
    signed(`${CHANGED} `, secret),
    signed(CHANGED, secret, 'sha1'),
    { 'X-Hub-Signature': 'sha256=' },
    { 'X-Hub-Signature': 'sha256' },
    { 'X-Hub-Signature': `sha256=${'zz'.repeat(32)}` },
  ];

  for (const headers of forged) assert.equal(await subscriber.notify(CHANGED, headers), 204);

  assert.equal(subscriber.readCopy(), 'as it was');
});

test('it takes no body beyond its limit', async (t) => {
  const { subscriber, secret } = await subscribe(t);
  const tooLarge = Buffer.alloc(64 * 1024 * 1024 + 1);

  // The connection may end before the answer is read.
  assert.notEqual(await subscriber.notify(tooLarge).catch(() => undefined), 204);
  await subscriber.hasLogged('more than 67108864 bytes');

  assert.equal(await subscriber.notify(CHANGED, signed(CHANGED, secret)), 204);
});

test('it renews when 80 % of the lease are over, and keeps what the hub sent', async (t) => {
  const { hub, subscriber, form, verification, secret } = await subscribe(t, '1');
  const since = performance.now();
  await subscriber.notify(CHANGED, signed(CHANGED, secret));

  assert.deepEqual(await hub.nextForm(), form);

  const waited = performance.now() - since;
  assert.ok(waited > 700, `${waited} ms`);
  assert.equal((await subscriber.verify(verification)).text, 'abc-123');
  assert.equal(subscriber.readCopy(), CHANGED);
});

test('it tells why the hub ends a subscription', async (t) => {
  const { hub, subscriber } = await subscribe(t);
  const reason = '3 consecutive deliveries failed\u001b[2J';

  const answer = await subscriber.verify({
    'hub.mode': 'denied',
    'hub.topic': hub.topic,
    'hub.reason': reason,
  });

  assert.equal(answer.status, 204);
  await subscriber.hasLogged(JSON.stringify(reason));
});

test('--unsubscribe asks, agrees and ends', async (t) => {
  const hub = await startFakeHub(t);
  const subscriber = await startSubscriber(t, hub.topic, ['--unsubscribe']);
  const form = await hub.nextForm();
  assert.equal(form['hub.mode'], 'unsubscribe');
  assert.throws(subscriber.readCopy, /ENOENT/);

  const answer = await subscriber.verify({
    'hub.mode': 'unsubscribe',
    'hub.topic': hub.topic,
    'hub.challenge': 'bye',
    'hub.lease_seconds': '864000',
  });

  assert.equal(answer.text, 'bye');
  assert.deepEqual(await subscriber.exited, [0, null]);
});

test('it tells what the hub says, and where there is none', async (t) => {
  const hub = await startFakeHub(t);
  hub.status = 429;
  const refused = await startSubscriber(t, hub.topic);
  const lost = await startSubscriber(t, hub.topic.replace(/:\d+/, ':1'));

  await refused.hasLogged('the hub answers 429 to subscribe: noted\n');
  await lost.hasLogged('the hub cannot be asked: ');
});

test('without its settings it says which are missing', () => {
  const { status, stderr } = runScript('site/public/examples/subscriber.js');

  assert.equal(status, 1);
  assert.match(stderr, /Set TOPIC and CALLBACK_URL/);
});
