import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkContent } from '#dataset/check/check-content.ts';
import type { Content } from '#dataset/content.ts';
import { createDataset, type Dataset, takeDown } from '#dataset/dataset.ts';
import type { StoredRemoval } from '#dataset/schema/stored-editorial.ts';
import { BUSINESS, filesOf, reviewText } from '../../support/content-files.ts';
import { contentOf, storedReview } from '../../support/reviews.ts';
import { anyContent } from '../artifacts/any-dataset.ts';

const BASE_URL = 'https://reviews.example';
const withheld = { status: 'withheld', reason: 'spam', date: '2026-12-31' } as const;
const pending = { status: 'pending' } as const;
const claim = { text: 'A', aspect: 'staff' };
const summary = { headline: 'A', author: 'B', dateModified: '2026-01-01', text: 'C' };
const question = { id: 'fees', question: 'A', answer: 'B', dateModified: '2026-01-01' };

const datasetOf = (changes: Partial<Content>): Dataset =>
  createDataset(contentOf(changes), BASE_URL);
const removalOf = (id: string, dateRemoved = '2026-10-09'): StoredRemoval => {
  return { id, dateRemoved, reason: 'spam' };
};
const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).join();

test('nothing of a pending, withheld or removed review is published', () => {
  const secret = (id: string, verification?: string) =>
    reviewText({ id, author: '{ name: SECRET }', ...(verification && { verification }) }, 'SECRET');
  const { content } = checkContent(
    filesOf({
      'business.yaml': BUSINESS,
      'reviews/a.md': reviewText({ id: 'public-1' }),
      'reviews/b.md': secret('pending-1', '{ status: pending }'),
      'reviews/c.md': secret('held-1', '{ status: withheld, reason: spam, date: 2026-10-06 }'),
      'reviews/d.md': secret('gone-1'),
      'removed.yaml': '- { id: gone-1, dateRemoved: 2026-10-20, reason: spam }',
    }),
  );
  const dataset = createDataset(content, BASE_URL);
  assert.equal(idsOf(dataset.reviews), 'public-1');
  assert.deepEqual(dataset.removed, [removalOf('gone-1', '2026-10-20')]);
  assert.doesNotMatch(JSON.stringify(dataset), /SECRET|pending-1|held-1/);
  assert.equal(dataset.aggregateRating.ratingCount, 1);
  assert.deepEqual(dataset.collection, {
    reviewsReceived: 4,
    reviewsPublished: 1,
    reviewsPending: 1,
    reviewsWithheld: 1,
    withheldByReason: { spam: 1 },
    reviewsRemoved: 1,
  });
});

test('evidence that is not published is dropped, and a claim falls with its last piece', () => {
  const { questions, summary: published } = datasetOf({
    reviews: [storedReview({ id: 'here' }), storedReview({ id: 'held', verification: withheld })],
    questions: [
      { ...question, id: 'stays', evidence: ['gone', 'here', 'held'] },
      { ...question, id: 'falls', evidence: ['gone', 'held'] },
    ],
    summary: {
      ...summary,
      strengths: [{ ...claim, evidence: ['here'] }],
      concerns: [{ ...claim, evidence: ['gone'] }],
    },
  });
  assert.deepEqual(questions, [{ ...question, id: 'stays', evidence: ['here'] }]);
  const strengths = [{ ...claim, evidence: ['here'] }];
  assert.deepEqual(published, { ...summary, strengths, concerns: [] });
});

const NEWEST = '2026-11-01';
const verified = { status: 'verified', method: 'document', date: NEWEST } as const;
const CHANGES: Readonly<Record<string, Partial<Content>>> = {
  'a review': { reviews: [storedReview({ datePublished: NEWEST })] },
  'a change': { reviews: [storedReview({ dateModified: NEWEST })] },
  'a verification': { reviews: [storedReview({ verification: verified })] },
  'a reply': { reviews: [storedReview({ ownerReply: { text: 'A', datePublished: NEWEST } })] },
  'a changed reply': {
    reviews: [
      storedReview({
        ownerReply: { text: 'A', datePublished: '2026-10-05', dateModified: NEWEST },
      }),
    ],
  },
  'a removal': { removals: [removalOf('gone', NEWEST)] },
  'the summary': { summary: { ...summary, dateModified: NEWEST, strengths: [], concerns: [] } },
  'an answer': {
    reviews: [storedReview()],
    questions: [{ ...question, dateModified: NEWEST, evidence: ['review-1'] }],
  },
  // The day of the decision counts, that of the review does not.
  'a withheld review': {
    reviews: [
      storedReview(),
      storedReview({
        id: 'held',
        datePublished: '2026-12-30',
        verification: { ...withheld, date: NEWEST },
      }),
      storedReview({ id: 'wait', datePublished: '2026-12-30', verification: pending }),
    ],
  },
};
for (const [what, changes] of Object.entries(CHANGES)) {
  test(`the date of the dataset is the newest: of ${what}`, () => {
    assert.equal(datasetOf(changes).dateModified, NEWEST);
  });
}

/** What the same content is once its reader finds these removals. */
function withRemovals(content: Content, removals: readonly StoredRemoval[]): Content {
  const ids = new Set(removals.map(({ id }) => id));
  return { ...content, removals, reviews: content.reviews.filter(({ id }) => !ids.has(id)) };
}

test('what is taken down of right content is what the content says with these removals', () => {
  const parts = fc.record({
    strength: fc.nat(25),
    concern: fc.nat(25),
    picks: fc.array(fc.nat(25)),
    dateRemoved: fc.constantFrom('2025-01-01', '2026-12-31'),
  });
  fc.assert(
    fc.property(anyContent, parts, (some, { strength, concern, picks, dateRemoved }) => {
      const published = some.reviews.filter((one) => one.verification.status === 'verified');
      const cite = (place: number) => {
        const id = published[place]?.id;
        return id === undefined ? [] : [{ ...claim, evidence: [id] }];
      };
      const findings = { strengths: cite(strength), concerns: cite(concern) };
      const content = {
        ...some,
        summary: { ...summary, ...findings, dateModified: '2025-09-20' },
      };
      const ids = new Set(picks.flatMap((place) => published[place]?.id ?? []));
      const removals = [...content.removals, ...[...ids].map((id) => removalOf(id, dateRemoved))];
      const before = createDataset(content, BASE_URL);
      const after = takeDown(before, { removals, ids: [] });
      assert.deepEqual(after, createDataset(withRemovals(content, removals), BASE_URL));
      assert.ok(after.reviews.every((review) => before.reviews.includes(review)));
    }),
  );
});

test('a takedown of which only ids are known counts them and lists them nowhere', () => {
  const reviews = ['one-1', 'two-2'].map((id) => storedReview({ id }));
  const content = contentOf({ reviews });
  const removals = [removalOf('gone')];
  const before = createDataset(withRemovals(content, removals), BASE_URL);
  const { collection, ...after } = takeDown(before, { removals, ids: ['two-2'] });
  assert.deepEqual(
    after.reviews.map(({ id }) => id),
    ['one-1'],
  );
  assert.deepEqual(after.removed, removals);
  assert.deepEqual(
    [collection.reviewsReceived, collection.reviewsPublished, collection.reviewsRemoved],
    [3, 1, 2],
  );
});
