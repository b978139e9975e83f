import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowsRange, parseRange } from '../../../sidecar/http/byte-range.ts';

const LENGTH = 1000;

/** Fields for a body of 1000 bytes, with the bytes they ask for. */
const SATISFIABLE: readonly (readonly [field: string, first: number, last: number])[] = [
  ['bytes=0-0', 0, 0],
  ['bytes=0-499', 0, 499],
  ['bytes=500-', 500, 999],
  ['bytes=999-', 999, 999],
  ['bytes=-1', 999, 999],
  ['bytes=-5000', 0, 999],
  ['bytes=0-5000', 0, 999],
  ['bytes=0-99999999999999999999999', 0, 999],
  ['BYTES=1-2', 1, 2],
  [' bytes=1-2 ', 1, 2],
];

for (const [field, first, last] of SATISFIABLE) {
  test(`Range: ${field} asks for ${first} to ${last}`, () => {
    assert.deepEqual(parseRange(field, LENGTH), { first, last });
  });
}

for (const field of ['bytes=1000-', 'bytes=1000-2000', 'bytes=99999999999999999999-', 'bytes=-0']) {
  test(`Range: ${field} lies outside`, () => {
    assert.equal(parseRange(field, LENGTH), 'unsatisfiable');
  });
}

for (const field of [
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=2-1',
  'bytes=a-b',
  'bytes=1 - 2',
  'bytes=+1-2',
  'bytes=1-2x',
  'bytes=0-1,3-4',
  'bytes=0-1,',
  'items=0-1',
]) {
  test(`Range: ${field} asks for the whole`, () => {
    assert.equal(parseRange(field, LENGTH), undefined);
  });
}

test('no range of an empty body is satisfiable', () => {
  for (const field of ['bytes=0-', 'bytes=0-0', 'bytes=-1']) {
    assert.equal(parseRange(field, 0), 'unsatisfiable');
  }
});

test('If-Range allows a range only by the same strong tag or exact date', () => {
  const date = 'Fri, 20 Nov 2026 08:00:00 GMT';
  const allows = (field?: string) => allowsRange(field, '"id"', date);
  assert.ok(allows(undefined));
  assert.ok(allows('"id"'));
  assert.ok(allows(date));
  for (const field of ['W/"id"', '"br"', '', '*', '"id", "br"', 'Fri, 20 Nov 2026 08:00:01 GMT']) {
    assert.ok(!allows(field), field);
  }
});
