import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { joinPieces } from '#search/corpus/pieces.ts';
import { createOpenTls } from '../../../../sidecar/hub/callback/connect.ts';
import { createGuardedConnect } from '../../../../sidecar/hub/callback/guarded-connect.ts';
import { createAddressJudge } from '../../../../sidecar/hub/callback/judge-address.ts';
import {
  bodyInParts,
  createDeliveryAgent,
} from '../../../../sidecar/hub/callback/undici-client.ts';
import { atEnd } from '../../../support/at-end.ts';
import type { Lifetime } from '../../../support/lifetime.ts';
import { startSubscriber } from '../../../support/subscriber.ts';
import { CA_FILE } from '../../../support/tls.ts';
import { waitUntil } from '../../../support/wait-until.ts';
import { LOOPBACK, resolveFrom } from './ask-callback.ts';

const HOSTS = 40;
const TIMEOUT_MS = 10_000;

/** An agent, and deliveries by it to so many hosts that are one server. */
function startAgent(lifetime: Lifetime, { port }: URL, keepAliveMs: number) {
  const names = Array.from({ length: HOSTS }, (_, index) => `h${index}.subscriber.test`);
  const connect = createGuardedConnect({
    resolve: resolveFrom(Object.fromEntries(names.map((name) => [name, ['127.0.0.1']]))),
    isAllowed: createAddressJudge(LOOPBACK),
    timeoutMs: TIMEOUT_MS,
    open: createOpenTls(readFileSync(CA_FILE)),
  });
  const options = { connect, timeoutMs: TIMEOUT_MS, connectionsPerHost: 2, keepAliveMs };
  const agent = createDeliveryAgent(options);
  atEnd(lifetime, () => agent.destroy());
  const deliver = () =>
    Promise.allSettled(
      names.map(async (name) => {
        const origin = `https://${name}:${port}`;
        const answer = await agent.request({ origin, path: '/', method: 'POST', body: 'x' });
        await answer.body.dump();
      }),
    );
  return { agent, deliver, known: () => Object.keys(agent.stats).length };
}

test('hosts whose connections went idle are forgotten, however long they would wait', async (t) => {
  const subscriber = await startSubscriber(t);
  subscriber.behave(() => ({ status: 204, headers: { 'Keep-Alive': 'timeout=600' } }));
  const { deliver, known } = startAgent(t, new URL(subscriber.origin), 100);
  await deliver();
  assert.equal(subscriber.deliveries.length, HOSTS);
  const isClosed = () => subscriber.openConnections === 0;
  // Sooner than the subscriber itself would end them.
  await waitUntil('the connections are closed', isClosed, 3000);
  await waitUntil('all hosts are forgotten', () => known() === 0);
});

test('hosts that cannot be reached are forgotten', async (t) => {
  const subscriber = await startSubscriber(t);
  await subscriber.close();
  const { deliver, known } = startAgent(t, new URL(subscriber.origin), TIMEOUT_MS);
  const results = await deliver();
  assert.ok(results.every(({ status }) => status === 'rejected'));
  await waitUntil('all hosts are forgotten', () => known() === 0);
});

test('a host gets no more connections than allowed', async (t) => {
  const subscriber = await startSubscriber(t);
  const { agent } = startAgent(t, new URL(subscriber.origin), TIMEOUT_MS);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      agent.request({ origin: subscriber.origin, path: '/', method: 'POST', body: 'x' }),
    ),
  );
  assert.ok(answers.every(({ statusCode }) => statusCode === 204));
  assert.equal(subscriber.connections, 2);
});

const MIB = 1024 * 1024;

test('a body of 1 MiB is sent whole, without a copy', () => {
  const body = Buffer.alloc(MIB);
  const whole = bodyInParts([body]);
  assert.ok(whole instanceof Uint8Array);
  assert.equal(whole.buffer, body.buffer);
  assert.equal(whole.length, MIB);
});

test('a larger body is sent in parts of 256 kB that are no copies', async () => {
  const body = Buffer.alloc(MIB + 1);
  body.fill('abc');
  const parts = bodyInParts([body]);
  assert.ok(parts instanceof Readable);
  const sizes: number[] = [];
  for await (const part of parts) {
    sizes.push(part.byteLength);
    assert.equal(part.buffer, body.buffer);
  }
  assert.deepEqual(sizes, [MIB / 4, MIB / 4, MIB / 4, MIB / 4, 1]);
});

test('the parts are the body, whatever its pieces', async () => {
  const whole = Buffer.alloc(3 * MIB + 7, 'äbc');
  for (const cuts of [[], [5], [MIB / 4, MIB, MIB, 2 * MIB + 1]]) {
    const ends = [...cuts, whole.length];
    const body = ends.map((end, index) => whole.subarray(ends[index - 1] ?? 0, end));
    assert.deepEqual(joinPieces(body), whole);
    const parts = bodyInParts(body);
    assert.ok(parts instanceof Readable);
    assert.ok(whole.equals(await buffer(parts)));
  }
});
