import assert from 'node:assert/strict';
import { unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { StepError } from '../../../../sidecar/hub/callback/fault.ts';
import {
  type ConnectionRules,
  connectGuarded,
  createOpenTls,
  createResolveName,
  type NameSources,
  readHosts,
} from '../../../../sidecar/hub/callback/guarded-connect.ts';
import { createFolder } from '../../../support/content-folder.ts';
import { startSubscriber } from '../../../support/subscriber.ts';
import { recordConnections, resolveFrom } from './ask-callback.ts';

const V4 = { address: '1.1.1.1', family: 4 };
const V6 = { address: '2606:4700::1111', family: 6 };
const NAMES = { 'good.test': [V4.address, V6.address], 'empty.test': [] };

/** The step at which a connection to a host ends, and where connections were opened to. */
async function connectTo(hostname: string, rules: Partial<ConnectionRules> = {}, port = '443') {
  const { opened, connect } = recordConnections();
  const options = { hostname, host: hostname, protocol: 'https:', port };
  const step = await connectGuarded(options, {
    resolve: resolveFrom(NAMES),
    isAllowed: () => true,
    timeoutMs: 10_000,
    open: connect,
    ...rules,
  }).catch((error: unknown) => (error instanceof StepError ? error.step : error));
  return { step, opened: opened.map((each) => each.map(({ address }) => address)) };
}

test('what takes too long fails at its step, and nothing is opened by what comes later', async (t) => {
  const late = Promise.withResolvers<(typeof V4)[]>();
  const { opened, connect } = recordConnections();
  const named = { resolve: () => late.promise, timeoutMs: 20, open: connect };
  assert.equal((await connectTo('slow.test', named)).step, 'name');
  late.resolve([V4]);
  await setImmediate();
  assert.equal(opened.length, 0);
  const silent = { open: () => undefined, timeoutMs: 20 };
  assert.equal((await connectTo('9.9.9.9', silent)).step, 'connection');
  const server = await startSubscriber(t);
  server.take(() => {});
  const secure = { open: createOpenTls(), timeoutMs: 300 };
  assert.equal((await connectTo('127.0.0.1', secure, `${server.port}`)).step, 'tls');
  assert.equal(server.connections, 1);
});

const failWith = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
const FOUND_V4 = { resolve4: async () => [V4.address] };
const FOUND_V6 = { resolve6: async () => [V6.address] };

/** Names that no server knows, save what is given. */
function resolveWith(sources: Partial<NameSources>) {
  const unknown = { resolve4: failWith('ENOTFOUND'), resolve6: failWith('ENODATA') };
  return createResolveName({ hosts: () => [], ...unknown, ...sources });
}

test('a name has its addresses of either kind; a failed lookup counts before an unknown name', async () => {
  for (const [sources, addresses] of [
    [{ ...FOUND_V4, ...FOUND_V6 }, [V4, V6]],
    [{ ...FOUND_V4, resolve6: failWith('ETIMEOUT') }, [V4]],
    [FOUND_V6, [V6]],
  ] as const) {
    assert.deepEqual(await resolveWith(sources)('a.test'), addresses);
  }
  await assert.rejects(resolveWith({})('a.test'), { code: 'ENOTFOUND' });
  for (const kind of ['resolve4', 'resolve6']) {
    const failing = resolveWith({ [kind]: failWith('ESERVFAIL') });
    await assert.rejects(failing('a.test'), { code: 'ESERVFAIL' });
  }
});

test('the hosts file is asked first, and read again when it has changed', async (t) => {
  const file = join(createFolder(t), 'hosts');
  const resolve = resolveWith({ ...FOUND_V4, hosts: (name) => readHosts(file, name) });
  assert.deepEqual(await resolve('a.test'), [V4]);
  writeFileSync(file, '# a.test\n127.0.0.1\tlocalhost A.test # b.test\r\n::1 a.test\nx a.test');
  const found = (await resolve('a.test')).map(({ address, family }) => [address, family]);
  assert.deepEqual(found, [
    ['127.0.0.1', 4],
    ['::1', 6],
  ]);
  for (const other of ['b.test', '127.0.0.1', 'test']) assert.deepEqual(await resolve(other), [V4]);
  unlinkSync(file);
  assert.deepEqual(await resolve('a.test'), [V4]);
});
