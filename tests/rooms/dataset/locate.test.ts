import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocument } from 'yaml';
import { offsetOf } from '#dataset/locate.ts';

const TEXT = 'a: 1\nlist:\n  - x\n  - { y: 2 }\n5: five\nempty:\n';
const document = parseDocument(TEXT);

for (const [what, path, target, found] of [
  ['the whole', [], 'value', 'a: 1'],
  ['a value', ['a'], 'value', '1'],
  ['a key', ['a'], 'key', 'a: 1'],
  ['an entry of a list', ['list', 0], 'value', 'x'],
  ['a value inside an entry', ['list', 1, 'y'], 'value', '2 }'],
  ['a key inside an entry', ['list', 1, 'y'], 'key', 'y: 2'],
  ['a key that is a number', ['5'], 'key', '5: five'],
  ['the nearest parent of what is missing', ['list', 1, 'z', 'deeper'], 'value', '{ y'],
  ['the list of an entry that is missing', ['list', 9], 'value', '- x'],
  ['the whole for a missing key', ['nothing'], 'value', 'a: 1'],
  ['the parent where a value has no parts', ['a', 'b'], 'value', '1'],
] as const) {
  test(`finds ${what}`, () => {
    const rest = TEXT.slice(offsetOf(document, path, target));
    assert.ok(rest.startsWith(found), `${JSON.stringify(rest)} begins with ${found}`);
  });
}

test('an empty document begins at 0', () => {
  assert.equal(offsetOf(parseDocument(''), ['a']), 0);
});
