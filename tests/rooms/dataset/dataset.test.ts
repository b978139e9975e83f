import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkContent } from '#dataset/check/check-content.ts';
import type { Content } from '#dataset/content.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import { BUSINESS, filesOf, reviewText } from '../../support/content-files.ts';
import { contentOf, storedReview } from '../../support/reviews.ts';

const BASE_URL = 'https://reviews.example';
const withheld = { status: 'withheld', reason: 'spam', date: '2026-12-31' } as const;
const claim = { text: 'A', aspect: 'staff' };
const summary = { headline: 'A', author: 'B', dateModified: '2026-01-01', text: 'C' };
const question = { id: 'fees', question: 'A', answer: 'B', dateModified: '2026-01-01' };

const datasetOf = (changes: Partial<Content>): Dataset =>
  createDataset(contentOf(changes), BASE_URL);

test('nothing of a pending, withheld or removed review is published', () => {
  const secret = (id: string) => ({ id, author: 'SECRET', body: 'SECRET' });
  const file = ({ id, author, body }: ReturnType<typeof secret>, verification?: string) =>
    reviewText({ id, author: `{ name: ${author} }`, ...(verification && { verification }) }, body);
  const { content } = checkContent(
    filesOf({
      'business.yaml': BUSINESS,
      'reviews/a.md': reviewText({ id: 'public-1' }),
      'reviews/b.md': file(secret('pending-1'), '{ status: pending }'),
      'reviews/c.md': file(
        secret('held-1'),
        '{ status: withheld, reason: spam, date: 2026-10-06 }',
      ),
      'reviews/d.md': file(secret('gone-1')),
      'removed.yaml': '- { id: gone-1, dateRemoved: 2026-10-20, reason: author-request }',
    }),
  );
  const dataset = createDataset(content, BASE_URL);
  assert.deepEqual(
    dataset.reviews.map(({ id }) => id),
    ['public-1'],
  );
  assert.deepEqual(dataset.removed, [
    { id: 'gone-1', dateRemoved: '2026-10-20', reason: 'author-request' },
  ]);
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

test('removals stand newest first, then by id', () => {
  const gone = (id: string, dateRemoved: string) => ({ id, dateRemoved, reason: 'spam' }) as const;
  const { removed } = datasetOf({
    removals: [gone('bbbb', '2026-01-01'), gone('aaaa', '2026-01-01'), gone('cccc', '2026-01-02')],
  });
  assert.deepEqual(
    removed.map(({ id }) => id),
    ['cccc', 'aaaa', 'bbbb'],
  );
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
  assert.deepEqual(published, {
    ...summary,
    strengths: [{ ...claim, evidence: ['here'] }],
    concerns: [],
  });
});

const CHANGES: readonly (readonly [string, Partial<Content>])[] = [
  ['of a review', { reviews: [storedReview({ datePublished: '2026-11-01' })] }],
  [
    'of a verification',
    {
      reviews: [
        storedReview({
          verification: { status: 'verified', method: 'document', date: '2026-11-01' },
        }),
      ],
    },
  ],
  [
    'of a reply',
    { reviews: [storedReview({ ownerReply: { text: 'A', datePublished: '2026-11-01' } })] },
  ],
  [
    'of a removal',
    { removals: [{ id: 'gone', dateRemoved: '2026-11-01', reason: 'spam' as const }] },
  ],
  [
    'of the summary',
    { summary: { ...summary, dateModified: '2026-11-01', strengths: [], concerns: [] } },
  ],
  [
    'of an answer',
    {
      reviews: [storedReview()],
      questions: [{ ...question, dateModified: '2026-11-01', evidence: ['review-1'] }],
    },
  ],
];

for (const [what, changes] of CHANGES) {
  test(`the date of the dataset is the newest: ${what}`, () => {
    assert.equal(datasetOf(changes).dateModified, '2026-11-01');
  });
}

test('the day on which a review is withheld is a change, the day of the review is not', () => {
  const held = { id: 'held', datePublished: '2026-12-30', verification: withheld };
  const { dateModified } = datasetOf({ reviews: [storedReview(), storedReview(held)] });
  assert.equal(dateModified, withheld.date);
});

test('a pending review does not change the date of the dataset', () => {
  const waiting = {
    id: 'wait',
    datePublished: '2026-12-30',
    verification: { status: 'pending' },
  } as const;
  const { dateModified } = datasetOf({ reviews: [storedReview(), storedReview(waiting)] });
  assert.equal(dateModified, '2026-10-03');
});
