import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createOpenTls } from '../../../../sidecar/hub/callback/connect.ts';
import {
  BlockedAddressError,
  CrowdedNetworkError,
  UnconnectedError,
  UnresolvedNameError,
} from '../../../../sidecar/hub/callback/describe-fault.ts';
import {
  type ConnectionRules,
  createGuardedConnect,
} from '../../../../sidecar/hub/callback/guarded-connect.ts';
import { createAddressJudge } from '../../../../sidecar/hub/callback/judge-address.ts';
import { withinTime } from '../../../../sidecar/hub/callback/read-answer.ts';
import { recordConnections, resolveFrom, startTcp } from './ask-callback.ts';

const NAMES = {
  'good.test': ['1.1.1.1', '2606:4700::1111'],
  'bad.test': ['10.0.0.1'],
  'mixed.test': ['1.1.1.1', '::1'],
  'empty.test': [],
};

/** The error that a connection to a host ends with, and where connections were opened to. */
async function connectTo(hostname: string, rules: Partial<ConnectionRules> = {}, port = '443') {
  const { opened, connect } = recordConnections();
  const guarded = createGuardedConnect({
    resolve: resolveFrom(NAMES),
    isAllowed: createAddressJudge([]),
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
  assert.deepEqual((await connectTo('good.test')).opened, [['1.1.1.1', '2606:4700::1111']]);
  assert.deepEqual((await connectTo('9.9.9.9')).opened, [['9.9.9.9']]);
});

for (const host of ['bad.test', 'mixed.test', '127.0.0.1', '::1', '169.254.169.254']) {
  test(`nothing is opened to ${host}`, async () => {
    const { error, opened } = await connectTo(host);
    assert.ok(error instanceof BlockedAddressError);
    assert.deepEqual(opened, []);
  });
}

for (const host of ['empty.test', 'unknown.test', '127.1', '[::1]']) {
  test(`${host} has no address`, async () => {
    const { error, opened } = await connectTo(host);
    assert.ok(error instanceof UnresolvedNameError);
    assert.deepEqual(opened, []);
  });
}

test('what is admitted sees all addresses, and only those that were judged', async () => {
  const seen: (readonly string[])[] = [];
  function admit(addresses: readonly string[]) {
    seen.push(addresses);
    return false;
  }
  const { error, opened } = await connectTo('good.test', { admit });
  assert.ok(error instanceof CrowdedNetworkError);
  await connectTo('bad.test', { admit });
  assert.deepEqual(seen, [NAMES['good.test']]);
  assert.deepEqual(opened, []);
  assert.equal((await connectTo('good.test', { admit: () => true })).opened.length, 1);
});

test('a name that means something else when asked again is connected to as it was judged', async () => {
  let asked = 0;
  const answers = [['1.1.1.1'], ['127.0.0.1']];
  const resolve = async () => {
    asked += 1;
    return (answers.shift() ?? []).map((address) => ({ address, family: 4 }));
  };
  assert.deepEqual((await connectTo('rebound.test', { resolve })).opened, [['1.1.1.1']]);
  assert.equal(asked, 1);
  const { error, opened } = await connectTo('rebound.test', { resolve });
  assert.ok(error instanceof BlockedAddressError);
  assert.deepEqual(opened, []);
});

test('a name that takes too long was not resolved, and nothing is opened when it comes', async () => {
  let answer: (addresses: { address: string; family: number }[]) => void = () => {};
  const late = new Promise<{ address: string; family: number }[]>((resolve) => {
    answer = resolve;
  });
  const { opened, connect } = recordConnections();
  const rules = { resolve: () => late, timeoutMs: 20, open: connect };
  const { error } = await connectTo('slow.test', rules);
  assert.ok(error instanceof UnresolvedNameError);
  answer([{ address: '1.1.1.1', family: 4 }]);
  await setImmediate();
  assert.equal(opened.length, 0);
});

test('a connection that nobody takes is given up as not reached', async () => {
  const { error } = await connectTo('9.9.9.9', { open: () => undefined, timeoutMs: 20 });
  assert.ok(error instanceof UnconnectedError);
  assert.equal(error.wasReached, false);
});

test('a connection that is taken without TLS is given up as reached', async (t) => {
  const silent = await startTcp(t, () => {});
  const rules = { isAllowed: () => true, open: createOpenTls(), timeoutMs: 1_000 };
  const { error } = await connectTo('127.0.0.1', rules, String(silent.port));
  assert.ok(error instanceof UnconnectedError);
  assert.equal(error.wasReached, true);
  assert.equal(silent.connections(), 1);
});

test('a socket that cannot be opened is told as an error', async () => {
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
  assert.ok(error instanceof UnconnectedError);
  assert.equal(error.cause, closing.signal.reason);
});

test('work that does not heed its signal ends all the same', async () => {
  const signals: AbortSignal[] = [];
  const endless = withinTime(10, (signal) => {
    signals.push(signal);
    return new Promise(() => {});
  });
  await assert.rejects(endless, { code: 'ETIMEDOUT' });
  assert.equal(signals[0]?.aborted, true);
});

test('work that fails because of its signal fails by its time', async () => {
  const heeding = withinTime(10, (signal) => {
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(new Error('It was stopped.')));
    return promise;
  });
  await assert.rejects(heeding, { code: 'ETIMEDOUT' });
});
