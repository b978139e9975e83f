import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { completeReviewId } from '#agents/completers.ts';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { type Corpus, corpusOf } from '#search/corpus/corpus.ts';
import { readParts } from '#search/corpus/review-records.ts';
import { runs } from '../../support/at-length.ts';
import { sourceOf } from '../../support/review-source.ts';
import { anyDataset } from '../artifacts/any-dataset.ts';
import { AWKWARD } from '../artifacts/sample-datasets.ts';

const source = sourceOf(AWKWARD);
const completeIn = (corpus: Corpus, typed: string) =>
  completeReviewId(typed, { ...source, corpus });

test('the ids are those of a naive filter', async () => {
  const typed = fc.oneof(fc.constant(''), fc.stringMatching(/^[a-z0-9-]{1,2}$/));
  await fc.assert(
    fc.asyncProperty(
      anyDataset,
      typed,
      fc.nat(24),
      fc.nat(9),
      async (dataset, begun, which, length) => {
        const corpus = corpusOf(readParts([renderReviewsJson(dataset)]));
        const own = dataset.reviews[which]?.id.slice(0, length) ?? '';
        for (const beginning of [begun, own]) {
          const ids = dataset.reviews.map(({ id }) => id).filter((id) => id.startsWith(beginning));
          assert.deepEqual(await completeIn(corpus, beginning), {
            values: ids,
            total: ids.length,
            hasMore: false,
          });
        }
      },
    ),
    { numRuns: runs(50) },
  );
});
