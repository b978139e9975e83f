import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDataset } from '#dataset/dataset.ts';
import { SearchQuery } from '#search/question/search-query.ts';
import {
  bestAndOtherQuotes,
  measuredAccuracy,
  mentionedAspects,
} from '../../../site/ui/view/aspects.ts';
import { histogramBars, mentionParts } from '../../../site/ui/view/chart-bars.ts';
import { fetchCitedReviews } from '../../../site/ui/view/cited-reviews.ts';
import { collectionRows, withheldRows } from '../../../site/ui/view/collection-rows.ts';
import { entityGroups, mentionsOf } from '../../../site/ui/view/mentions.ts';
import {
  pageDescription,
  pageTitle,
  reviewDescription,
  reviewTitle,
} from '../../../site/ui/view/page-words.ts';
import { agentQuestions, exampleQuestions } from '../../../site/ui/view/questions.ts';
import { verificationWords } from '../../../site/ui/view/review-words.ts';
import { siteFactsOf } from '../../../site/ui/view/site-facts.ts';
import { contentOf, publishedReview } from '../../support/reviews.ts';
import { aspectOf, quoteWith } from '../insights/aspect-of.ts';

test('the first page counts what became of every received review', () => {
  const collection = {
    reviewsReceived: 20,
    reviewsPublished: 12,
    reviewsPending: 3,
    reviewsWithheld: 4,
    withheldByReason: { spam: 1, duplicate: 3 },
    reviewsRemoved: 1,
  };
  assert.deepEqual(
    collectionRows(collection).map(({ count }) => count),
    [12, 3, 4, 1],
  );
  assert.deepEqual(
    withheldRows(collection).map(({ id, count }) => [id, count]),
    [
      ['duplicate', 3],
      ['spam', 1],
    ],
  );
});

test('the pages are in the language of the dataset', () => {
  const { business } = contentOf();
  for (const knowsLanguage of [['es', 'en'], []]) {
    const content = contentOf({ business: { ...business, knowsLanguage } });
    const dataset = createDataset(content, 'https://reviews.example');
    assert.equal(siteFactsOf('', dataset.business).language, dataset.language);
  }
});

test('an imported review names the platform and who vouches for it', () => {
  const verification = {
    status: 'verified',
    method: 'platform-import',
    date: '2026-10-03',
  } as const;
  const words = verificationWords(publishedReview({ verification, publisher: 'Yelp' }), 'Harbor');
  assert.match(words, /from Yelp, and Harbor marked it/);
});

test('a title ends with the name of the business where both fit', () => {
  assert.equal(pageTitle('Feeds', { name: 'Harbor Law' }), 'Feeds – Harbor Law');
  assert.equal(pageTitle('Feeds', { name: 'x'.repeat(60) }), 'Feeds');
  const long = pageTitle('word '.repeat(40), { name: 'Harbor Law' });
  assert.ok(long.length <= 70 && long.endsWith('… – Harbor Law'));
});

test('a review has the title of its stars, author and own title, and its words as description', () => {
  const named = publishedReview({ name: 'Kept me informed' });
  assert.equal(reviewTitle(publishedReview({ ratingValue: 4.5 })), '4.5/5 by Jane D.');
  assert.equal(reviewTitle(named), '5/5 by Jane D.: Kept me informed');
  assert.equal(reviewDescription(named), 'They kept me informed.');
  assert.equal(
    reviewDescription(publishedReview({ reviewBody: '', ratingValue: 4 })),
    'Jane D. gave 4 of 5 stars on Google, without a text.',
  );
  assert.ok(pageDescription('word '.repeat(100)).length <= 155);
});

const ENTITIES = {
  technicians: [
    { id: 'wei-zhang', name: 'Wei Zhang', reviewCount: 0 },
    { id: 'maria-lopez', name: 'María López', reviewCount: 1 },
    { id: 'linh-tran', name: 'Linh Tran', reviewCount: 9 },
  ],
  services: [
    { id: 'divorce', name: 'Divorce', reviewCount: 0 },
    { id: 'dog-bite', name: 'Dog bites', reviewCount: 2 },
  ],
};

