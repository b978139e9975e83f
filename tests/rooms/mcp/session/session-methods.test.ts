import assert from 'node:assert/strict';
import { test } from 'node:test';
import { METHODS } from '../../../../sidecar/mcp/methods/methods.ts';
import { sessionMethod } from '../../../../sidecar/mcp/session/session-methods.ts';
import { Subscriptions } from '../../../../sidecar/mcp/streams/subscriptions.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { datasetOf } from '../../artifacts/sample-datasets.ts';

const SOURCE = sourceOf(datasetOf());
const pageOf = (index: number) => `${SOURCE.baseUrl}/reviews/review-${index}/`;

function createSession() {
  const subscriptions = new Subscriptions(() => false);
  const ask = async (name: 'subscribe' | 'unsubscribe', params?: unknown) =>
    sessionMethod(`resources/${name}`, 'one', subscriptions)?.(params, SOURCE);
  return { ask, uris: () => [...subscriptions.of('one')] };
}

test('a session subscribes to resources and unsubscribes from them', async () => {
  const { ask, uris } = createSession();
  assert.deepEqual(await ask('subscribe', { uri: pageOf(1) }), { members: {} });
  await ask('subscribe', { uri: pageOf(2) });
  assert.deepEqual(await ask('unsubscribe', { uri: pageOf(1) }), { members: {} });
  assert.deepEqual(uris(), [pageOf(2)]);
});

test('what can never be a resource is taken and not remembered', async () => {
  const { ask, uris } = createSession();
  for (const uri of [
    'test://watched-resource',
    '',
    `${SOURCE.baseUrl}/nothing`,
    'x'.repeat(9999),
  ]) {
    assert.deepEqual(await ask('subscribe', { uri }), { members: {} });
    assert.deepEqual(await ask('unsubscribe', { uri }), { members: {} });
  }
  assert.deepEqual(uris(), []);
});

test('the 33rd resource of a session is refused, and so is what names none', async () => {
  const { ask, uris } = createSession();
  for (let index = 0; index < 32; index++) await ask('subscribe', { uri: pageOf(index) });
  await assert.rejects(ask('subscribe', { uri: pageOf(32) }), { code: -32_602 });
  for (const params of [undefined, {}, { uri: 1 }, []]) {
    await assert.rejects(ask('subscribe', params), { code: -32_602 });
    await assert.rejects(ask('unsubscribe', params), { code: -32_602 });
  }
  assert.equal(uris().length, 32);
});

test('of all else a session can ask what anybody can', () => {
  const subscriptions = new Subscriptions(() => false);
  for (const [name, method] of METHODS) {
    assert.equal(sessionMethod(name, 'one', subscriptions), method);
  }
  for (const name of ['', 'resources', 'subscriptions/listen', '__proto__']) {
    assert.equal(sessionMethod(name, 'one', subscriptions), undefined);
  }
});
