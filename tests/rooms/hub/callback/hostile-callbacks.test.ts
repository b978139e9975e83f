import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { test } from 'node:test';
import type { CallbackClient } from '../../../../sidecar/hub/callback/callback-client.ts';
import { createCallbackRules } from '../../../../sidecar/hub/callback/callback-url.ts';
import { createResolveName } from '../../../../sidecar/hub/callback/guarded-connect.ts';
import type { Lifetime } from '../../../support/lifetime.ts';
import { startSubscriber } from '../../../support/subscriber.ts';
import { HUB_SETTINGS } from '../../routes/serve-hub.ts';
import {
  assertUnreached,
  BASE_URL,
  BODY,
  recordConnections,
  resolveFrom,
  startClient,
} from './ask-callback.ts';
import { BAD_V4, BAD_V6, spellInV6, spellV4, spellV6 } from './hostile-callbacks.ts';

// Names are judged by their addresses here.
const NOTHING_ALLOWED = {
  rules: { ...createCallbackRules(HUB_SETTINGS, BASE_URL), allowsPrivate: true },
};
const GOOD = ['1.1.1.1', '2606:4700::1111'] as const;
const BAD = [...BAD_V4, ...BAD_V6];

const SPELLINGS = [
  ...BAD_V4.flatMap(spellV4),
  ...BAD_V4.flatMap(spellInV6),
  ...BAD_V6.flatMap(spellV6),
];

function ask(client: CallbackClient, callback: string) {
  return Promise.all([
    client.get(callback, { a: 'b' }, { maxBytes: 1 }),
    client.post(callback, {}, BODY),
  ]);
}

/** Asks each by GET and POST; all must be refused before any connection. */
async function assertBlocked(client: CallbackClient, callbacks: readonly string[]) {
  for (const callback of callbacks) {
    for (const answer of await ask(client, callback)) {
      assert.equal('fault' in answer && answer.fault, 'address', JSON.stringify(callback));
    }
  }
}

const callbacksAt = (hosts: readonly string[], port = 443) =>
  hosts.map((host) => `https://${host}:${port}/callback`);

/** Where a callback that is wrong in some way would end on this machine. */
async function startListeners(lifetime: Lifetime) {
  const v4 = await startSubscriber(lifetime);
  const { port } = v4;
  const v6 = await startSubscriber(lifetime, { address: '::1', port });
  return { port, countConnections: () => v4.connections + v6.connections };
}

test('no spelling of a bad address reaches a listener on loopback', async (t) => {
  const { port, countConnections } = await startListeners(t);
  const client = startClient(t, { ...NOTHING_ALLOWED, resolve: createResolveName() });
  const names = ['localhost', 'LOCALHOST', 'localhost.', '%6c%6f%63alhost'];
  await assertBlocked(client, callbacksAt([...SPELLINGS, ...names], port));
  assert.equal(countConnections(), 0);
});

test('the same client reaches the same listeners where their range is allowed', async (t) => {
  const { port, countConnections } = await startListeners(t);
  const allowedCidrs = ['127.0.0.0/8', '::1/128'];
  const rules = createCallbackRules({ ...HUB_SETTINGS, allowedCidrs }, BASE_URL);
  const client = startClient(t, { rules, resolve: createResolveName() });
  const hosts = ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '127.0.0.1.', '[::1]'];
  for (const callback of callbacksAt([...hosts, 'localhost', '%31%32%37.0.0.1'], port)) {
    const before = countConnections();
    const answers = await ask(client, callback);
    assert.ok(
      answers.every(({ kind }) => kind === 'answered'),
      callback,
    );
    assert.ok(countConnections() > before);
  }
});

test('no name is connected to that has a bad address among its addresses', async (t) => {
  const { opened, connect } = recordConnections();
  const [first, last] = GOOD;
  for (const bad of BAD) {
    const names = { a: [bad], b: [bad, ...GOOD], c: [first, bad, last], d: [...GOOD, bad] };
    const client = startClient(t, { ...NOTHING_ALLOWED, connect, resolve: resolveFrom(names) });
    await assertBlocked(client, callbacksAt(Object.keys(names)));
  }
  assert.equal(opened.length, 0);
  const resolve = resolveFrom({ 'good.test': GOOD });
  await ask(startClient(t, { ...NOTHING_ALLOWED, connect, resolve }), 'https://good.test/callback');
  const seen = opened.map((addresses) => addresses.map(({ address }) => address));
  assert.deepEqual(seen, [GOOD, GOOD]);
});

test('a name that means a bad address every other time is connected to in between only', async (t) => {
  const { opened, connect } = recordConnections();
  for (const bad of BAD) {
    let asked = 0;
    const resolve = async () => {
      const address = asked++ % 2 === 0 ? '1.1.1.1' : bad;
      return [{ address, family: isIP(address) }];
    };
    const client = startClient(t, { ...NOTHING_ALLOWED, connect, resolve });
    const get = () => client.get('https://rebound.test/', {}, { maxBytes: 1 });
    const post = () => client.post('https://rebound.test/', {}, BODY);
    for (const send of [get, post]) {
      for (const fault of ['connection', 'address'] as const) assertUnreached(await send(), fault);
    }
    assert.equal(asked, 4);
  }
  assert.equal(opened.length, BAD.length * 2);
  assert.ok(opened.flat().every(({ address }) => address === '1.1.1.1'));
});
