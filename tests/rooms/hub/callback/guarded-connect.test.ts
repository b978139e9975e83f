import assert from 'node:assert/strict';
import { unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { StepError } from '../../../../sidecar/hub/callback/fault.ts';
import {
  type ConnectionRules,
  createGuardedConnect,
  createOpenTls,
  createReadHosts,
  createResolveName,
  type NameSources,
} from '../../../../sidecar/hub/callback/guarded-connect.ts';
import { createFolder } from '../../../support/content-folder.ts';
import { startSubscriber } from '../../../support/subscriber.ts';
import { recordConnections, resolveFrom } from './ask-callback.ts';

const stepOf = (error: unknown) => (error instanceof StepError ? error.step : undefined);

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
    assert.ok(stepOf(error) === 'name', host);
    assert.deepEqual(opened, []);
  }
});

test('a name that takes too long was not resolved, and nothing is opened when it comes', async () => {
  const late = Promise.withResolvers<{ address: string; family: number }[]>();
  const { opened, connect } = recordConnections();
  const rules = { resolve: () => late.promise, timeoutMs: 20, open: connect };
  const { error } = await connectTo('slow.test', rules);
  assert.equal(stepOf(error), 'name');
  late.resolve([{ address: '1.1.1.1', family: 4 }]);
  await setImmediate();
  assert.equal(opened.length, 0);
});

test('a connection that is not made in time is given up; so far as TLS, it was reached', async (t) => {
  const { error } = await connectTo('9.9.9.9', { open: () => undefined, timeoutMs: 20 });
  assert.equal(stepOf(error), 'connection');
  const silent = await startSubscriber(t);
  silent.take(() => {});
  const rules = { open: createOpenTls(), timeoutMs: 300 };
  const { error: late } = await connectTo('127.0.0.1', rules, `${silent.port}`);
  assert.equal(stepOf(late), 'tls');
  assert.equal(silent.connections, 1);
});

const failWith = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

const V4 = { address: '1.1.1.1', family: 4 };
const V6 = { address: '2606:4700::1111', family: 6 };
const FOUND_V4 = { resolve4: async () => [V4.address] };
const FOUND_V6 = { resolve6: async () => [V6.address] };

/** Names that no server knows, save what is given. */
function resolveWith(sources: Partial<NameSources>) {
  return createResolveName({
    hosts: () => [],
    resolve4: failWith('ENOTFOUND'),
    resolve6: failWith('ENODATA'),
    ...sources,
  });
}

test('a name has its addresses of both kinds; of one, whatever became of the other', async () => {
  for (const [sources, addresses] of [
    [{ ...FOUND_V4, ...FOUND_V6 }, [V4, V6]],
    [{ ...FOUND_V4, resolve6: failWith('ENODATA') }, [V4]],
    [{ ...FOUND_V4, resolve6: failWith('ETIMEOUT') }, [V4]],
    [FOUND_V6, [V6]],
  ] as const) {
    assert.deepEqual(await resolveWith(sources)('a.test'), addresses);
  }
});

test('a name that nobody knows is rejected; what could not be found out counts before that', async () => {
  await assert.rejects(resolveWith({})('a.test'), { code: 'ENOTFOUND' });
  for (const code of ['ETIMEOUT', 'ESERVFAIL', 'EREFUSED', 'ECONNREFUSED']) {
    for (const kind of ['resolve4', 'resolve6']) {
      await assert.rejects(resolveWith({ [kind]: failWith(code) })('a.test'), { code });
    }
  }
});

test('the hosts file is asked first, and read again when it has changed', async (t) => {
  const file = join(createFolder(t), 'hosts');
  const resolve = resolveWith({ ...FOUND_V4, hosts: createReadHosts(file) });
  assert.deepEqual(await resolve('a.test'), [V4]);
  writeFileSync(file, '# a.test\n127.0.0.1\tlocalhost A.test # b.test\r\n::1 a.test\nx a.test');
  const local = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  assert.deepEqual(await resolve('a.test'), local);
  for (const other of ['b.test', '127.0.0.1', 'test']) assert.deepEqual(await resolve(other), [V4]);
  unlinkSync(file);
  assert.deepEqual(await resolve('a.test'), [V4]);
});

test('those who ask at the same time share an answer, those who ask later do not', async () => {
  let count = 0;
  let isUp = true;
  const resolve4 = async () => {
    count++;
    return isUp ? [V4.address] : await failWith('ESERVFAIL')();
  };
  const resolve = resolveWith({ resolve4 });
  const [first, second] = [resolve('a.test'), resolve('a.test')];
  assert.equal(await first, await second);
  assert.equal(count, 1);
  await resolve('a.test');
  await Promise.all([resolve('a.test'), resolve('b.test')]);
  assert.equal(count, 4);
  isUp = false;
  await assert.rejects(resolve('a.test'));
  isUp = true;
  assert.equal((await resolve('a.test')).length, 1);
});
