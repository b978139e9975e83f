import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ReviewsDocument, renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
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
