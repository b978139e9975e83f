import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Content } from '#dataset/content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { reviewPages } from '../../site/components/review-pages.ts';
import { digestPages } from '../../site/page-inputs.ts';
import { mentionOf } from '../insights/mention-of.ts';
import { contentOf, storedReview } from '../support/reviews.ts';

const TECHNICIANS = [
  { id: 'linh', name: 'Linh Tran', jobTitle: 'Clerk', aliases: [], unambiguous: true },
];
const SERVICES = [{ id: 'divorce', name: 'Divorce', aliases: [] }];
const REVIEWS = ['2026-05-05', '2026-04-04', '2026-03-03', '2026-02-02', '2026-01-01'].map(
  (datePublished, index) =>
    storedReview({
      id: `review-${index}`,
      datePublished,
      reviewBody: index === 3 ? 'Linh Tran led my divorce.' : 'They kept me informed.',
    }),
);
const CONTENT = contentOf({ technicians: TECHNICIANS, services: SERVICES, reviews: REVIEWS });

function digestsOf(content: Content, baseUrl = 'https://reviews.example', code = 'code') {
  return digestPages(reviewPages(createDataset(content, baseUrl)), code);
}

/** The ids of the reviews whose page is made of something else after a change. */
function changedBy(changes: Partial<Content>): string[] {
  const before = digestsOf(CONTENT);
  return [...digestsOf({ ...CONTENT, ...changes })]
    .filter(([path, digest]) => before.get(path) !== digest)
    .map(([path]) => path.slice('/reviews/'.length, -1));
}

const [FIRST = storedReview(), ...REST] = REVIEWS;
const changed = (index: number, changes: Partial<(typeof REVIEWS)[number]>) =>
  REVIEWS.map((review, at) => (at === index ? { ...review, ...changes } : review));
const ALL = REVIEWS.map(({ id }) => id);

for (const [what, changes, expected] of [
  ['nothing', {}, []],
  ['a text', { reviews: changed(2, { reviewBody: 'Other.' }) }, ['review-2']],
  ['a rating', { reviews: changed(2, { rating: 1 }) }, ['review-2']],
  [
    'an author, whom the neighbours name',
    { reviews: changed(2, { author: { name: 'Zoë' } }) },
    ['review-1', 'review-2', 'review-3'],
  ],
  [
    'a date that moves a review',
    { reviews: changed(2, { datePublished: '2026-12-31' }) },
    ['review-2', 'review-0', 'review-1', 'review-3'],
  ],
  [
    'a new review',
    { reviews: [...REVIEWS, storedReview({ id: 'new-1', datePublished: '2026-06-06' })] },
    ['new-1', 'review-0'],
  ],
  ['a review that is gone', { reviews: [FIRST, ...REST.slice(1)] }, ['review-0', 'review-2']],
  [
    'a reply',
    { reviews: changed(4, { ownerReply: { text: 'Thanks.', datePublished: '2026-07-07' } }) },
    ['review-4'],
  ],
  [
    'the name of a technician',
    {
      technicians: [
        {
          ...TECHNICIANS[0],
          name: 'Linh Trần',
          id: 'linh',
          jobTitle: 'Clerk',
          aliases: ['Linh Tran'],
          unambiguous: true,
        },
      ],
    },
    ['review-3'],
  ],
  [
    'the name of a service',
    { services: [{ id: 'divorce', name: 'Divorces', aliases: ['Divorce'] }] },
    ['review-3'],
  ],
  [
    'the work of a technician, which no review page shows',
    {
      technicians: [
        { id: 'linh', name: 'Linh Tran', jobTitle: 'Partner', aliases: [], unambiguous: true },
      ],
    },
    [],
  ],
  [
    'the price range, which no review page shows',
    { business: { ...CONTENT.business, priceRange: '$' } },
    [],
  ],
  ['the name of the business', { business: { ...CONTENT.business, name: 'Other' } }, ALL],
  ['the license', { business: { ...CONTENT.business, license: 'https://a.example/' } }, ALL],
  ['the language', { business: { ...CONTENT.business, knowsLanguage: ['es'] } }, ALL],
  ['a removal', { removals: [{ id: 'gone-1', dateRemoved: '2026-11-11', reason: 'spam' }] }, []],
] satisfies [string, Partial<Content>, string[]][]) {
  test(`what changes by ${what} are the pages that show it`, () => {
    assert.deepEqual(changedBy(changes), expected);
  });
}

test('what an analysis finds, which no review page shows, changes no page', () => {
  const dataset = createDataset(CONTENT, 'https://reviews.example', () => () => ({
    sentiment: { label: 'positive', score: 1 },
    aspects: [mentionOf()],
  }));
  assert.equal(dataset.reviews[0]?.aspects?.length, 1);
  assert.deepEqual(digestPages(reviewPages(dataset), 'code'), digestsOf(CONTENT));
});

test('another origin or another program changes every page', () => {
  const before = digestsOf(CONTENT);
  for (const other of [
    digestsOf(CONTENT, 'https://other.example'),
    digestsOf(CONTENT, undefined, 'x'),
  ]) {
    for (const [path, digest] of other) assert.notEqual(digest, before.get(path));
  }
});
