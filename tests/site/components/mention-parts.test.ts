import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mentionParts } from '../../../site/components/mention-parts.ts';

test('the parts of a bar stand side by side, praise first, and fill it', () => {
  const parts = mentionParts({ mentionCount: 8, positive: 4, neutral: 1, negative: 3 });

  assert.deepEqual(
    parts.map(({ kind, count, start, length }) => [kind, count, start, length]),
    [
      ['positive', 4, 0, 50],
      ['neutral', 1, 50, 12.5],
      ['negative', 3, 62.5, 37.5],
    ],
  );
});

test('mixed mentions have a part where there are any', () => {
  const parts = mentionParts({ mentionCount: 4, positive: 1, neutral: 0, negative: 2 });

  assert.deepEqual(
    parts.map(({ kind, start, length }) => [kind, start, length]),
    [
      ['positive', 0, 25],
      ['neutral', 25, 0],
      ['mixed', 25, 25],
      ['negative', 50, 50],
    ],
  );
});

test('no part ends beyond the bar, or begins a tenth of a per cent off the one before', () => {
  const counts = fc.record({
    positive: fc.nat(1e6),
    neutral: fc.nat(1e6),
    negative: fc.nat(1e6),
    mixed: fc.nat(3),
  });
  fc.assert(
    fc.property(counts, ({ positive, neutral, negative, mixed }) => {
      const mentionCount = positive + neutral + negative + mixed;
      let end = 0;
      for (const { start, length } of mentionParts({ mentionCount, positive, neutral, negative })) {
        assert.ok(Math.abs(start - end) < 0.11);
        end = start + length;
        assert.ok(end < 100.11);
      }
    }),
  );
});
