import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberTexts } from '#agents/tools/remembered-texts.ts';

function counted(limit: number) {
  const made: string[] = [];
  const textOf = rememberTexts(limit, async ({ name }: { readonly name: string }, key) => {
    made.push(`${name} ${key}`);
    return key === 'empty' ? '' : `${name} ${key}`;
  });
  return { made, textOf };
}

test('a text is made once for each subject and key', async () => {
  const { made, textOf } = counted(4);
  const [one, other] = [{ name: 'one' }, { name: 'other' }];
  for (const subject of [one, other, one, other]) {
    assert.equal(await textOf(subject, 'a'), `${subject.name} a`);
    assert.equal(await textOf(subject, 'empty'), '');
  }
  assert.deepEqual(made, ['one a', 'one empty', 'other a', 'other empty']);
});

test('who asks while a text is made waits for it', async () => {
  const { made, textOf } = counted(2);
  const subject = { name: 'x' };
  assert.deepEqual(await Promise.all([textOf(subject, 'a'), textOf(subject, 'a')]), ['x a', 'x a']);
  assert.deepEqual(made, ['x a']);
});

test('beyond the limit the text that was not asked for the longest is given up', async () => {
  const { made, textOf } = counted(2);
  const subject = { name: 'x' };
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await textOf(subject, key);
  assert.deepEqual(made, ['x a', 'x b', 'x c', 'x b']);
});

test('what could not be made is made again for whoever asks next', async () => {
  const results = [Promise.reject(new Error('busy')), Promise.resolve('text')];
  const textOf = rememberTexts(2, async (_: object) => results.shift());
  const subject = {};
  await assert.rejects(textOf(subject, 'a'), /busy/);
  assert.equal(await textOf(subject, 'a'), 'text');
  assert.equal(await textOf(subject, 'a'), 'text');
});
