import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { listIssues, readArguments } from '#agents/arguments.ts';
import { CalendarDate } from '#dataset/schema/scalars.ts';

const Schema = z.strictObject({
  id: z.string().optional(),
  size: z.int('must be a whole number').max(5, 'must be at most 5').default(3),
  least: z.number('must be a number').optional(),
  open: z.boolean('must be true or false').optional(),
  order: z.enum(['up', 'down'], 'must be up or down').optional(),
  parts: z.array(z.enum(['some', 'all'], 'must be some or all')).optional(),
  group: z.string('must be text').optional().meta({ isList: true }),
  day: CalendarDate.optional(),
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

test('null and blank text are as good as absent for every argument', () => {
  const names = Object.keys(Schema.shape).filter((name) => name !== 'parts');
  const absent = fc.constantFrom(null, '', '  ', ['']);
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), absent), (given) => {
      assert.deepEqual(read(given), { ok: true, value: { size: 3 } });
    }),
  );
  assert.deepEqual(read({ parts: null }), { ok: true, value: { size: 3 } });
  assert.deepEqual(read({ parts: ' ' }), { ok: true, value: { parts: [], size: 3 } });
});

test('what is required may not be blank', () => {
  const result = readArguments('weigh', z.strictObject({ id: z.string() }), { id: ' ' });
  assert.deepEqual(result, { ok: false, issues: ['id is required'] });
});

test('where a year or a month is no date, its days are named', () => {
  const must = 'day must be a date that exists, written YYYY-MM-DD';
  for (const [day, days] of [
    ['2025', '; all of 2025 is since 2025-01-01 and until 2025-12-31'],
    ['2024-02', '; all of 2024-02 is since 2024-02-01 and until 2024-02-29'],
    ['2024-13', ''],
    ['soon', ''],
  ] as const) {
    assert.deepEqual(issuesOf({ day }), [`${must} (got "${day}")${days}`]);
  }
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
    [{ parts: 'some, All' }, { parts: ['some', 'all'], size: 3 }],
    [{ parts: '["all","some"]' }, { parts: ['all', 'some'], size: 3 }],
    [{ parts: "['all']" }, { parts: ['all'], size: 3 }],
    [{ parts: ['some,all'] }, { parts: ['some', 'all'], size: 3 }],
    [{ id: ['A b'] }, { id: 'A b', size: 3 }],
    [{ size: ['4'] }, { size: 4 }],
    [{ order: ['Up'] }, { order: 'up', size: 3 }],
    [{ group: ['year', 'rating'] }, { group: 'year,rating', size: 3 }],
    [{ group: '["year", "rating"]' }, { group: 'year,rating', size: 3 }],
    [{ group: 'year, rating' }, { group: 'year,rating', size: 3 }],
    [{ id: ' a,b ["c"] ' }, { id: 'a,b ["c"]', size: 3 }],
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
    [{ size: '0x5' }, 'size must be a whole number (got "0x5")'],
    [{ open: 'yes' }, 'open must be true or false (got "yes")'],
    [{ order: 'sideways' }, 'order must be up or down (got "sideways")'],
    [{ parts: 'few' }, 'parts must be some or all (got "few")'],
    [{ parts: 'some,few' }, 'parts must be some or all (got "few")'],
    [{ id: ['a', 'b'] }, 'id takes one value; ask once for each (got ["a","b"])'],
    [{ size: [1, 2] }, 'size takes one value; ask once for each (got [1,2])'],
    [{ id: [] }, 'id must be text (got [])'],
    [{ id: [true] }, 'id must be text (got true)'],
    [{ group: [1, 2] }, 'group must be text (got [1,2])'],
    [{ id: {} }, 'id must be text (got {})'],
  ] as const) {
    assert.deepEqual(issuesOf(given), [issue]);
  }
});

test('an unknown name is refused with the nearest one', () => {
  const known = 'there are id, size, least, open, order, parts, group, day';
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
