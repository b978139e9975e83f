import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Counts } from '#search/facet-counts.ts';
import { documentOf } from '#search/search.ts';
import { countDocument } from '../../../../../scripts/lab/bench/search/scan-documents.ts';
import { sideCounts } from '../../../../../site/ui/lib/insight/aspects.ts';
import { ASPECTS, anyAnnotated } from '../../../insights/any-annotated.ts';

test('a review is counted on each side that it takes of an aspect, once', () => {
  fc.assert(
    fc.property(anyAnnotated, ({ reviews }) => {
      const counts = new Counts();
      for (const review of reviews) countDocument(counts, documentOf(review));
      for (const { id } of [...ASPECTS, { id: 'nothing' }]) {
        const takes = (side: string) =>
          reviews.filter(({ aspects = [] }) =>
            aspects.some(
              (one) =>
                one.id === id &&
                one.about === 'business' &&
                [side, 'mixed'].includes(one.sentiment),
            ),
          ).length;
        const expected = { positive: takes('positive'), negative: takes('negative') };
        assert.deepEqual(sideCounts(counts, id), expected);
      }
    }),
  );
});
