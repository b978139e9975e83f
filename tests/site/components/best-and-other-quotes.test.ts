import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestAndOtherQuotes } from '../../../site/components/best-and-other-quotes.ts';
import { aspectOf } from '../../insights/aspect-of.ts';

const { quotes } = aspectOf({});
const several = [...quotes, ...quotes].map((quote, index) => ({ ...quote, start: index }));

test('the first quote of either side is the best one, praise before criticism', () => {
  const { best, others } = bestAndOtherQuotes(several.toReversed());

  assert.deepEqual(
    best.map(({ sentiment, start }) => [sentiment, start]),
    [
      ['positive', 2],
      ['negative', 3],
    ],
  );
  assert.deepEqual(
    others.map(({ start }) => start),
    [1, 0],
  );
});

test('one side alone has one best quote', () => {
  const praise = several.filter(({ sentiment }) => sentiment === 'positive');

  const { best, others } = bestAndOtherQuotes(praise);

  assert.deepEqual([best.length, others.length], [1, 1]);
  assert.deepEqual(bestAndOtherQuotes([]), { best: [], others: [] });
});
