import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { describeDifference } from '../../../scripts/import/describe-difference.ts';
import type { SourceValue } from '../../../scripts/import/source-marks.ts';

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

test('a long difference is shown by its beginning and its end', () => {
  const [stored = '', said = ''] = describe('x'.repeat(5000), 'y'.repeat(90));
  assert.match(stored, /^"x{80} … 4840 characters … x{80}"$/);
  assert.match(said, /^"y{90}"$/);
});

test('two texts are never shown alike, each on one short line, and no character is cut', () => {
  const unit = fc.constantFrom('a', 'b ', '\n', '🙂', 'é', '\u0301');
  const text = fc.string({ unit, maxLength: 400 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      fc.pre(one !== other);
      const shown = describe(one, other);
      assert.notEqual(shown[0], shown[1]);
      for (const side of shown) {
        assert.ok([...side].length < 460, side);
        assert.doesNotMatch(side, /\n|\\ud/);
      }
    }),
  );
});
