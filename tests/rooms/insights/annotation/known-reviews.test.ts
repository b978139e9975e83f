import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { CreateAnnotate } from '#dataset/annotate.ts';
import type { Content } from '#dataset/content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { type KnownReviews, keyOfRecords } from '#dataset/published-reviews.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { contentOf, storedReview } from '../../../support/reviews.ts';
import { ASPECTS } from '../any-annotated.ts';

const BASE_URL = 'https://reviews.example';
const TEXTS = [
  'They never called back. A kind lawyer, fair fees!',
  'Nobody told me what it costs, but Linda Cho was excellent and I love her.',
  'Gracias.',
  '',
];
const LINDA = {
  id: 'linda',
  name: 'Linda Cho',
  jobTitle: 'Partner',
  aliases: [],
  unambiguous: false,
};
const FEES = { id: 'fees', name: 'Fees', aliases: ['costs'] };
const { business } = contentOf();

const anyReview = fc.record({
  rating: fc.constantFrom(1, 5),
  reviewBody: fc.constantFrom(...TEXTS),
  said: fc.constantFrom<Partial<StoredReview>>(
    {},
    { inLanguage: 'es' },
    { aspects: { staff: 'mixed' } },
    { aspects: { staff: 'none' }, quotes: 'never' },
    { sentiment: 'neutral' },
    { technicians: [] },
    { verification: { status: 'pending' } },
  ),
});
/** All of content that a record depends on besides its file. */
const anyOther = fc.constantFrom<Partial<Content>>(
  {},
  {},
  { aspects: [...ASPECTS].reverse() },
  { aspects: ASPECTS.slice(1) },
  { technicians: [LINDA] },
  { technicians: [{ ...LINDA, name: 'Linda Choi', aliases: ['Linda Cho'] }] },
  { services: [FEES] },
  { serviceAreas: [{ ...FEES, aliases: ['fair fees'] }] },
  { others: ['lawyer'] },
  { business: { ...business, name: 'Linda' } },
  { business: { ...business, knowsLanguage: ['es', 'en'] } },
);
const six = { minLength: 6, maxLength: 6 };
/** Content before and after an edit, which leaves most files as they are. */
const anyEdit = fc
  .record({
    reviews: fc.array(anyReview, six),
    edited: fc.array(fc.option(anyReview, { freq: 1 }), six),
    others: fc.tuple(anyOther, anyOther),
  })
  .map(({ reviews, edited, others: [before, after] }) => {
    const store = ({ said, ...each }: (typeof reviews)[number], at: number) =>
      storedReview({ ...each, ...said, id: `review-${at}` });
    const left = reviews.map((review, at) => edited[at] ?? review);
    return [withDigests(reviews.map(store), before), withDigests(left.map(store), after)] as const;
  });

function withDigests(reviews: readonly StoredReview[], other: Partial<Content> = {}): Content {
  const digestOf = (review: StoredReview) => hash('sha256', JSON.stringify(review), 'latin1');
  const digests = new Map(reviews.map((review) => [review.id, digestOf(review)]));
  return contentOf({ aspects: [...ASPECTS], reviews, ...other, digests });
}

const annotator = createAnnotator();

/** What a later process knows by what was published of content. */
function knownBy(content: Content): KnownReviews {
  const dataset = createDataset(content, BASE_URL, annotator);
  const reviews = structuredClone(dataset.reviews);
  const byDigest = new Map(reviews.map((one) => [content.digests.get(one.id) ?? '', one]));
  return { key: keyOfRecords(dataset), reviews: byDigest };
}

test('what is known is byte for byte what reading again would find, whatever was edited', () => {
  fc.assert(
    fc.property(anyEdit, ([before, after]) => {
      const dataset = createDataset(after, BASE_URL, annotator, knownBy(before));
      const expected = createDataset(after, BASE_URL, annotator);
      assert.deepEqual(dataset, expected);
      assert.deepEqual(renderReviewsJson(dataset), renderReviewsJson(expected));
    }),
  );
});

test('a text is read again only where its file, or what else counts, is another', () => {
  const [one, other] = [0, 1].map((at) =>
    storedReview({ id: `review-${at}`, reviewBody: TEXTS[at] ?? '' }),
  );
  assert.ok(one && other);
  const edited = { ...other, rating: 1 };
  for (const [after, read] of [
    [withDigests([other, one]), []],
    [withDigests([one, edited]), [edited.reviewBody]],
    [withDigests([one, other], { others: ['lawyer'] }), [one.reviewBody, other.reviewBody]],
  ] as const) {
    const texts: string[] = [];
    const noting: CreateAnnotate = (vocabulary) => (text) => {
      texts.push(text.reviewBody);
      return annotator(vocabulary)(text);
    };
    createDataset(after, BASE_URL, noting, knownBy(withDigests([one, other])));
    assert.deepEqual(texts, read);
  }
});
