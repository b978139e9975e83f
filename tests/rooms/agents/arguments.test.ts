import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { listIssues, readArguments } from '#agents/arguments.ts';

const Schema = z.strictObject({
  id: z.string().optional(),
  size: z.int('must be a whole number').max(5, 'must be at most 5').default(3),
  least: z.number('must be a number').optional(),
  open: z.boolean('must be true or false').optional(),
  order: z.enum(['up', 'down'], 'must be up or down').optional(),
  parts: z.array(z.enum(['some', 'all'], 'must be some or all')).optional(),
});

const read = (given: unknown) => readArguments('weigh', Schema, given);

function issuesOf(given: unknown): string[] {
  const result = read(given);
  assert.ok(!result.ok);
  return listIssues('', result.issues).split('\n- ').slice(1);
}

test('nothing, null and an empty object are no arguments; what is none of these is refused', () => {
  for (const given of [undefined, null, {}]) {
    assert.deepEqual(read(given), { ok: true, value: { size: 3 } });
  }
  for (const given of [[], 'id', 7, true]) {
    assert.deepEqual(issuesOf(given), ['arguments must be an object']);
  }
});

test('null is as good as absent for every argument', () => {
  const names = Object.keys(Schema.shape);
  fc.assert(
    fc.property(fc.subarray(names), (nulls) => {
      const given = Object.fromEntries(nulls.map((name) => [name, null]));
      assert.deepEqual(read(given), { ok: true, value: { size: 3 } });
    }),
  );
});

test('what is meant is taken however it is written', () => {
  for (const [given, value] of [
    [{ size: '5' }, { size: 5 }],
    [{ size: ' 4 ' }, { size: 4 }],
    [{ least: '-4.5' }, { least: -4.5, size: 3 }],
    [{ open: 'True' }, { open: true, size: 3 }],
    [{ open: 'FALSE' }, { open: false, size: 3 }],
    [{ order: 'UP' }, { order: 'up', size: 3 }],
    [{ parts: 'some' }, { parts: ['some'], size: 3 }],
    [{ parts: ['All', 'SOME'] }, { parts: ['all', 'some'], size: 3 }],
    [{ id: ['year', 'rating'] }, { id: 'year,rating', size: 3 }],
    [{ id: 911 }, { id: '911', size: 3 }],
    [{ id: 'A b' }, { id: 'A b', size: 3 }],
  ] as const) {
    assert.deepEqual(read(given), { ok: true, value });
  }
});

test('what is not clear is refused, with what came', () => {
  for (const [given, issue] of [
    [{ size: '5.5' }, 'size must be a whole number (got 5.5)'],
    [{ size: '6' }, 'size must be at most 5 (got 6)'],
    [{ size: '' }, 'size must be a whole number (got "")'],
    [{ size: '0x5' }, 'size must be a whole number (got "0x5")'],
    [{ open: 'yes' }, 'open must be true or false (got "yes")'],
    [{ order: 'sideways' }, 'order must be up or down (got "sideways")'],
    [{ parts: 'few' }, 'parts.0 must be some or all (got "few")'],
    [{ id: [1] }, 'id must be text (got [1])'],
    [{ id: {} }, 'id must be text (got {})'],
  ] as const) {
    assert.deepEqual(issuesOf(given), [issue]);
  }
});

test('an unknown name is refused with the nearest one', () => {
  const known = 'there are id, size, least, open, order, parts';
  assert.deepEqual(issuesOf({ sizes: 1 }), [
    `"sizes" is not an argument of weigh (did you mean "size"?); ${known}`,
  ]);
  // Even where it means something to JavaScript.
  const given = JSON.parse('{"__proto__":1}');
  assert.deepEqual(issuesOf(given), [`"__proto__" is not an argument of weigh; ${known}`]);
});

test('long names are shortened, and 20 issues are enough', () => {
  const [issue = ''] = issuesOf({ ['x'.repeat(5000)]: 1 });
  assert.ok(issue.startsWith(`"${'x'.repeat(60)}" is not`), issue);
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`name-${index}`, 1]));
  assert.equal(issuesOf(many).length, 20);
});
