import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import {
  bodyInParts,
  createDeliveryAgent,
} from '../../../../sidecar/hub/callback/callback-client.ts';
import {
  createGuardedConnect,
  createOpenTls,
} from '../../../../sidecar/hub/callback/guarded-connect.ts';
import { CA_FILE } from '../../../fixtures/tls/certificates.ts';
import { atEnd, type Lifetime } from '../../../support/lifetime.ts';
import { startSubscriber } from '../../../support/subscriber.ts';
import { waitUntil } from '../../../support/wait-until.ts';
import { resolveFrom } from './ask-callback.ts';

const NAMES = Array.from({ length: 40 }, (_, index) => `h${index}.subscriber.test`);

/** An agent, and deliveries by it to hosts that are one server. */
function startAgent(lifetime: Lifetime, port: number, keepAliveMs = 10_000) {
  const connect = createGuardedConnect({
    resolve: resolveFrom(Object.fromEntries(NAMES.map((name) => [name, ['127.0.0.1']]))),
    isAllowed: () => true,
    timeoutMs: 10_000,
    open: createOpenTls(readFileSync(CA_FILE)),
  });
  const options = { connect, connectionsPerHost: 2, keepAliveMs };
  const agent = createDeliveryAgent(options);
  atEnd(lifetime, () => agent.destroy());
  const deliverTo = async (name: string) => {
    const origin = `https://${name}:${port}`;
    const answer = await agent.request({ origin, path: '/', method: 'POST', body: 'x' });
    await answer.body.dump();
  };
  const areForgotten = () =>
    waitUntil('all hosts are forgotten', () => Object.keys(agent.stats).length === 0);
  return { deliver: () => Promise.allSettled(NAMES.map(deliverTo)), deliverTo, areForgotten };
}

test('hosts whose connections went idle are forgotten, however long they would wait', async (t) => {
  const subscriber = await startSubscriber(t);
  subscriber.behave(() => ({ status: 204, headers: { 'Keep-Alive': 'timeout=600' } }));
  const { deliver, areForgotten } = startAgent(t, subscriber.port, 100);
  await deliver();
  assert.equal(subscriber.deliveries.length, NAMES.length);
  // Sooner than the subscriber itself would end them.
  await waitUntil('the connections are closed', () => subscriber.openConnections === 0, 3000);
  await areForgotten();
});

test('hosts that cannot be reached are forgotten', async (t) => {
  const subscriber = await startSubscriber(t);
  await subscriber.close();
  const { deliver, areForgotten } = startAgent(t, subscriber.port);
  assert.ok((await deliver()).every(({ status }) => status === 'rejected'));
  await areForgotten();
});

test('a host gets no more connections than allowed', async (t) => {
  const subscriber = await startSubscriber(t);
  const { deliverTo } = startAgent(t, subscriber.port);
  await Promise.all(Array.from({ length: 20 }, () => deliverTo('h0.subscriber.test')));
  assert.deepEqual([subscriber.deliveries.length, subscriber.connections], [20, 2]);
});

const MIB = 1024 * 1024;

test('a body is sent in parts of 256 kB at most that are no copies, whatever its pieces', async () => {
  const whole = Buffer.alloc(MIB + 1, 'äbc');
  for (const [ends, sizes] of [
    [[MIB / 4], [MIB / 4]],
    [[MIB + 1], [MIB / 4, MIB / 4, MIB / 4, MIB / 4, 1]],
    [
      [5, MIB / 2, MIB / 2, MIB + 1],
      [5, MIB / 4, MIB / 4 - 5, MIB / 4, MIB / 4, 1],
    ],
  ] as const) {
    const body = bodyInParts(ends.map((end, index) => whole.subarray(ends[index - 1] ?? 0, end)));
    assert.equal(body instanceof Uint8Array, sizes.length === 1, 'a small one is sent whole');
    const parts: Uint8Array[] = body instanceof Readable ? await body.toArray() : [body];
    assert.deepEqual(
      parts.map(({ byteLength }) => byteLength),
      sizes,
    );
    assert.ok(parts.every(({ buffer }) => buffer === whole.buffer));
    assert.ok(Buffer.concat(parts).equals(whole.subarray(0, ends.at(-1))));
  }
});
