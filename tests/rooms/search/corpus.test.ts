import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { dateOfLastChange, newestOf, type Review } from '#dataset/review.ts';
import { idAt, positionOf, readCorpus, sliceOf } from '#search/corpus/corpus.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { anyDataset } from '../artifacts/any-dataset.ts';
import { AWKWARD } from '../artifacts/sample-datasets.ts';

const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes);
const corpusOf = (dataset: Dataset) => readCorpus([renderReviewsJson(dataset)]);
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data);

test('reviews are read as they were published, each with its position, from any pieces', () => {
  fc.assert(
    fc.property(anyDataset, fc.nat(), (dataset, at) => {
      const bytes = renderReviewsJson(dataset);
      const cut = at % bytes.length;
      const body = [bytes.subarray(0, cut), bytes.subarray(cut)];
      const reviews: Review[] = [];
      const corpus = readCorpus(body, (review, position) => {
        assert.equal(position, reviews.push(review) - 1);
      });
      assert.deepEqual(reviews, dataset.reviews);
      assert.deepEqual(corpus, { ...readCorpus([bytes]), body });
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
      const slice = sliceOf(corpusOf(dataset), from, to);
      assert.equal(textOf(joinPieces(slice)), expected.join(',\n'));
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

test('a review is found by its id, also where all ids have the same hash', () => {
  const corpus = corpusOf(AWKWARD);
  for (const [position, { id }] of AWKWARD.reviews.entries()) {
    assert.equal(idAt(corpus, position), id);
    assert.equal(positionOf(corpus, id), position);
    const hash = corpus.idHashes[position] ?? 0;
    const alike = { ...corpus, idHashes: corpus.idHashes.map(() => hash) };
    assert.equal(positionOf(alike, id), position);
  }
  assert.equal(positionOf(corpus, 'nobody'), undefined);
});

const whole = textOf(renderReviewsJson(AWKWARD));
const BROKEN = {
  'nothing at all': '',
  'something else of one line': '{"count":2}\n',
  'the whole on one line': JSON.stringify(JSON.parse(whole)),
  'the whole, indented': JSON.stringify(JSON.parse(whole), null, 2),
  'a file cut off within a review': whole.slice(0, 3000),
  'a file cut off after a review': whole.slice(0, whole.indexOf(',\n{') + 2),
  'a file cut off after its last review': whole.slice(0, -3),
  'a file cut off after its head': whole.slice(0, whole.indexOf('\n') + 1),
  'a missing comma': whole.replace('},\n{', '}\n{'),
  'a comma behind the last review': whole.replace('}\n]}', '},\n]}'),
  'more behind the end': `${whole}{}\n`,
  'an empty line between': whole.replace('\n{', '\n\n{'),
  'an indented line': whole.replace('},\n{', '},\n {'),
};

test('a file that is laid out otherwise is refused, and not taken for fewer reviews', () => {
  const message =
    'reviews.json: does not hold one review a line up to its end; build the release again';
  for (const [what, broken] of Object.entries(BROKEN)) {
    assert.notEqual(broken, whole, what);
    assert.throws(() => readCorpus([Buffer.from(broken)]), { message }, what);
  }
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
