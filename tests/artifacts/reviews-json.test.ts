import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ReviewsDocument, renderReviews, renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { compareReviews } from '#dataset/review.ts';
import { readCorpus } from '#query/corpus.ts';
import { publishedReview } from '../support/reviews.ts';
import { anyDataset } from './any-dataset.ts';
import { AWKWARD, AWKWARD_CONTENT, AWKWARD_TEXTS, datasetOf } from './sample-datasets.ts';

const textOf = (dataset: Dataset) => new TextDecoder().decode(renderReviewsJson(dataset));

test('what is parsed is the dataset, member for member', () => {
  fc.assert(
    fc.property(anyDataset, (dataset) => {
      const { '@context': context, ...document } = JSON.parse(textOf(dataset));
      assert.equal(context[0], 'https://schema.org');
      assert.deepEqual(document, {
        schemaVersion: '1.0.0',
        dateModified: dataset.dateModified,
        business: dataset.business,
        aggregateRating: dataset.aggregateRating,
        collection: dataset.collection,
        count: dataset.reviews.length,
        reviews: dataset.reviews,
      });
    }),
  );
});

test('the schema knows every member, and no member is undefined', () => {
  fc.assert(
    fc.property(anyDataset, (dataset) => {
      const document = JSON.parse(textOf(dataset));
      assert.deepEqual(ReviewsDocument.parse(document), document);
    }),
  );
});

test('every review stands on a line of its own, newest first', () => {
  fc.assert(
    fc.property(anyDataset, (dataset) => {
      const [head = '', ...lines] = textOf(dataset).split('\n');
      const { reviews } = dataset;
      assert.ok(head.startsWith('{"@context":["https://schema.org",{'));
      assert.ok(head.endsWith(reviews.length > 0 ? ',"reviews":[' : ',"reviews":[]}'));
      assert.deepEqual(
        lines,
        reviews.length === 0
          ? ['']
          : [
              ...reviews.map((review, index) => {
                const comma = index < reviews.length - 1 ? ',' : '';
                return JSON.stringify(review) + comma;
              }),
              ']}',
              '',
            ],
      );
    }),
  );
});

test('awkward text comes back as it was written', () => {
  const { reviews } = ReviewsDocument.parse(JSON.parse(textOf(AWKWARD)));
  for (const [index, text] of AWKWARD_TEXTS.entries()) {
    const review = reviews.find(({ id }) => id === `awkward-${index}`);
    assert.equal(review?.reviewBody, text);
  }
});

test('a business without reviews has an empty list and no rating', () => {
  const { count, reviews, aggregateRating, dateModified } = ReviewsDocument.parse(
    JSON.parse(textOf(datasetOf())),
  );
  assert.deepEqual([count, reviews, dateModified], [0, [], null]);
  assert.equal(aggregateRating.ratingValue, null);
});

test('an edit of one review changes its line alone', () => {
  const edited = datasetOf({
    ...AWKWARD_CONTENT,
    reviews: (AWKWARD_CONTENT.reviews ?? []).map((review) =>
      review.id === 'awkward-3' ? { ...review, reviewBody: 'Edited.' } : review,
    ),
  });
  const [before, after] = [textOf(AWKWARD).split('\n'), textOf(edited).split('\n')];
  const changed = after.filter((line, index) => line !== before[index]);
  assert.equal(after.length, before.length);
  assert.equal(changed.length, 1);
  assert.match(changed[0] ?? '', /"id":"awkward-3".*"reviewBody":"Edited\."/);
});

test('the same content gives the same bytes', () => {
  assert.deepEqual(renderReviewsJson(AWKWARD), renderReviewsJson(datasetOf(AWKWARD_CONTENT)));
});

/** A dataset and what an edit made of it: reviews that stay are the same objects. */
const anyEdit = fc
  .tuple(anyDataset, anyDataset, fc.array(fc.boolean(), { maxLength: 25 }))
  .map(([before, other, stays]) => {
    const kept = before.reviews.filter((_, index) => stays[index] ?? true);
    const ids = new Set(kept.map(({ id }) => id));
    const come = other.reviews.filter(({ id }) => !ids.has(id));
    return { before, after: { ...other, reviews: [...kept, ...come].sort(compareReviews) } };
  });

test('what is rendered after an earlier one is the same as from nothing', () => {
  fc.assert(
    fc.property(anyEdit, ({ before, after }) => {
      const rendered = renderReviews(after, renderReviews(before));
      assert.deepEqual(Buffer.from(rendered.bytes), Buffer.from(renderReviewsJson(after)));
      assert.deepEqual(rendered.starts, readCorpus(rendered.bytes).starts);
      assert.equal(rendered.reviews, after.reviews);
    }),
    { numRuns: 200 },
  );
});

test('reviews that are the same objects are not serialised again', () => {
  const { reviews } = AWKWARD;
  const seen: string[] = [];
  const watched = reviews.map((review) => {
    const toJSON = () => {
      seen.push(review.id);
      return review;
    };
    return Object.defineProperty({ ...review }, 'toJSON', { value: toJSON });
  });
  const before = renderReviews({ ...AWKWARD, reviews: watched });
  assert.equal(seen.length, reviews.length);
  const edited = watched.with(4, publishedReview({ id: 'edited' }));
  seen.length = 0;
  renderReviews({ ...AWKWARD, reviews: edited }, before);
  assert.deepEqual(seen, []);
});

test('the bytes may stand in memory that threads share, in a part of it', () => {
  const shared = new SharedArrayBuffer(1 << 20);
  let end = 0;
  const allocate = (length: number) => {
    const bytes = new Uint8Array(shared, end, length);
    end += length;
    return bytes;
  };
  const before = renderReviews(AWKWARD, undefined, allocate);
  const fewer = { ...AWKWARD, reviews: AWKWARD.reviews.toSpliced(2, 1) };
  const after = renderReviews(fewer, before, allocate);
  assert.equal(after.bytes.buffer, shared);
  assert.deepEqual(Buffer.from(before.bytes), Buffer.from(renderReviewsJson(AWKWARD)));
  assert.deepEqual(Buffer.from(after.bytes), Buffer.from(renderReviewsJson(fewer)));
});