test('examples are questions that the search takes, of the first that reviews mention', () => {
  const examples = exampleQuestions(ENTITIES, [publishedReview()]);
  assert.deepEqual(
    examples.map(({ path }) => path),
    [
      '/api/reviews/search?query=called&limit=5',
      '/api/reviews/search?mentions_service=dog-bite&min_rating=4',
      '/api/reviews/search?mentions_technician=maria-lopez',
      '/api/reviews/since/2026-10-03',
    ],
  );
  assert.match(examples[1]?.title ?? '', /“Dog bites”/);
  for (const { path } of examples.slice(0, 3)) {
    const { searchParams } = new URL(path, 'https://reviews.example');
    const parameters = [...searchParams].map(([name, value]) => [name, Number(value) || value]);
    assert.ok(SearchQuery.safeParse(Object.fromEntries(parameters)).success, path);
  }
});

test('the example of since gets a handful of reviews, not all', () => {
  const newest = [9, 8, 7, 6, 5, 4].map((day) =>
    publishedReview({ datePublished: `2026-01-0${day}` }),
  );
  const last = (count: number) => exampleQuestions(ENTITIES, newest.slice(0, count)).at(-1)?.path;
  assert.equal(last(6), '/api/reviews/since/2026-01-05');
  assert.equal(last(2), '/api/reviews/since/2026-01-08');
});

test('questions to agents name the business and what reviews mention, and nothing else', () => {
  const questions = agentQuestions('Harbor Law', ENTITIES);
  for (const name of ['Harbor Law', 'María López', '“Dog bites”']) {
    assert.equal(questions.filter((question) => question.includes(name)).length, 1, name);
  }
  for (const { technicians, services } of [
    { technicians: ENTITIES.technicians.slice(0, 1), services: ENTITIES.services.slice(0, 1) },
    { technicians: [], services: [] },
  ]) {
    assert.equal(agentQuestions('Harbor Law', { technicians, services }).length, 3);
    assert.equal(exampleQuestions({ technicians, services }, []).length, 1);
  }
});

test('the cited reviews are those of answers, strengths, concerns and quotes, each fetched once', async () => {
  const finding = (...evidence: string[]) => ({
    text: 'They call back.',
    aspect: 'staff',
    evidence,
  });
  const [claim, dateModified] = [{ question: 'Fees?', answer: 'Yes.' }, '2026-10-04'];
  const insights = {
    aspects: [aspectOf({ quotes: [quoteWith({ reviewId: 'five-5' })] })],
    summary: {
      headline: 'Good',
      text: 'Good.',
      strengths: [finding('two-2', 'one-1')],
      concerns: [finding('four-4')],
      author: 'Editors',
      generatedBy: 'human' as const,
      dateModified,
    },
    faq: [{ id: 'fees', ...claim, evidence: ['one-1'], dateModified }],
  };
  const asked: string[] = [];
  const cited = await fetchCitedReviews(insights, async (id) => {
    asked.push(id);
    return id === 'two-2' ? undefined : publishedReview({ id });
  });
  assert.deepEqual(asked.sort(), ['five-5', 'four-4', 'one-1', 'two-2']);
  assert.deepEqual([...cited.keys()].sort(), ['five-5', 'four-4', 'one-1']);
  assert.equal(cited.get('one-1')?.id, 'one-1');
});

const figuresOf = (id: string, reviewCount: number, changes = {}) => ({
  id,
  name: id.toUpperCase(),
  aliases: [],
  jobTitle: 'Clerk',
  reviewCount,
  analysedReviewCount: reviewCount,
  averageRating: 4,
  lastMentioned: null,
  positiveReviewCount: 0,
  negativeReviewCount: 0,
  score: 1,
  topAspects: [],
  quotes: [],
  ...changes,
});

test('what reviews mention stands by kind, the most mentioned first, with what is said of it', () => {
  const groups = entityGroups({
    technicians: [
      figuresOf('ann', 1, { positiveReviewCount: 4, negativeReviewCount: 1 }),
      figuresOf('ben', 3, { positiveReviewCount: 2 }),
      figuresOf('cho', 2),
      figuresOf('dee', 0),
    ],
    services: [figuresOf('divorce', 0)],
    serviceAreas: [figuresOf('austin', 2), figuresOf('waco', 1, { analysedReviewCount: 0 })],
  });
  assert.deepEqual(
    groups.map(({ label, rows }) => [label, ...rows.map(({ id, sentiment }) => [id, sentiment])]),
    [
      [
        'People',
        ['technician-ben', 'praised by name in 2'],
        ['technician-cho', undefined],
        ['technician-ann', 'praised by name in 4, criticised by name in 1'],
      ],
      ['Places', ['service-area-austin', 'mostly positive'], ['service-area-waco', undefined]],
    ],
  );
});

