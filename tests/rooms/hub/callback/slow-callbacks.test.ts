import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Behaviour, startSubscriber } from '../../../support/subscriber.ts';
import { startClient } from '../../../support/subscriber-client.ts';
import { startTls } from '../../../support/subscriber-raw.ts';
import { waitUntil } from '../../../support/wait-until.ts';
import { assertBroken, BODY, SHORT, SOON_MS, TIMEOUT_MS, timed, verify } from './ask-callback.ts';

for (const behaviour of ['hang', 'drip-head'] satisfies Behaviour[]) {
  test(`a callback that does '${behaviour}' holds a request until its deadline`, async (t) => {
    const subscriber = await startSubscriber(t);
    subscriber.behave(() => behaviour);
    const client = startClient(t, SHORT);
    const [got, posted] = await Promise.all([
      timed(verify(client, subscriber.callback())),
      timed(client.post(subscriber.callback(), {}, BODY)),
    ]);
    for (const { value, ms } of [got, posted]) {
      assertBroken(value, /^ETIMEDOUT$/);
      assert.ok(ms > TIMEOUT_MS / 2 && ms < 4 * TIMEOUT_MS, `It took ${ms} ms.`);
    }
    assert.equal(subscriber.connections, 2);
  });
}

test('a request that waits for a connection does not wait beyond its deadline', async (t) => {
  const subscriber = await startSubscriber(t);
  subscriber.behave(() => 'hang');
  const client = startClient(t, { ...SHORT, connectionsPerHost: 1 });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => timed(client.post(subscriber.callback(), {}, BODY))),
  );
  for (const { value, ms } of answers) {
    assertBroken(value, /^ETIMEDOUT$/);
    assert.ok(ms < 4 * TIMEOUT_MS, `It took ${ms} ms.`);
  }
  subscriber.behave(() => undefined);
  const answer = await client.post(subscriber.callback('/next'), {}, BODY);
  assert.equal(answer.kind, 'answered');
  // Deadlines are not all of one moment: who follows the first may be sent in what is left of its
  // own. Were those sent whose time is up, all of them would have come.
  const urls = subscriber.received.map(({ url }) => url);
  assert.equal(urls.at(-1), '/next');
  assert.ok(urls.length - 1 < answers.length, `${urls.length - 1} were sent.`);
});

test('a body that drips ends a verification at its deadline', async (t) => {
  const subscriber = await startSubscriber(t);
  subscriber.behave(() => 'drip');
  const { value, ms } = await timed(verify(startClient(t, SHORT), subscriber.callback()));
  assertBroken(value, /^ETIMEDOUT$/);
  assert.ok(ms < 4 * TIMEOUT_MS, `It took ${ms} ms.`);
});

for (const behaviour of ['drip', 'flood'] satisfies Behaviour[]) {
  test(`H24 §7: a body that does '${behaviour}' does not hold a delivery, and ends`, async (t) => {
    const subscriber = await startSubscriber(t);
    const client = startClient(t);
    subscriber.behave(() => behaviour);
    const { value, ms } = await timed(client.post(subscriber.callback(), {}, BODY));
    assert.deepEqual(value, { kind: 'answered', status: 200, retryAfter: undefined });
    assert.ok(ms < SOON_MS, `It took ${ms} ms.`);
    const isClosed = () => subscriber.openConnections === 0;
    const { ms: closedMs } = await timed(waitUntil('the connection is closed', isClosed));
    // A long body ends by its length, a slow one by its time.
    assert.ok(closedMs < (behaviour === 'flood' ? 800 : 5000), `It took ${closedMs} ms.`);
  });
}

test('a subscriber that takes no body ends a delivery at its deadline', async (t) => {
  const server = await startTls(t, (socket) => socket.pause());
  const client = startClient(t, SHORT);
  const body = Buffer.alloc(30_000_000);
  const { value, ms } = await timed(client.post(`https://127.0.0.1:${server.port}/`, {}, [body]));
  assertBroken(value, /^ETIMEDOUT$/);
  assert.ok(ms < 4 * TIMEOUT_MS, `It took ${ms} ms.`);
});
