import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDataset } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { createCounts } from '#search/facet-counts.ts';
import { explainNothing } from '#search/hints.ts';
import { SearchQuery } from '#search/question/search-query.ts';
import { hitsOf, sourceOf } from '../../support/review-source.ts';
import { contentOf, storedReview } from '../../support/reviews.ts';
import { BASE_URL, NAMED } from '../artifacts/sample-datasets.ts';

const FEES = {
  id: 'fees',
  name: 'Value and fees',
  description: 'What it costs.',
  terms: ['cost', 'expense'],
};
const ASPECTS = [
  FEES,
  { id: 'speed', name: 'Speed', description: 'How long it takes.', terms: ['slow'] },
];

function sourceWith(
  reviews: Parameters<typeof storedReview>[0][],
  aspects = ASPECTS,
  technicians = NAMED.technicians,
) {
  const content = contentOf({
    ...NAMED,
    aspects,
    technicians,
    reviews: reviews.map((changes, index) => storedReview({ id: `review-${index}`, ...changes })),
  });
  return sourceOf(createDataset(content, BASE_URL, createAnnotator()));
}

const source = sourceWith([
  {
    rating: 2,
    name: 'No surprises, they said',
    reviewBody: 'The cost was bad news for us.',
    source: { name: 'Google' },
    aspects: { fees: 'negative' },
    technicians: ['maria-lopez'],
  },
  { rating: 5, reviewBody: 'A bad start, but fine.', inLanguage: 'es-MX' },
  { rating: 4, reviewBody: 'Fine.', datePublished: '2025-02-02' },
]);

async function hintsOn(given: object, from = source): Promise<readonly string[]> {
  const found = hitsOf(await from.search(SearchQuery.parse(given)));
  assert.equal(found.total, 0, JSON.stringify(given));
  return (found.hints ?? []).map(({ text }) => text);
}

const NO_PHRASE = 'No review text has this phrase.';

/** The hints for a question that finds nothing, a line each. More of them are in tests/contract. */
const HINTS: readonly (readonly [object, ...string[]])[] = [
  [
    { mentions_technician: 'a' },
    'No technician is called "a". Did you mean "María López" or "Wei Zhang"?',
  ],
  // By a job title, as no name is like it.
  [
    { mentions_technician: 'Associates' },
    'No technician is called "Associates". Did you mean "Wei Zhang"?',
  ],
  // A word that is near to a term of an aspect does not mean the aspect.
  ...['coast', 'xpense', 'pace'].map(
    (aspect) =>
      [{ aspect }, `No aspect is called "${aspect}". There are "fees", "speed".`] as const,
  ),
  [
    { query: 'surprises' },
    NO_PHRASE,
    '1 title holds "surprises", but query searches review texts only.',
  ],
  [{ query: 'surprises', rating: 5 }, 'Leaving out a filter finds more: without query 1.'],
  [
    { query: 'fee' },
    NO_PHRASE,
    '1 review, good or bad, is about the related aspect "Value and fees": use aspect=fees.',
  ],
  [
    { query: 'bad parking' },
    NO_PHRASE,
    'query is one phrase, not keywords. Reviews with one of its words: "bad" 2.',
  ],
  // There is one of that name, whom no review mentions.
  [
    { mentions_technician: 'Wei' },
    'Leaving out a filter finds more: without mentions_technician 3.',
  ],
  [
    { rating: 4, language: 'es', aspect: 'fees' },
    'Leave out several filters; each finds by itself: rating 1, aspect 1, language 1.',
  ],
  [{ rating: 3, has_reply: true }, 'Without filters 3 reviews are found.'],
  // Too many are left to try all.
  [
    {
      ...{ query: 'car crash', mentions_technician: 'maria-lopez', mentions_service: 'divorce' },
      ...{ has_reply: true, rating: 1, max_rating: 1, service_area: 'Fairhaven' },
      ...{ sentiment: 'negative', relationship: 'none', aspect: 'fees' },
    },
    'Ask with fewer filters.',
  ],
  [
    { aspect: 'fee', sentiment: 'negative', max_rating: 2 },
    'No aspect is called "fee". Did you mean "fees"?',
    'Reviews that the other filters find: with aspect=fees 1, without aspect 1.',
  ],
];

test('a question that finds nothing is told how to find more', async () => {
  for (const [given, ...hints] of HINTS) assert.deepEqual(await hintsOn(given), hints);
});

test('of many aspects that words may mean, three are named, and none for a short word', async () => {
  const aspects = Array.from({ length: 200 }, (_, index) => ({
    ...FEES,
    id: `quality-${index}`,
    name: `Quality out ${index}`,
    terms: [`term${index}`],
  }));
  const found = Object.fromEntries(aspects.map(({ id }) => [id, 'positive'] as const));
  const from = sourceWith([{ reviewBody: 'Fine.', aspects: found }], aspects);
  assert.equal((await hintsOn({ query: 'quality' }, from)).length, 4);
  assert.deepEqual(await hintsOn({ query: 'out and' }, from), [NO_PHRASE]);
});

test('a question costs at most 15 searches, however many filters it has', async () => {
  let searches = 0;
  const total = async () => {
    searches++;
    return 0;
  };
  const query = SearchQuery.parse({
    ...{ rating: 1, min_rating: 1, max_rating: 1, since: '2025-01-01', until: '2025-12-31' },
    ...{ query: 'fees expense cost slow', mentions_technician: 'maria-lopez', has_reply: true },
    ...{ mentions_service: 'divorce', service_area: 'millbrook', sentiment: 'negative' },
    ...{ source: 'Google', language: 'en', relationship: 'none' },
  });
  const { limit, ...filters } = query;
  const counts = async () => createCounts();
  await explainNothing(filters, source.names, { total, titles: total, counts, period: undefined });
  assert.ok(searches <= 16, String(searches));
});
