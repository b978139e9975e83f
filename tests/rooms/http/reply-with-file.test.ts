import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { REPRESENTATIONS } from '#artifacts/encode-variants.ts';
import {
  acceptedRepresentations,
  allowsRange,
  parseRange,
} from '../../../sidecar/http/reply-with-file.ts';
import { processorMs, retainedMemory } from '../../support/measure.ts';

fc.configureGlobal({ seed: 20_261_120 });

/** What a field allows, best first. */
const FIELDS: readonly (readonly [field: string | undefined, accepted: string])[] = [
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip identity'],
  ['gzip, deflate, br, zstd', 'br zstd gzip identity'],
  ['x-gzip', 'gzip identity'],
  ['gzip;q=1.0, br;q=0.5', 'gzip br identity'],
  ['br;q=0, gzip', 'gzip identity'],
  ['*', 'br zstd gzip identity'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'zstd gzip identity'],
  ['gzip, *;q=0.1', 'gzip br zstd identity'],
  ['identity, gzip;q=0.5', 'identity gzip'],
  ['identity;q=0.5, gzip', 'gzip identity'],
  ['identity;q=0, gzip', 'gzip identity'],
  ['gzip;q=7', 'gzip identity'],
  ['gzip;q=.', 'identity'],
  ['gzip;level=9', 'identity'],
  [';;;,,,q=1', 'identity'],
  ['гзип', 'identity'],
];

for (const [field, accepted] of FIELDS) {
  test(`Accept-Encoding: ${field} allows ${accepted}`, () => {
    assert.equal(acceptedRepresentations(field).join(' '), accepted);
  });
}

test('whatever is sent, something can be answered', () => {
  fc.assert(
    fc.property(fc.string(), (field) => {
      const accepted = acceptedRepresentations(field);
      assert.ok(accepted.includes('identity'));
      assert.equal(new Set(accepted).size, accepted.length);
      for (const name of accepted) assert.ok(REPRESENTATIONS.includes(name));
    }),
  );
});

test('a field of 16 kB is read at once', () => {
  for (const unit of [' ', ',', ';', 'gzip,', 'a;q=', '-', 'q= ']) {
    const field = unit.repeat(16_384 / unit.length);
    const took = processorMs(() => acceptedRepresentations(field));
    assert.ok(took < 100, `${unit}: ${took} ms`);
  }
});

test('200,000 different fields take no more memory than 256', () => {
  const field = (index: number) => `gzip;q=0.5, ${'x'.repeat(1000)}${index}`;
  const before = retainedMemory();
  for (let index = 0; index < 200_000; index++) acceptedRepresentations(field(index));
  // All of them would be 200 MB.
  assert.ok(retainedMemory() - before < 2_000_000);
});

const LENGTH = 1000;

/** Fields for a body of 1000 bytes, with the bytes they ask for. */
const SATISFIABLE: readonly (readonly [field: string, first: number, last: number])[] = [
  ['bytes=0-0', 0, 0],
  ['bytes=500-', 500, 999],
  ['bytes=999-', 999, 999],
  ['bytes=-1', 999, 999],
  ['bytes=-5000', 0, 999],
  ['bytes=0-5000', 0, 999],
  ['bytes=0-99999999999999999999999', 0, 999],
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
  'bytes=',
  'bytes=-',
  'bytes=2-1',
  'bytes=a-b',
  'bytes=1 - 2',
  'bytes=1-2x',
  'bytes=0-1,3-4',
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
