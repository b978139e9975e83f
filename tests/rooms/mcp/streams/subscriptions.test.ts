import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RpcError } from '../../../../sidecar/mcp/rpc-error.ts';
import { Subscriptions } from '../../../../sidecar/mcp/streams/subscriptions.ts';

test('a session hears of what it subscribed to, until it unsubscribes or ends', () => {
  const subscriptions = new Subscriptions(() => false);
  for (const uri of ['a', 'b', 'b']) subscriptions.add('one', uri);
  subscriptions.add('two', 'a');
  assert.deepEqual([...subscriptions.of('one')], ['a', 'b']);
  subscriptions.remove('one', 'a');
  subscriptions.remove('one', 'never subscribed to');
  subscriptions.remove('never seen', 'a');
  assert.deepEqual([...subscriptions.of('one')], ['b']);
  assert.deepEqual([...subscriptions.of('two')], ['a']);
  subscriptions.end('two');
  assert.deepEqual([...subscriptions.of('two')], []);
  assert.deepEqual([...subscriptions.of('never seen')], []);
});

test('a session is subscribed to 32 resources at most', () => {
  const subscriptions = new Subscriptions(() => false);
  for (let index = 0; index < 32; index++) subscriptions.add('one', String(index));
  const isRefused = (error: unknown) => error instanceof RpcError && error.code === -32_602;
  assert.throws(() => subscriptions.add('one', '32'), isRefused);
  assert.equal(subscriptions.of('one').size, 32);
  subscriptions.add('one', '31');
  subscriptions.add('two', '32');
  subscriptions.remove('one', '0');
  subscriptions.add('one', '32');
});

test('a thousand sessions are remembered; of those that do not listen the oldest is forgotten', () => {
  const subscriptions = new Subscriptions(() => false);
  for (let index = 0; index < 1000; index++) subscriptions.add(`session ${index}`, 'a');
  subscriptions.add('session 0', 'b');
  subscriptions.add('one more', 'a');
  assert.deepEqual([...subscriptions.of('session 0')], ['a', 'b']);
  assert.equal(subscriptions.of('session 1').size, 0);
  assert.equal(subscriptions.of('session 2').size, 1);
  assert.equal(subscriptions.of('one more').size, 1);
});

test('who listens is not forgotten, however many others subscribe', () => {
  const subscriptions = new Subscriptions((session) => session === 'listener');
  subscriptions.add('listener', 'a');
  for (let index = 0; index < 2000; index++) subscriptions.add(`session ${index}`, 'a');
  assert.equal(subscriptions.of('listener').size, 1);
  assert.equal(subscriptions.of('session 1000').size, 0);
  assert.equal(subscriptions.of('session 1001').size, 1);
});

test('a session that unsubscribed from all takes no place', () => {
  const subscriptions = new Subscriptions(() => false);
  subscriptions.add('first', 'a');
  for (let index = 0; index < 2000; index++) {
    subscriptions.add(`session ${index}`, 'a');
    subscriptions.remove(`session ${index}`, 'a');
  }
  assert.equal(subscriptions.of('first').size, 1);
});
