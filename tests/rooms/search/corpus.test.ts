import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { dateOfLastChange, newestOf } from '#dataset/review.ts';
import { findPositions, positionOf, readCorpus, sliceOf } from '#search/corpus/corpus.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { publishedReview } from '../../support/reviews.ts';
import { anyDataset } from '../artifacts/any-dataset.ts';
import { AWKWARD } from '../artifacts/sample-datasets.ts';

const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes);
const corpusOf = (dataset: Dataset) => readCorpus([renderReviewsJson(dataset)]);
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data);
const corpus = corpusOf(AWKWARD);

test('a slice is the reviews as they are serialised, each on a line of its own', () => {
  fc.assert(
    fc.property(anyDataset, fc.nat(26), fc.nat(26), (dataset, one, other) => {
      const { reviews } = dataset;
      const from = Math.min(one, reviews.length);
      const to = Math.min(other, reviews.length);
      const expected = reviews.slice(from, to).map((review) => JSON.stringify(review));
      const slice = sliceOf(corpusOf(dataset), from, to);
      assert.equal(textOf(joinPieces(slice)), expected.join(',\n'));
    }),
  );
});

test('some reviews are found by their ids, few or many of them, and no others', () => {
  const reviews = Array.from({ length: 300 }, (_, index) =>
    publishedReview({ id: `review-${index}` }),
  );
  const many = corpusOf({ ...AWKWARD, reviews });
  const positions = new Map(reviews.map(({ id }, position) => [id, position]));
  const unknown = Array.from({ length: 50 }, (_, index) => `nobody-${index}`);
  const some = fc.subarray([...positions.keys(), ...unknown]);
  fc.assert(
    fc.property(some, fc.nat(350), (ids, most) => {
      const asked = ids.slice(0, most);
      const known = asked.filter((id) => positions.has(id));
      const expected = known.map((id) => [id, positions.get(id)]);
      assert.deepEqual([...findPositions(many, asked)], expected);
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
        const digest = sha256(Buffer.concat(digests)).digest('base64url');
        const dateModified = newestOf(newer.map(dateOfLastChange));
        return { date, count: newer.length, digest, dateModified };
      });
      assert.deepEqual(corpusOf(dataset).datePrefixes, expected);
    }),
  );
});

test('reviews whose ids have the same hash are distinguished', () => {
  const alike = { ...corpus, idHashes: corpus.idHashes.map(() => corpus.idHashes[0] ?? 0) };
  const id = AWKWARD.reviews[0]?.id ?? '';
  assert.equal(positionOf(alike, id), 0);
  assert.equal(positionOf({ ...alike, idHashes: new Uint32Array() }, id), undefined);
});

test('a tag is the first 160 bits of the SHA-256 of all pieces, whatever the cuts', () => {
  // Computed with sha256sum: its first 40 hexadecimal digits in base64url.
  assert.equal(strongEtag(), '"47DEQpj8HBSa-_TImW-5JCeuQeQ"');
  assert.equal(strongEtag('{"a":"ü"}'), '"_WIYIwAnBuJGBMuGip9PiFDW8B8"');
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 50 })), (pieces) => {
      const bits = sha256(Buffer.concat(pieces)).digest().subarray(0, 20);
      assert.equal(strongEtag(...pieces), `"${bits.toString('base64url')}"`);
    }),
  );
});
