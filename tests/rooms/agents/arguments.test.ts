import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { listIssues, readArguments } from '#agents/arguments.ts';

const Schema = z.strictObject({
  id: z.string(),
  size: z.int('must be a whole number').max(5, 'must be at most 5').default(3),
});

function issuesOf(given: unknown): string[] {
  const result = readArguments('weigh', Schema, given);
  assert.ok(!result.ok);
  return listIssues('', result.issues).split('\n- ').slice(1);
}

test('no arguments are the same as an empty object', () => {
  assert.deepEqual(readArguments('rest', z.strictObject({}), undefined), { ok: true, value: {} });
  assert.deepEqual(issuesOf(undefined), ['id is required']);
});

for (const given of [null, [], 'id', 7, true]) {
  test(`${JSON.stringify(given)} is no object`, () => {
    assert.deepEqual(issuesOf(given), ['arguments must be an object']);
  });
}

test('an unknown name is told even where a name means something to JavaScript', () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const given = JSON.parse(`{"id":"x","${name}":1}`);
    const shown = JSON.stringify(name);
    assert.deepEqual(issuesOf(given), [`${shown} is not an argument of weigh; there are id, size`]);
  }
});

test('long names are shortened, and 20 issues are enough', () => {
  const [, issue = ''] = issuesOf({ ['x'.repeat(5000)]: 1 });
  assert.ok(issue.startsWith(`"${'x'.repeat(60)}" is not`), issue);
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`name-${index}`, 1]));
  assert.equal(issuesOf(many).length, 20);
});
