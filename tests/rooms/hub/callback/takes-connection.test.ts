import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSubscriber } from '../../../support/subscriber.ts';
import { startClient } from '../../../support/subscriber-client.ts';

test('a host that takes a connection can be reached, and is sent no request', async (t) => {
  const subscriber = await startSubscriber(t);
  const client = startClient(t);
  assert.equal(await client.canReach(subscriber.callback('/a?b')), true);
  assert.equal(subscriber.connections, 1);
  assert.deepEqual(subscriber.received, []);
});

test('one without good TLS can be reached, too', async (t) => {
  const subscriber = await startSubscriber(t, { certificate: 'untrusted' });
  assert.equal(await startClient(t).canReach(subscriber.callback()), true);
});

test('one that nobody listens on cannot', async (t) => {
  const subscriber = await startSubscriber(t);
  const callback = subscriber.callback();
  await subscriber.close();
  assert.equal(await startClient(t).canReach(callback), false);
});

test('a forbidden address is not connected to', async (t) => {
  const subscriber = await startSubscriber(t);
  const client = startClient(t, { isAllowed: () => false });
  assert.equal(await client.canReach(subscriber.callback()), false);
  assert.equal(subscriber.connections, 0);
});
