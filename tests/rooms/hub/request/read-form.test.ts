import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readField, readForm } from '../../../../sidecar/hub/request/read-form.ts';

/** The fields of a form, or what is wrong with it. */
function read(text: string | Uint8Array): unknown {
  const parsed = readForm(typeof text === 'string' ? Buffer.from(text) : text);
  return 'problem' in parsed ? parsed.problem : Object.fromEntries(parsed.value);
}

test('names and values are decoded', () => {
  assert.deepEqual(read('hub.mode=subscribe&hub%2Etopic=a%20b+c&=x&lone&a=b=c&&'), {
    'hub.mode': ['subscribe'],
    'hub.topic': ['a b c'],
    '': ['x'],
    lone: [''],
    a: ['b=c'],
  });
  assert.deepEqual(read('s=%C3%A9&t=é'), { s: ['é'], t: ['é'] });
  assert.deepEqual(read('a=1&a=2'), { a: ['1', '2'] });
  assert.deepEqual(
    read('__proto__=x&constructor=y'),
    Object.fromEntries([
      ['__proto__', ['x']],
      ['constructor', ['y']],
    ]),
  );
  assert.deepEqual(read(''), {});
});

for (const text of [
  'a=%ff',
  'a=%C3',
  '%ff=a',
  'a=%',
  'a=%zz',
  'a=%ED%A0%80',
  Uint8Array.of(97, 61, 0xff),
]) {
  test(`${JSON.stringify(text)} is no UTF-8`, () => {
    assert.match(String(read(text)), /^The form is not valid percent-encoded UTF-8/);
  });
}

test('there are 50 parameters at most, known or not', () => {
  const form = (count: number) =>
    Array.from({ length: count }, (_, index) => `p${index}=`).join('&');
  assert.equal(Object.keys(Object(read(form(50)))).length, 50);
  assert.equal(read(form(51)), 'The form has more than 50 parameters; send fewer.');
  assert.equal(read('a=1&'.repeat(51)), 'The form has more than 50 parameters; send fewer.');
});

test('a field may stand once, and an empty one is as good as none', () => {
  const form = new Map([
    ['one', ['x']],
    ['empty', ['']],
    ['two', ['x', 'x']],
    ['blank', ['', '']],
  ]);
  assert.deepEqual(readField(form, 'one'), { value: 'x' });
  assert.deepEqual(readField(form, 'empty'), { value: undefined });
  assert.deepEqual(readField(form, 'none'), { value: undefined });
  for (const name of ['two', 'blank']) {
    assert.deepEqual(readField(form, name), {
      problem: `${name} is given more than once; give it once.`,
    });
  }
});
