import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderReviews, renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { addAll, NO_EDIT } from '#dataset/edits/list-edit.ts';
import { compareReviews, dateOfLastChange, newestOf } from '#dataset/review.ts';
import {
  CorpusKeeper,
  idAt,
  positionOf,
  positionsOf,
  readCorpus,
  reviewBytes,
  sliceOf,
} from '#search/corpus/corpus.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { editBetween } from '../../support/edits.ts';
import { publishedReview } from '../../support/reviews.ts';
import { anyDataset } from '../artifacts/any-dataset.ts';
import { AWKWARD } from '../artifacts/sample-datasets.ts';

const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes);
const corpusOf = (dataset: Dataset) => readCorpus([renderReviewsJson(dataset)]);
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data);
const reviewsJson = textOf(renderReviewsJson(AWKWARD));
const read = (text: string) => readCorpus([Buffer.from(text)]);

test('a slice is the reviews as they are serialised, each on a line of its own', () => {
  fc.assert(
    fc.property(anyDataset, fc.nat(26), fc.nat(26), (dataset, one, other) => {
      const { reviews } = dataset;
      const corpus = corpusOf(dataset);
      const [from, to] = [one, other].map((position) => Math.min(position, reviews.length));
      assert.ok(from !== undefined && to !== undefined);
      const expected = reviews.slice(from, to).map((review) => JSON.stringify(review));
      assert.equal(textOf(joinPieces(sliceOf(corpus, from, to))), expected.join(',\n'));
    }),
  );
});

test('every date has a prefix, which knows what is dated on or after it', () => {
  fc.assert(
    fc.property(anyDataset, (dataset) => {
      const { reviews } = dataset;
      const dates = [...new Set(reviews.map(({ datePublished }) => datePublished))];
      const expected = dates.map((date) => {
        const newer = reviews.filter(({ datePublished }) => datePublished >= date);
        const digests = newer.map((review) => sha256(JSON.stringify(review)).digest());
        return {
          date,
          count: newer.length,
          digest: sha256(Buffer.concat(digests)).digest('base64url'),
          dateModified: newestOf(newer.map(dateOfLastChange)),
        };
      });
      assert.deepEqual(corpusOf(dataset).datePrefixes, expected);
    }),
  );
});

test('one corpus after another is what is read out of its bytes', () => {
  const edits = fc.array(fc.record({ at: fc.nat(25), day: fc.integer({ min: 1, max: 9 }) }), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(anyDataset, edits, (dataset, changes) => {
      const keeper = new CorpusKeeper();
      let current = dataset;
      let rendered = renderReviews(current);
      const first = keeper.update(rendered, addAll(dataset.reviews));
      assert.deepEqual(first, readCorpus(rendered.body));
      for (const { at, day } of changes) {
        const edited = publishedReview({ id: `edited-${at}`, datePublished: `2025-09-0${day}` });
        const others = current.reviews.filter(({ id }, index) => index !== at && id !== edited.id);
        const before = current.reviews;
        current = { ...current, reviews: [...others, edited].sort(compareReviews) };
        const edit = editBetween(before, current.reviews);
        rendered = renderReviews(current, rendered, edit);
        assert.deepEqual(keeper.update(rendered, edit), readCorpus(rendered.body));
      }
    }),
  );
});

test('only the bytes of reviews that are new are looked at', () => {
  const keeper = new CorpusKeeper();
  const rendered = renderReviews(AWKWARD);
  const corpus = keeper.update(rendered, addAll(AWKWARD.reviews));
  const erased = {
    ...rendered,
    body: rendered.body.map(({ length }) => new Uint8Array(length)),
  };
  assert.deepEqual(keeper.update(erased, NO_EDIT).datePrefixes, corpus.datePrefixes);
});

test('every review is visited once, newest first', () => {
  const seen: [number, string, string][] = [];
  readCorpus([renderReviewsJson(AWKWARD)], (review, position) => {
    seen.push([position, review.datePublished, review.reviewBody]);
  });
  assert.deepEqual(
    seen,
    AWKWARD.reviews.map(({ datePublished, reviewBody }, index) => [
      index,
      datePublished,
      reviewBody,
    ]),
  );
});

test('the bytes may stand anywhere in a larger buffer', () => {
  const bytes = renderReviewsJson(AWKWARD);
  const larger = new Uint8Array(bytes.length + 14).fill(0x7b);
  larger.set(bytes, 7);
  const corpus = readCorpus([larger.subarray(7, 7 + bytes.length)]);
  assert.equal(corpus.count, AWKWARD.reviews.length);
  assert.equal(textOf(reviewBytes(corpus, 0)), JSON.stringify(AWKWARD.reviews[0]));
});

test('members that later versions add are passed on', () => {
  const added = reviewsJson.replaceAll('{"@type":"Review",', '{"@type":"Review","more":[1],');
  const corpus = read(added);
  assert.equal(corpus.count, AWKWARD.reviews.length);
  assert.match(textOf(reviewBytes(corpus, 0)), /"more":\[1\]/);
});

for (const [what, broken, line] of [
  ['a line that is not JSON', reviewsJson.replace('"reviewBody":', ''), 2],
  ['a review without a rating', reviewsJson.replace('"reviewRating":', '"x":'), 2],
  [
    'a date that does not exist',
    reviewsJson.replace('"datePublished":"2026-10-01"', '"datePublished":"2026-02-30"'),
    3,
  ],
] as const) {
  test(`${what} is an error that names the line`, () => {
    assert.throws(
      () => read(broken),
      new RegExp(`reviews\\.json: line ${line} is not a review; build the release again`),
    );
  });
}

test('every review is found by its id', () => {
  fc.assert(
    fc.property(anyDataset, (dataset) => {
      const corpus = readCorpus([renderReviewsJson(dataset)]);
      for (const [position, { id }] of dataset.reviews.entries()) {
        assert.equal(positionOf(corpus, id), position);
        assert.equal(idAt(corpus, position), id);
      }
      assert.deepEqual(
        [...positionsOf(corpus)],
        dataset.reviews.map(({ id }, position) => [id, position]),
      );
    }),
    { numRuns: 50 },
  );
});

test('reviews whose ids have the same hash are told apart', () => {
  const corpus = readCorpus([renderReviewsJson(AWKWARD)]);
  const alike = { ...corpus, idHashes: corpus.idHashes.map(() => corpus.idHashes[0] ?? 0) };
  const [first] = AWKWARD.reviews;
  assert.equal(positionOf(alike, first?.id ?? ''), 0);
  assert.equal(positionOf({ ...alike, idHashes: new Uint32Array() }, first?.id ?? ''), undefined);
});
