import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { describeDifference } from '../../../../../scripts/import/dialog/report.ts';

type Value = Parameters<typeof describeDifference>[0]['stored'];

const describe = (stored: Value, said: Value) =>
  Object.values(describeDifference({ stored, said }));

test('short values are shown whole, long ones where they first differ, and a missing one is none', () => {
  assert.deepEqual(describe('Kind', undefined), ['"Kind"', 'none']);
  assert.deepEqual(describe('', 'A\nB'), ['none', '"A\\nB"']);
  assert.deepEqual(describe(4.5, 3), ['4.5', '3']);
  const reply = { text: 'Thanks.', datePublished: '2026-01-02' };
  assert.deepEqual(describe({ ...reply, dateModified: '2026-01-03' }, reply), [
    '"Thanks. (2026-01-02, 2026-01-03)"',
    '"Thanks. (2026-01-02)"',
  ]);
  const long = 'I am writing this review as I sit in the lounge. '.repeat(4);
  assert.deepEqual(describe(`${long}Bad.`, `${long}Good, ${'and so on '.repeat(20)}`), [
    '"…eview as I sit in the lounge. Bad."',
    `"…eview as I sit in the lounge. Good, ${'and so on '.repeat(20).slice(0, 124)}…"`,
  ]);
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
        assert.ok([...side].length < 400, side);
        assert.doesNotMatch(side, /\n|\\ud/);
      }
    }),
  );
});
