import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallbackClient } from '../../../../sidecar/hub/callback/callback-client.ts';
import { createAddressJudge } from '../../../../sidecar/hub/callback/judge-address.ts';
import { createResolveName } from '../../../../sidecar/hub/callback/resolve-name.ts';
import type { Lifetime } from '../../../support/lifetime.ts';
import { type Subscriber, startSubscriber } from '../../../support/subscriber.ts';
import { LOOPBACK, recordConnections, resolveFrom, startClient } from './ask-callback.ts';
import { BAD_V4, BAD_V6, misshape, spellInV6, spellV4, spellV6 } from './hostile-callbacks.ts';

/** The configuration's own. */
const PORTS = [
  { first: 443, last: 443 },
  { first: 1024, last: 65_535 },
];
const NOTHING_ALLOWED = { isAllowed: createAddressJudge([]), ports: PORTS };
const GOOD = ['1.1.1.1', '2606:4700::1111'];
const BAD = [...BAD_V4, ...BAD_V6];
const BODY = [Buffer.from('x')];

const SPELLINGS = [
  ...BAD_V4.flatMap(spellV4),
  ...BAD_V4.flatMap(spellInV6),
  ...BAD_V6.flatMap(spellV6),
];

function ask(client: CallbackClient, callback: string) {
  return Promise.all([client.get(callback, [['a', 'b']], 1), client.post(callback, {}, BODY)]);
}

/** Asks each by GET and POST; all must be refused before any connection. */
async function assertBlocked(client: CallbackClient, callbacks: readonly string[]) {
  for (const callback of callbacks) {
    for (const answer of await ask(client, callback)) {
      assert.ok(answer.kind === 'unreached', `${JSON.stringify(callback)} answered.`);
      assert.equal(answer.fault, 'blocked', JSON.stringify(callback));
    }
  }
}

/** Where a callback that is wrong in some way would end on this machine. */
async function startListeners(lifetime: Lifetime) {
  const v4 = await startSubscriber(lifetime);
  const port = Number(new URL(v4.origin).port);
  const v6 = await startSubscriber(lifetime, { address: '::1', port });
  return { port, listeners: [v4, v6] };
}

function countConnections(listeners: readonly Subscriber[]) {
  return listeners.reduce((sum, { connections }) => sum + connections, 0);
}

test('there are at least 1,000 hostile callbacks', () => {
  const names = BAD.length * 4;
  const callbacks = new Set([...SPELLINGS.map((host) => `https://${host}/`), ...misshape(4430)]);
  assert.ok(callbacks.size + names >= 1000, `There are ${callbacks.size} and ${names} names.`);
});

test('no spelling of a bad address is connected to', async (t) => {
  const { opened, connect } = recordConnections();
  const client = startClient(t, { ...NOTHING_ALLOWED, connect, resolve: createResolveName() });
  await assertBlocked(
    client,
    SPELLINGS.map((host) => `https://${host}/callback`),
  );
  assert.equal(opened.length, 0);
});

test('no spelling of a bad address, and no broken URL, reaches a listener on loopback', async (t) => {
  const { port, listeners } = await startListeners(t);
  const client = startClient(t, { ...NOTHING_ALLOWED, resolve: createResolveName() });
  await assertBlocked(
    client,
    SPELLINGS.map((host) => `https://${host}:${port}/callback`),
  );
  await assertBlocked(client, misshape(port));
  const names = ['localhost', 'LOCALHOST', 'localhost.', '%6c%6f%63alhost'];
  await assertBlocked(
    client,
    names.map((name) => `https://${name}:${port}/callback`),
  );
  assert.equal(countConnections(listeners), 0);
});

test('the same client reaches the same listeners where their range is allowed', async (t) => {
  const { port, listeners } = await startListeners(t);
  const isAllowed = createAddressJudge(LOOPBACK);
  const client = startClient(t, { ports: PORTS, isAllowed, resolve: createResolveName() });
  const hosts = ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '127.0.0.1.', '[::1]'];
  for (const host of [...hosts, 'localhost', 'localhost.', '%31%32%37.0.0.1']) {
    const before = countConnections(listeners);
    const answers = await ask(client, `https://${host}:${port}/callback`);
    assert.deepEqual(
      answers.map(({ kind }) => kind),
      ['answered', 'answered'],
      host,
    );
    assert.ok(countConnections(listeners) > before);
  }
});

/** A name for each bad address, in the company of good ones and alone. */
function nameBadly() {
  const names: Record<string, readonly string[]> = {};
  for (const [index, bad] of BAD.entries()) {
    names[`alone-${index}.test`] = [bad];
    names[`last-${index}.test`] = [...GOOD, bad];
    names[`first-${index}.test`] = [bad, ...GOOD];
    names[`middle-${index}.test`] = ['1.1.1.1', bad, '2606:4700::1111'];
  }
  return names;
}

test('no name is connected to that has a bad address among its addresses', async (t) => {
  const { opened, connect } = recordConnections();
  const names = nameBadly();
  const resolve = resolveFrom({ ...names, 'good.test': GOOD });
  const client = startClient(t, { ...NOTHING_ALLOWED, connect, resolve });
  await assertBlocked(
    client,
    Object.keys(names).map((name) => `https://${name}/callback`),
  );
  assert.equal(opened.length, 0);
  await ask(client, 'https://good.test/callback');
  const seen = opened.map((addresses) => addresses.map(({ address }) => address));
  assert.deepEqual(seen, [GOOD, GOOD]);
});

test('a name that means a bad address every other time is connected to in between only', async (t) => {
  const { opened, connect } = recordConnections();
  for (const bad of BAD) {
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [{ address: asked % 2 === 1 ? '1.1.1.1' : bad, family: bad.includes(':') ? 6 : 4 }];
    };
    const client = startClient(t, { ...NOTHING_ALLOWED, connect, resolve });
    const faults: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const callback = 'https://rebound.test/callback';
      const send = () =>
        count < 2 ? client.get(callback, [], 1) : client.post(callback, {}, BODY);
      const answer = await send();
      faults.push(answer.kind === 'unreached' ? answer.fault : answer.kind);
    }
    assert.deepEqual(faults, ['broken', 'blocked', 'broken', 'blocked'], bad);
    assert.equal(asked, 4);
  }
  assert.equal(opened.length, BAD.length * 2);
  assert.ok(opened.flat().every(({ address }) => address === '1.1.1.1'));
});
