import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { CreateAnnotate } from '#dataset/annotate.ts';
import { createDataset } from '#dataset/dataset.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { type Analysed, EarlierAnalyses } from '#insights/annotation/earlier-analyses.ts';
import { reviewsJsonOf } from '#release/release.ts';
import { readAnalyses } from '#release/stored-dataset.ts';
import { readCorpus } from '#search/corpus/corpus.ts';
import { RELEASE_KEY } from '../../../support/release.ts';
import { contentOf, storedReview } from '../../../support/reviews.ts';
import { onDisk } from '../../release/stored-release.ts';
import { ASPECTS } from '../any-annotated.ts';

const BASE_URL = 'https://reviews.example';
const TEXTS = [
  'They never called back. A kind lawyer, fair fees!',
  'Nobody told me what it costs, but the result was excellent and I love them.',
  'Gracias.',
  '',
];

const review = fc.record({
  rating: fc.constantFrom(1, 5),
  inLanguage: fc.constantFrom('en', 'en-GB', 'es'),
  reviewBody: fc.constantFrom(...TEXTS),
  word: fc.constantFrom<Partial<StoredReview>>(
    {},
    {},
    { aspects: {} },
    { aspects: { staff: 'mixed' } },
    { aspects: { staff: 'none' }, quotes: 'never' },
    { sentiment: 'neutral' },
  ),
});
const content = fc
  .record({
    reviews: fc.array(review, { maxLength: 6 }),
    aspects: fc.constantFrom([...ASPECTS], [...ASPECTS], ASPECTS.toReversed(), ASPECTS.slice(1)),
  })
  .map(({ reviews, aspects }) =>
    contentOf({
      aspects,
      reviews: reviews.map(({ word, ...each }, index) =>
        storedReview({ ...each, ...word, id: `review-${index}` }),
      ),
    }),
  );
type Content = typeof content extends fc.Arbitrary<infer Value> ? Value : never;

const annotator = createAnnotator();
const analysed = (one: Content) => createDataset(one, BASE_URL, annotator);

/** What a later process reads of what was published. */
function publishedOf(one: Content): Analysed | undefined {
  const release = onDisk(analysed(one));
  return readAnalyses(release, readCorpus(reviewsJsonOf(release.files)), RELEASE_KEY);
}

/** An analysis that notes which texts it looks at. */
function noting(texts: string[]): CreateAnnotate {
  return (aspects) => {
    const annotate = annotator(aspects);
    return (text) => {
      texts.push(text.reviewBody);
      return annotate(text);
    };
  };
}

test('what is taken over is byte for byte what an analysis would find', () => {
  fc.assert(
    fc.property(fc.option(content), content, (before, after) => {
      const earlier = new EarlierAnalyses(() => (before ? publishedOf(before) : undefined));
      const dataset = createDataset(after, BASE_URL, earlier.reuseFor(annotator));
      assert.deepEqual(dataset, analysed(after));
      assert.deepEqual(renderReviewsJson(dataset), renderReviewsJson(analysed(after)));
    }),
  );
});

const [CALLED = '', TOLD = ''] = TEXTS;
const praised = storedReview({ reviewBody: CALLED });
const of = (...reviews: Content['reviews']) => contentOf({ aspects: [...ASPECTS], reviews });

test('a text is analysed again only where anything that counts is another', () => {
  for (const [after, ...analysed] of [
    [{ ...praised, name: 'A title' }],
    [{ ...praised, id: 'another-id' }, CALLED],
    [{ ...praised, reviewBody: TOLD }, TOLD],
    [{ ...praised, aspects: { staff: 'negative' } }, CALLED],
  ] as const) {
    const texts: string[] = [];
    const earlier = new EarlierAnalyses(() => publishedOf(of(praised)));
    createDataset(of(after), BASE_URL, earlier.reuseFor(noting(texts)));
    assert.deepEqual(texts, analysed);
  }
});
