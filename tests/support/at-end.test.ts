import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from './at-end.ts';
import type { Lifetime } from './lifetime.ts';

/** A test whose end is said by hand. */
function createLifetime() {
  const hooks: (() => void | Promise<void>)[] = [];
  const lifetime: Lifetime = { after: (hook) => void hooks.push(hook) };
  const end = async () => {
    for (const hook of hooks.splice(0)) await hook();
  };
  return { lifetime, end };
}

test('what began last ends first, one after the other', async () => {
  const { lifetime, end } = createLifetime();
  const ended: string[] = [];
  atEnd(lifetime, () => ended.push('folder'));
  atEnd({ after: lifetime.after }, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    ended.push('service');
  });
  await end();
  assert.deepEqual(ended, ['service', 'folder']);
});

test('one that fails keeps no other from ending, and its error is told', async () => {
  const { lifetime, end } = createLifetime();
  const ended: string[] = [];
  atEnd(lifetime, () => ended.push('service'));
  atEnd(lifetime, () => {
    throw new Error('not empty');
  });
  await assert.rejects(end(), /not empty/);
  assert.deepEqual(ended, ['service']);
});

test('several errors are told together', async () => {
  const { lifetime, end } = createLifetime();
  for (const what of ['first', 'second']) {
    atEnd(lifetime, () => Promise.reject(new Error(what)));
  }
  await assert.rejects(end(), (error) => {
    assert.ok(error instanceof AggregateError);
    assert.deepEqual(
      error.errors.map(({ message }) => message),
      ['second', 'first'],
    );
    return true;
  });
});

test('each test ends its own', async (t) => {
  const ended: string[] = [];
  await t.test('a test', (inner) => atEnd(inner, () => ended.push('inner')));
  atEnd(t, () => ended.push('outer'));
  assert.deepEqual(ended, ['inner']);
});
