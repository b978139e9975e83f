import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import {
  bodyInParts,
  createDeliveryAgent,
} from '../../../../sidecar/hub/callback/delivery-agent.ts';
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

/** An agent, and deliveries by it to these hosts, which are one server. */
function startAgent(lifetime: Lifetime, port: number) {
  const connect = createGuardedConnect({
    resolve: resolveFrom(Object.fromEntries(NAMES.map((name) => [name, ['127.0.0.1']]))),
    isAllowed: () => true,
    timeoutMs: 10_000,
    open: createOpenTls(readFileSync(CA_FILE)),
  });
  const agent = createDeliveryAgent(connect, 2, 100);
  atEnd(lifetime, () => agent.destroy());
  const deliverTo = async (name: string) => {
    const origin = `https://${name}:${port}`;
    const answer = await agent.request({ origin, path: '/', method: 'POST', body: 'x' });
    await answer.body.dump();
  };
  return { agent, deliver: (names: readonly string[]) => Promise.allSettled(names.map(deliverTo)) };
}

test('hosts whose connections went idle, or that cannot be reached, are forgotten', async (t) => {
  const subscriber = await startSubscriber(t);
  subscriber.behave(() => ({ status: 204, headers: { 'Keep-Alive': 'timeout=600' } }));
  const { agent, deliver } = startAgent(t, subscriber.port);
  const forgotten = () =>
    waitUntil('all hosts are forgotten', () => Object.keys(agent.stats).length === 0);
  await deliver(NAMES);
  assert.equal(subscriber.deliveries.length, NAMES.length);
  // Sooner than the subscriber itself would end them.
  await waitUntil('the connections are closed', () => subscriber.openConnections === 0, 3000);
  await forgotten();
  await subscriber.close();
  assert.ok((await deliver(NAMES)).every(({ status }) => status === 'rejected'));
  await forgotten();
});

test('a host gets no more connections than allowed', async (t) => {
  const subscriber = await startSubscriber(t);
  const { deliver } = startAgent(t, subscriber.port);
  await deliver(NAMES.map(() => 'h0.subscriber.test'));
  assert.deepEqual([subscriber.deliveries.length, subscriber.connections], [NAMES.length, 2]);
});

test('a connection that is never made keeps no other delivery of its host waiting', async (t) => {
  const silent = await startSubscriber(t);
  silent.take(() => {});
  const { deliver } = startAgent(t, silent.port);
  void deliver(Array(3).fill('h0.subscriber.test'));
  await waitUntil('there are as many connections as may be', () => silent.connections === 2, 3000);
});

const MIB = 1024 * 1024;

test('a body is sent in parts of 256 kB at most that are no copies, whatever its pieces', async () => {
  const whole = Buffer.alloc(MIB + 1, 'äbc');
  for (const [ends, sizes] of [
    [[MIB / 4], [MIB / 4]],
    [
      [5, MIB / 2, MIB / 2, MIB + 1],
      [5, MIB / 4, MIB / 4 - 5, MIB / 4, MIB / 4, 1],
    ],
  ] as const) {
    const body = bodyInParts(ends.map((end, index) => whole.subarray(ends[index - 1] ?? 0, end)));
    assert.equal(body instanceof Readable, sizes.length > 1, 'a small one is sent whole');
    const parts: Uint8Array[] = body instanceof Readable ? await body.toArray() : [body];
    const lengths = parts.map(({ byteLength }) => byteLength);
    assert.deepEqual(lengths, sizes);
    assert.ok(parts.every(({ buffer }) => buffer === whole.buffer));
    assert.ok(Buffer.concat(parts).equals(whole.subarray(0, ends.at(-1))));
  }
});
