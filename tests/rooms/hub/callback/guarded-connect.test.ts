import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createOpenTls } from '../../../../sidecar/hub/callback/connect.ts';
import {
  UnconnectedError,
  UnresolvedNameError,
} from '../../../../sidecar/hub/callback/describe-fault.ts';
import {
  type ConnectionRules,
  createGuardedConnect,
} from '../../../../sidecar/hub/callback/guarded-connect.ts';
import { withinTime } from '../../../../sidecar/hub/callback/read-answer.ts';
import { startSubscriber } from '../../../support/subscriber.ts';
import { recordConnections, resolveFrom } from './ask-callback.ts';

const NAMES = { 'good.test': ['1.1.1.1', '2606:4700::1111'], 'empty.test': [] };

/** The error that a connection to a host ends with, and where connections were opened to. */
async function connectTo(hostname: string, rules: Partial<ConnectionRules> = {}, port = '443') {
  const { opened, connect } = recordConnections();
  const guarded = createGuardedConnect({
    resolve: resolveFrom(NAMES),
    isAllowed: () => true,
    timeoutMs: 10_000,
    open: connect,
    ...rules,
  });
  const error = await new Promise<unknown>((resolve) => {
    guarded({ hostname, host: hostname, protocol: 'https:', port }, (...[failure]) =>
      resolve(failure),
    );
  });
  return { error, opened: opened.map((each) => each.map(({ address }) => address)) };
}

test('a name is connected to by all of its addresses, an address by itself', async () => {
  assert.deepEqual((await connectTo('good.test')).opened, [NAMES['good.test']]);
  assert.deepEqual((await connectTo('9.9.9.9')).opened, [['9.9.9.9']]);
  for (const host of ['empty.test', 'unknown.test', '127.1', '[::1]']) {
    const { error, opened } = await connectTo(host);
    assert.ok(error instanceof UnresolvedNameError, host);
    assert.deepEqual(opened, []);
  }
});

test('a name that takes too long was not resolved, and nothing is opened when it comes', async () => {
  const late = Promise.withResolvers<{ address: string; family: number }[]>();
  const { opened, connect } = recordConnections();
  const rules = { resolve: () => late.promise, timeoutMs: 20, open: connect };
  const { error } = await connectTo('slow.test', rules);
  assert.ok(error instanceof UnresolvedNameError);
  late.resolve([{ address: '1.1.1.1', family: 4 }]);
  await setImmediate();
  assert.equal(opened.length, 0);
});

test('a connection that is not made in time is given up; so far as TLS, it was reached', async (t) => {
  const { error } = await connectTo('9.9.9.9', { open: () => undefined, timeoutMs: 20 });
  assert.equal(error instanceof UnconnectedError && error.wasReached, false);
  const silent = await startSubscriber(t);
  silent.take(() => {});
  const rules = { open: createOpenTls(), timeoutMs: 300 };
  const { error: late } = await connectTo('127.0.0.1', rules, `${silent.port}`);
  assert.equal(late instanceof UnconnectedError && late.wasReached, true);
  assert.equal(silent.connections, 1);
});

test('a socket that cannot be opened is an error', async () => {
  const open = () => {
    throw new TypeError('These options are wrong.');
  };
  assert.ok((await connectTo('9.9.9.9', { open })).error instanceof TypeError);
});

test('closing ends connections that are being made', async () => {
  const closing = new AbortController();
  const open = () => {
    closing.abort(new Error('It closes.'));
    return undefined;
  };
  const { error } = await connectTo('9.9.9.9', { open, closing: closing.signal });
  assert.equal(error instanceof UnconnectedError && error.cause, closing.signal.reason);
});

test('work fails by its time, whether or not it heeds its signal', async () => {
  const signals: AbortSignal[] = [];
  const endless = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<never>(() => {});
  };
  const heeding = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('It was stopped.')));
    });
  for (const work of [endless, heeding]) {
    await assert.rejects(withinTime(10, work), { code: 'ETIMEDOUT' });
  }
  assert.equal(signals[0]?.aborted, true);
});
