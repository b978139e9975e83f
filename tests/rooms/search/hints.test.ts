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

/** Questions by what is told where they find nothing, a line for each hint. */
const HINTS: Readonly<Record<string, readonly (readonly [object, ...string[]])[]>> = {
  'the names that may be meant are suggested for one that nobody has': [
    ...[
      ['maria lopes', '"María López"'],
      ['lope', '"María López"'],
      ['a', '"María López" or "Wei Zhang"'],
      // By their job title.
      ['partner', '"María López"'],
      ['Associates', '"Wei Zhang"'],
    ].map(
      ([asked, meant]) =>
        [
          { mentions_technician: asked },
          `No technician is called "${asked}". Did you mean ${meant}?`,
        ] as const,
    ),
    [{ mentions_service: 'car' }, 'No service is called "car". Did you mean "car-accident"?'],
    [
      { service_area: 'milbrook' },
      'No service area is called "milbrook". Did you mean "millbrook"?',
    ],
    [{ aspect: 'fee' }, 'No aspect is called "fee". Did you mean "fees"?'],
    [{ source: 'Gogle' }, 'No review is from "Gogle". Did you mean "Google"?'],
    [{ language: 'es-ES' }, 'No review is in the language "es-ES". Did you mean "es-MX"?'],
    [{ language: 'Spanish' }, 'No review is in the language "Spanish". Did you mean "es-MX"?'],
  ],
  'where nothing is near, all values are named': [
    [
      { mentions_technician: 'Nobody at all' },
      'No technician is called "Nobody at all". There are "María López" (Partner), "Wei Zhang" (Associate).',
    ],
    [{ language: 'fr' }, 'No review is in the language "fr". There are "en", "es-MX".'],
    // A word that is near to a term of an aspect does not mean the aspect.
    ...['coast', 'ensue', 'xpense', 'pace'].map(
      (aspect) =>
        [{ aspect }, `No aspect is called "${aspect}". There are "fees", "speed".`] as const,
    ),
  ],
  'titles that hold the text are counted, since search looks into texts alone': [
    [
      { query: 'surprises' },
      NO_PHRASE,
      '1 title holds "surprises", but query searches review texts only.',
    ],
    [{ query: 'surprises', rating: 5 }, 'Leaving out a filter finds more: without query 1.'],
  ],
  'the words of a phrase are counted alone': [
    [
      { query: 'bad parking' },
      NO_PHRASE,
      'query is one phrase, not keywords. Reviews with one of its words: "bad" 2.',
    ],
  ],
  'filters whose absence finds something are named, or else what each finds by itself': [
    [{ rating: 1, since: '2025-03-01' }, 'Leaving out a filter finds more: without rating 2.'],
    [{ relationship: 'employee' }, 'Leaving out a filter finds more: without relationship 3.'],
    [
      { mentions_technician: 'Wei Zhang' },
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
  ],
  'beside a name that nobody has, what is found with the one that is meant, and without it': [
    [
      { aspect: 'fee', sentiment: 'negative', max_rating: 2 },
      'No aspect is called "fee". Did you mean "fees"?',
      'Reviews that the other filters find: with aspect=fees 1, without aspect 1.',
    ],
    [
      { min_rating: 4, mentions_service: 'x9' },
      'No service is called "x9". There are "car-accident", "divorce".',
      'Reviews that the other filters find: without mentions_service 2.',
    ],
    [
      { source: 'x', mentions_service: 'x9' },
      'No service is called "x9". There are "car-accident", "divorce".',
      'No review is from "x". There is "Google".',
    ],
  ],
  'a period without reviews comes with the one that has some': [
    [{ since: '2030-01-01' }, 'Reviews are dated from 2025-02-02 to 2026-10-03.'],
  ],
};

for (const [title, questions] of Object.entries(HINTS)) {
  test(title, async () => {
    for (const [given, ...hints] of questions) assert.deepEqual(await hintsOn(given), hints);
  });
}

test('where no review is published, that is said, whatever is asked', async () => {
  for (const asked of [{}, { source: 'Google' }, { rating: 3, has_reply: true }]) {
    assert.deepEqual(await hintsOn(asked, sourceWith([])), ['No review is published.']);
  }
});

test('a word of a name is understood if only one person has it; else those who have it are suggested', async () => {
  const totalOf = async (asked: string) =>
    hitsOf(await source.search(SearchQuery.parse({ mentions_technician: asked }))).total;
  for (const asked of ['maria', 'Lopez', 'López, María']) assert.equal(await totalOf(asked), 1);
  // There is one, whom no review mentions.
  assert.deepEqual(await hintsOn({ mentions_technician: 'Wei' }), [
    'Leaving out a filter finds more: without mentions_technician 3.',
  ]);
  const [maria] = NAMED.technicians;
  assert.ok(maria);
  const another = { ...maria, id: 'maria-diaz', name: 'Maria Diaz', aliases: [] };
  const both = sourceWith([{ reviewBody: 'Maria helped.' }], ASPECTS, [
    ...NAMED.technicians,
    another,
  ]);
  assert.deepEqual(await hintsOn({ mentions_technician: 'maria' }, both), [
    'No technician is called "maria". Did you mean "Maria Diaz" or "María López"?',
  ]);
});

test('words of an aspect lead to it, with the filters that were given', async () => {
  const about =
    '1 review, good or bad, is about the related aspect "Value and fees": use aspect=fees.';
  assert.deepEqual(await hintsOn({ query: 'fee' }), [NO_PHRASE, about]);
  assert.deepEqual(await hintsOn({ query: 'expense' }), [NO_PHRASE, about]);
  const [one] = await hintsOn({ query: 'expense', sentiment: 'negative' });
  assert.equal(one, '1 review is about the related aspect "Value and fees": use aspect=fees.');
  assert.deepEqual(await hintsOn({ query: 'fee', rating: 5 }), [
    'Leaving out a filter finds more: without query 1.',
  ]);
});

test('a short word is not taken for the beginning of an aspect', async () => {
  const from = sourceWith(
    [{ reviewBody: 'It worked.', aspects: { fees: 'positive' } }],
    [{ ...FEES, name: 'Outcome and valuation' }],
  );
  assert.deepEqual(await hintsOn({ query: 'out and' }, from), [NO_PHRASE]);
  assert.equal((await hintsOn({ query: 'values' }, from)).length, 1);
  assert.equal((await hintsOn({ query: 'valua' }, from)).length, 2);
});

test('of many aspects that words may mean, three are named', async () => {
  const aspects = Array.from({ length: 200 }, (_, index) => ({
    ...FEES,
    id: `quality-${index}`,
    name: `Quality ${index}`,
    terms: [`term${index}`],
  }));
  const found = Object.fromEntries(aspects.map(({ id }) => [id, 'positive'] as const));
  const from = sourceWith([{ reviewBody: 'Fine.', aspects: found }], aspects);
  assert.equal((await hintsOn({ query: 'quality' }, from)).length, 4);
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

test('an aspect is found by a term that is of no other', async () => {
  const asked = SearchQuery.parse({ aspect: 'Expense' });
  assert.equal(hitsOf(await source.search(asked)).total, 1);
});

test('whole characters are repeated of what was asked, 60 units at most', async () => {
  const [hint = ''] = await hintsOn({ mentions_technician: '👩'.repeat(200) });
  assert.ok(hint.startsWith(`No technician is called "${'👩'.repeat(30)}`), hint);
});
