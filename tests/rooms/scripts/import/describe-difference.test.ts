import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { describeDifference } from '../../../../scripts/import/describe-difference.ts';
import type { SourceValue } from '../../../../scripts/import/plan/source-marks.ts';

const describe = (stored: SourceValue, said: SourceValue) => {
  const shown = describeDifference({ field: 'reviewBody', stored, said });
  return [shown.stored, shown.said];
};

const LONG = 'I am writing this review as I sit in the lounge.';

test('of two texts the part that differs is shown, with a little around it', () => {
  assert.deepEqual(describe(`${LONG} Bad, and so on and on.`, `${LONG} Good, and so on and on.`), [
    '"…I sit in the lounge. Bad, and so on and on."',
    '"…I sit in the lounge. Good, and so on and on."',
  ]);
  assert.deepEqual(describe(`A${LONG}${LONG}`, `B${LONG}${LONG}`), [
    '"AI am writing this…"',
    '"BI am writing this…"',
  ]);
});

test('places that are far from each other are all shown', () => {
  const between = ' The office called me back within the hour, each time I asked.';
  const text = (name: string, days: string, number: string) =>
    `My name is ${name}.${between} It took ${days} days.${between} Call me at ${number}.`;
  assert.deepEqual(
    describe(text('[name]', 'three', '[number]'), text('Jane Smith', 'four', '512-555-0199')),
    [
      '"My name is [name]. The office called me…time I asked. It took three days. The office…I asked. Call me at [number]."',
      '"My name is Jane Smith. The office called me…time I asked. It took four days. The office…I asked. Call me at 512-555-0199."',
    ],
  );
});

test('of texts that differ nearly everywhere some places are shown, and the others counted', () => {
  const numbered = (sign: string) =>
    Array.from({ length: 30 }, (_, at) => `${at}${sign} and some words that stay as they are`);
  const [stored = '', said = ''] = describe(numbered('!').join(' '), numbered('?').join(' '));
  assert.match(stored, /^"0! and some.* 7!… and in 22 more places"$/);
  assert.match(said, /^"0\? and some.* 7\?… and in 22 more places"$/);
});

test('short values are shown whole, and what is not there is none', () => {
  assert.deepEqual(describe('Kind', undefined), ['"Kind"', 'none']);
  assert.deepEqual(describe('', 'A\nB'), ['none', '"A\\nB"']);
  assert.deepEqual(describe(4.5, 3), ['4.5', '3']);
  assert.deepEqual(
    describe(
      { text: 'Thanks.', datePublished: '2026-01-02', dateModified: '2026-01-03' },
      { text: 'Thanks.', datePublished: '2026-01-02' },
    ),
    ['"Thanks. (2026-01-02, 2026-01-03)"', '"Thanks. (2026-01-02)"'],
  );
});

test('a long difference is shown by its beginning and its end, at once', () => {
  const [stored = '', said = ''] = describe('x'.repeat(5000), 'y'.repeat(90));
  assert.match(stored, /^"x{80} … 4840 characters … x{80}"$/);
  assert.match(said, /^"y{90}"$/);
  const [foreign = ''] = describe('a b '.repeat(16_000), 'c d '.repeat(16_000));
  assert.match(foreign, /^"a b a b .* … \d+ characters … /);
});

test('two texts are never shown alike, each on one short line, and no character is cut', () => {
  const unit = fc.constantFrom('a', 'b ', '\n', '🙂', 'é', '\u0301');
  const text = fc.string({ unit, maxLength: 1_000 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      fc.pre(one !== other);
      const shown = describe(one, other);
      assert.notEqual(shown[0], shown[1]);
      for (const side of shown) {
        assert.ok([...side].length < 1_600, side);
        assert.doesNotMatch(side, /\n|\\ud/);
      }
    }),
  );
});