test('mentions of a review have the names that people know, and kinds without any are left out', () => {
  const review = publishedReview({
    mentionedServices: ['dog-bite', 'gone'],
    mentionedServiceAreas: ['austin'],
  });
  const known = {
    services: [{ id: 'dog-bite', name: 'Dog bites' }],
    areaServed: [{ id: 'austin', name: 'Austin' }],
  };
  assert.deepEqual(mentionsOf(review, known), [
    { label: 'Services', names: ['Dog bites', 'gone'] },
    { label: 'Places', names: ['Austin'] },
  ]);
});

test('aspects stand in the order of their mentions, those that nobody mentions are left out', () => {
  const aspects = Object.entries({ price: 1, speed: 0, staff: 3 }).map(([id, mentionCount]) =>
    aspectOf({ id, mentionCount }),
  );
  assert.deepEqual(
    mentionedAspects(aspects).map(({ id }) => id),
    ['staff', 'price'],
  );
});

test('the first quote of either side is the best one, praise before criticism', () => {
  const sides = (['negative', 'positive', 'negative', 'positive'] as const).map(
    (sentiment, start) => quoteWith({ sentiment, start }),
  );
  const startsOf = (quotes: typeof sides) => {
    const { best, others } = bestAndOtherQuotes(quotes);
    return [best, others].map((some) => some.map(({ start }) => start));
  };
  assert.deepEqual(startsOf(sides), [
    [1, 0],
    [2, 3],
  ]);
  assert.deepEqual(startsOf(sides.slice(2, 3)), [[2], []]);
});

test('of sentences the accuracy on all is shown, of other sets the published sides', () => {
  const [mams, own] = ['MAMS-ACSA validation', 'legal clauses written for this project'];
  const benchmarks = [
    ['UCI sentences, yelp held out', 'accuracy', 0.1, 1000],
    ['UCI sentences, all three held out', 'macroF1', 0.2, 3000],
    ['UCI sentences, all three held out', 'accuracy', 0.9, 3000],
    [`${mams}, as published`, 'sidesTaken', 0.5, 800],
    [`${mams}, as published`, 'accuracyOfSides', 0.7, 400],
    [own, 'accuracy', 0.3, 230],
    [`${own}, as published`, 'sidesTaken', 0.65, 230],
  ] as const;
  const measured = benchmarks.map(([dataset, metric, value, n]) => ({ dataset, metric, value, n }));
  assert.deepEqual(measuredAccuracy(measured), {
    sentences: { n: 3000, right: 0.9 },
    contrasts: { n: 800, taken: 0.5, right: 0.7 },
    ownClauses: undefined,
  });
});

test('the most stars stand first, half stars in between, and the longest bar is full', () => {
  const barsOf = (ratingDistribution: Parameters<typeof histogramBars>[0]['ratingDistribution']) =>
    histogramBars({ ratingDistribution }).map(({ stars, count, length }) => [stars, count, length]);
  assert.deepEqual(barsOf({ '1': 2, '2': 0, '3': 1, '4': 4, '5': 8, '4.5': 1 }), [
    [5, 8, 100],
    [4.5, 1, 12.5],
    [4, 4, 50],
    [3, 1, 12.5],
    [2, 0, 0],
    [1, 2, 25],
  ]);
  const none = barsOf({ '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 });
  assert.ok(none.every(([, , length]) => length === 0));
});

test('the parts of a bar stand side by side, praise first, mixed ones where there are any', () => {
  for (const [counts, expected] of [
    [
      { mentionCount: 8, positive: 4, neutral: 1, negative: 3 },
      [
        ['positive', 4, 0, 50],
        ['neutral', 1, 50, 12.5],
        ['negative', 3, 62.5, 37.5],
      ],
    ],
    [
      { mentionCount: 4, positive: 1, neutral: 0, negative: 2 },
      [
        ['positive', 1, 0, 25],
        ['neutral', 0, 25, 0],
        ['mixed', 1, 25, 25],
        ['negative', 2, 50, 50],
      ],
    ],
  ] as const) {
    const parts = mentionParts(counts);
    assert.deepEqual(
      parts.map(({ kind, count, start, length }) => [kind, count, start, length]),
      expected,
    );
  }
});
