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

test('what is meant is taken however it is written', () => {
  for (const [given, value] of [
    [{ size: '5' }, { size: 5 }],
    [{ size: ' 4 ' }, { size: 4 }],
    [{ least: '-4.5' }, { least: -4.5, size: 3 }],
    [{ open: 'True' }, { open: true, size: 3 }],
    [{ order: 'UP' }, { order: 'up', size: 3 }],
    [{ parts: 'some' }, { parts: ['some'], size: 3 }],
    [{ parts: ['All', 'SOME'] }, { parts: ['all', 'some'], size: 3 }],
    [{ parts: 'some, All' }, { parts: ['some', 'all'], size: 3 }],
    [{ parts: '["all","some"]' }, { parts: ['all', 'some'], size: 3 }],
    [{ parts: "['all']" }, { parts: ['all'], size: 3 }],
    [{ id: ['A b'] }, { id: 'A b', size: 3 }],
    [{ group: ['year', 'rating'] }, { group: 'year,rating', size: 3 }],
    [{ group: '["year", "rating"]' }, { group: 'year,rating', size: 3 }],
    [{ id: ' a,b ["c"] ' }, { id: 'a,b ["c"]', size: 3 }],
    [{ id: 911 }, { id: '911', size: 3 }],
  ] as const) {
    assert.deepEqual(read(given), { ok: true, value });
  }
});

test('what is not clear is refused, with what came', () => {
  for (const [given, issue] of [
    [{ size: '5.5' }, 'size must be a whole number (got 5.5)'],
    [{ size: '6' }, 'size must be at most 5 (got 6)'],
    [{ open: 'yes' }, 'open must be true or false (got "yes")'],
    [{ order: 'sideways' }, 'order must be up or down (got "sideways")'],
    [{ parts: 'few' }, 'parts must be some or all (got "few")'],
    [{ parts: 'some,few' }, 'parts must be some or all (got "few")'],
    [{ id: ['a', 'b'] }, 'id takes one value; ask once for each (got ["a","b"])'],
    [{ group: [1, 2] }, 'group must be text (got [1,2])'],
    [{ id: {} }, 'id must be text (got {})'],
    [{ day: 'soon' }, 'day must be a date that exists, written YYYY-MM-DD (got "soon")'],
    [7, 'arguments must be an object'],
  ] as const) {
    assert.deepEqual(issuesOf(given), [issue]);
  }
});
