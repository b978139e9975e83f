import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  FORMAT,
  lastModifiedOf,
  Manifest,
  type ManifestEntry,
  nextOrdinal,
} from '#artifacts/manifest.ts';

const ENTRY: ManifestEntry = {
  path: '/reviews.json',
  file: 'reviews.json',
  mediaType: 'application/json',
  lastModified: '2026-10-03T12:00:00.000Z',
  variants: { identity: { etag: '"same"', bytes: 1 } },
};
const MANIFEST: Manifest = {
  format: FORMAT,
  version: '0.1.0',
  ordinal: 1,
  key: { content: 'a', baseUrl: 'https://reviews.example', code: 'b' },
  removed: [],
  dataset: '"d"',
  entries: [ENTRY],
};
const at = (time: string) => new Date(`2026-10-03T${time}Z`);

test('the first ordinal is the time in milliseconds', () => {
  assert.equal(nextOrdinal(undefined, at('12:00:00.123')), at('12:00:00.123').getTime());
});

test('an ordinal is always higher than the one before, even where the clock went back', () => {
  const now = at('12:00:00').getTime();
  assert.equal(nextOrdinal(now - 10, new Date(now)), now);
  assert.equal(nextOrdinal(now, new Date(now)), now + 1);
  assert.equal(nextOrdinal(now + 5000, new Date(now)), now + 5001);
});

test('ordinals increase and stay numbers that a manifest holds', () => {
  const times = fc.array(
    fc.date({ min: new Date(1), max: new Date('2100-01-01'), noInvalidDate: true }),
  );
  fc.assert(
    fc.property(times, (clock) => {
      let previous: number | undefined;
      for (const now of clock) {
        const ordinal = nextOrdinal(previous, now);
        assert.ok(ordinal > (previous ?? 0));
        assert.ok(Manifest.safeParse({ ...MANIFEST, ordinal }).success);
        previous = ordinal;
      }
    }),
  );
});

test('Last-Modified is kept while the bytes are the same', () => {
  assert.equal(lastModifiedOf('"same"', ENTRY, at('15:00:00')), ENTRY.lastModified);
});

for (const [what, now, expected] of [
  ['it is the time of the build, in whole seconds', '15:00:00.999', '15:00:00'],
  ['in the same second it is a second later', '12:00:00.999', '12:00:01'],
  ['a second later it is that second', '12:00:01.000', '12:00:01'],
  ['of a clock that went back it is still a second later', '09:00:00.000', '12:00:01'],
] as const) {
  test(`when the bytes changed, ${what}`, () => {
    assert.equal(lastModifiedOf('"other"', ENTRY, at(now)), at(expected).toISOString());
  });
}

test('a new file has the time of the build', () => {
  assert.equal(lastModifiedOf('"new"', undefined, at('12:00:00.5')), at('12:00:00').toISOString());
});

test('three changes within a second have three dates of HTTP', () => {
  let entry = ENTRY;
  const dates = ['"a"', '"b"', '"c"'].map((etag) => {
    const lastModified = lastModifiedOf(etag, entry, at('12:00:00.100'));
    entry = { ...entry, lastModified, variants: { identity: { etag, bytes: 1 } } };
    return new Date(lastModified).toUTCString();
  });
  assert.deepEqual(dates, [
    'Sat, 03 Oct 2026 12:00:01 GMT',
    'Sat, 03 Oct 2026 12:00:02 GMT',
    'Sat, 03 Oct 2026 12:00:03 GMT',
  ]);
});

test('every date that is given is one that a manifest holds', () => {
  const clock = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(clock, clock, (first, second) => {
      const lastModified = lastModifiedOf('"a"', undefined, first);
      const entry = { ...ENTRY, lastModified };
      const next = lastModifiedOf('"b"', entry, second);
      assert.ok(Manifest.safeParse({ ...MANIFEST, entries: [entry] }).success);
      assert.ok(Date.parse(next) >= Date.parse(lastModified) + 1000);
      assert.equal(Date.parse(next) % 1000, 0);
    }),
  );
});

for (const [what, broken] of [
  ['another format', { format: FORMAT + 1 }],
  ['no ordinal', { ordinal: undefined }],
  ['an ordinal of 0', { ordinal: 0 }],
  ['a weak tag', { entries: [{ ...ENTRY, variants: { identity: { etag: 'W/"a"', bytes: 1 } } }] }],
  ['a path that is none', { entries: [{ ...ENTRY, path: 'reviews.json' }] }],
  ['no identity', { entries: [{ ...ENTRY, variants: {} }] }],
  ['an unknown member', { more: 1 }],
] as const) {
  test(`a manifest with ${what} is refused`, () => {
    assert.equal(Manifest.safeParse({ ...MANIFEST, ...broken }).success, false);
  });
}
