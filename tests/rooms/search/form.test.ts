import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formPairs } from '#search/form.ts';

const read = (text: string) => [...formPairs(text)].map(({ name, value }) => [name, value]);

test('names and values are decoded, in their order', () => {
  assert.deepEqual(read('hub.mode=subscribe&hub%2Etopic=a%20b+c&=x&lone&a=b=c&&'), [
    ['hub.mode', 'subscribe'],
    ['hub.topic', 'a b c'],
    ['', 'x'],
    ['lone', ''],
    ['a', 'b=c'],
  ]);
  assert.deepEqual(read('s=%C3%A9&t=é&s=1'), [
    ['s', 'é'],
    ['t', 'é'],
    ['s', '1'],
  ]);
  assert.deepEqual(read(''), []);
  assert.deepEqual(read('&&'), []);
});

test('what is no UTF-8 is undefined, be it a name or a value', () => {
  for (const text of ['a=%ff', 'a=%C3', 'a=%', 'a=%zz', 'a=%ED%A0%80']) {
    assert.deepEqual(read(text), [['a', undefined]], text);
  }
  assert.deepEqual([...formPairs('%ff=a')], [{ sent: '%ff=a', name: undefined, value: 'a' }]);
});
