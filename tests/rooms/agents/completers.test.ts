import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { completeReviewId, MAX_IDS_LOOKED_AT } from '#agents/completers.ts';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { type Corpus, readCorpus } from '#search/corpus/corpus.ts';
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
        const corpus = readCorpus([renderReviewsJson(dataset)]);
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

/** A corpus whose last review, an old one, is the only one with its id. */
function manyIds(count: number): Corpus {
  const line = (id: string) =>
    `{"@type":"Review","@id":"https://r.example/${id}/","id":"${id}"},\n`;
  const same = Buffer.from(line('same'));
  const last = Buffer.from(line('rare'));
  return {
    body: [same, last],
    count,
    ids: Array.from({ length: count }, (_, index) => (index < count - 1 ? 'same' : 'rare')),
    starts: Float64Array.from({ length: count + 1 }, (_, index) =>
      index < count - 1 ? 0 : same.length + (index === count ? last.length : 0),
    ),
    datePrefixes: [],
    halfStars: new Uint8Array(),
  };
}

test('so many reviews are looked at, and of older ones only whole ids are found', async () => {
  const all = manyIds(MAX_IDS_LOOKED_AT);
  assert.deepEqual(await completeIn(all, 'rar'), { values: ['rare'], total: 1, hasMore: false });
  const more = manyIds(MAX_IDS_LOOKED_AT + 1);
  assert.deepEqual(await completeIn(more, 'rar'), { values: [], hasMore: true });
  assert.deepEqual(await completeIn(more, 'rare'), { values: ['rare'], hasMore: true });
  assert.deepEqual(await completeIn(more, 'rarest'), { values: [], hasMore: true });
});
