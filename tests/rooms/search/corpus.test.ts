import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { corpusOf, sliceOf } from '#search/corpus/corpus.ts';
import { joinPieces, strongEtag } from '#search/corpus/pieces.ts';
import { joinParts, readParts } from '#search/corpus/review-records.ts';
import { anyDataset } from '../artifacts/any-dataset.ts';

const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes);
const read = (dataset: Dataset) => corpusOf(readParts([renderReviewsJson(dataset)]));

test('reviews are read as they were published, from any pieces behind the first line', () => {
  fc.assert(
    fc.property(anyDataset, fc.nat(), (dataset, at) => {
      const bytes = renderReviewsJson(dataset);
      const cut = Math.max(bytes.indexOf(0x0a) + 1, at % bytes.length);
      const body = [bytes.subarray(0, cut), bytes.subarray(cut)];
      const parts = readParts(body);
      assert.deepEqual(parts.reviews, dataset.reviews);
      assert.ok(joinPieces(joinParts(parts)).equals(bytes));
      assert.deepEqual(parts, readParts([bytes]));
    }),
  );
});

test('a slice is the reviews as they are serialised, each on a line of its own', () => {
  fc.assert(
    fc.property(anyDataset, fc.nat(26), fc.nat(26), (dataset, one, other) => {
      const { reviews } = dataset;
      const from = Math.min(one, reviews.length);
      const to = Math.min(other, reviews.length);
      const expected = reviews.slice(from, to).map((review) => JSON.stringify(review));
      const slice = sliceOf(read(dataset), from, to);
      assert.equal(textOf(joinPieces(slice)), expected.join(',\n'));
    }),
  );
});

test('a tag is the first 160 bits of the SHA-256 of all pieces, whatever the cuts', () => {
  // Computed with sha256sum: its first 40 hexadecimal digits in base64url.
  assert.equal(strongEtag(), '"47DEQpj8HBSa-_TImW-5JCeuQeQ"');
  assert.equal(strongEtag('{"a":"ü"}'), '"_WIYIwAnBuJGBMuGip9PiFDW8B8"');
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 50 })), (pieces) => {
      const bits = hash('sha256', Buffer.concat(pieces), 'buffer').subarray(0, 20);
      assert.equal(strongEtag(...pieces), `"${bits.toString('base64url')}"`);
    }),
  );
});
