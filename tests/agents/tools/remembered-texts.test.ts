import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberTexts } from '#agents/tools/remembered-texts.ts';

function counted(limit: number) {
  const made: string[] = [];
  const textOf = rememberTexts(limit, ({ name }: { readonly name: string }, key) => {
    made.push(`${name} ${key}`);
    return key === 'empty' ? '' : `${name} ${key}`;
  });
  return { made, textOf };
}

test('a text is made once for each subject and key', () => {
  const { made, textOf } = counted(4);
  const [one, other] = [{ name: 'one' }, { name: 'other' }];
  for (const subject of [one, other, one, other]) {
    assert.equal(textOf(subject, 'a'), `${subject.name} a`);
    assert.equal(textOf(subject, 'empty'), '');
  }
  assert.deepEqual(made, ['one a', 'one empty', 'other a', 'other empty']);
});

test('beyond the limit the text that was not asked for the longest is given up', () => {
  const { made, textOf } = counted(2);
  const subject = { name: 'x' };
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) textOf(subject, key);
  assert.deepEqual(made, ['x a', 'x b', 'x c', 'x b']);
});
