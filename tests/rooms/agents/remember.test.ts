import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberByKey, rememberOnce } from '#agents/remember.ts';

function counted(limit: number) {
  const made: string[] = [];
  const textOf = rememberByKey(limit, async ({ name }: { readonly name: string }, key) => {
    made.push(`${name} ${key}`);
    return key === 'empty' ? '' : `${name} ${key}`;
  });
  return { made, textOf };
}

test('a text is made once for each subject and key, and shared by concurrent callers', async () => {
  const { made, textOf } = counted(4);
  const [one, other] = [{ name: 'one' }, { name: 'other' }];
  for (const subject of [one, other, one]) {
    const texts = await Promise.all(['a', 'a', 'empty'].map((key) => textOf(subject, key)));
    assert.deepEqual(texts, [`${subject.name} a`, `${subject.name} a`, '']);
  }
  assert.deepEqual(made, ['one a', 'one empty', 'other a', 'other empty']);
});

test('beyond the limit the text that was not asked for the longest is given up', async () => {
  const { made, textOf } = counted(2);
  const subject = { name: 'x' };
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await textOf(subject, key);
  assert.deepEqual(made, ['x a', 'x b', 'x c', 'x b']);
});

test('a failure reaches all who wait for it; the next caller tries again', async () => {
  const results = [Promise.reject(new Error('busy')), Promise.resolve('text')];
  const textOf = rememberByKey(2, async (_: object) => results.shift());
  const subject = {};
  const waiting = [textOf(subject, 'a'), textOf(subject, 'a')];
  for (const { status } of await Promise.allSettled(waiting)) assert.equal(status, 'rejected');
  assert.equal(await textOf(subject, 'a'), 'text');
  assert.equal(await textOf(subject, 'a'), 'text');
});

test('of each object one result is made, also of nothing', async () => {
  const looks: object[] = [];
  const look = rememberOnce(async (subject: object) => {
    looks.push(subject);
  });
  const [one, other] = [{}, {}];
  await Promise.all([look(one), look(one), look(other)]);
  await look(one);
  assert.equal(looks.length, 2);
});
