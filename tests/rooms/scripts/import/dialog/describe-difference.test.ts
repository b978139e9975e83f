import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { showSides } from '../../../../../scripts/import/dialog/report.ts';

type Value = Parameters<typeof showSides>[0]['stored'];

const describe = (stored: Value, said: Value) => showSides({ stored, said });

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
