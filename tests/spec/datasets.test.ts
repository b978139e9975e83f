import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { SearchResult } from '#search/search-result.ts';
import { SinceResult } from '#search/since.ts';
import { ask } from '../support/ask.ts';
import { searchNaively } from '../support/naive-search.ts';
import { startDemonstration } from '../support/service.ts';

const { url, published, insights } = await startDemonstration({ after });
const { reviews } = published;

test('§2 reviews.json holds verified reviews, newest first, and their mean', () => {
  assert.ok(reviews.every(({ verification }) => verification.status === 'verified'));
  const sorted = reviews.toSorted(
    (a, b) =>
      b.datePublished.localeCompare(a.datePublished, 'en') || a.id.localeCompare(b.id, 'en'),
  );
  assert.deepEqual(reviews, sorted);
  const ratings = reviews.map(({ reviewRating }) => reviewRating.ratingValue);
  const mean = ratings.reduce((sum, one) => sum + one, 0) / ratings.length;
  const { ratingValue, ratingCount } = published.aggregateRating;
  assert.ok(Math.abs(Number(ratingValue) - mean) <= 0.05, `${ratingValue} is not about ${mean}`);
  assert.equal(ratingCount, ratings.length);
});

test('§2 a review names technicians and services that insights.json knows', () => {
  const services = new Set(insights.entities.services.map(({ id }) => id));
  const technicians = new Map(insights.entities.technicians.map(({ id, name }) => [id, name]));
  assert.ok(insights.entities.serviceAreas.length > 0);
  for (const review of reviews) {
    const names = review.mentionedTechnicianIds.map((id) => technicians.get(id) ?? assert.fail(id));
    assert.deepEqual(review.mentionedTechnicians, names);
    for (const id of review.mentionedServices) assert.ok(services.has(id), id);
  }
});

// What a slice holds, against a naive filter: tests/rooms/search/since.test.ts.
test('§4 since: the reviews dated, and what was taken down, on or after the date', async () => {
  const removed = [
    { id: 'yelp-p3t9rw5e', dateRemoved: '2026-08-11', reason: 'personal-data' },
    { id: 'google-x7m2kd0q', dateRemoved: '2025-05-14', reason: 'author-request' },
  ];
  const days = reviews.slice(0, 3).map(({ datePublished }) => datePublished);
  const edges = ['2025-05-14', '2025-05-15', '2026-08-11', '2026-08-12', '2100-01-01'];
  for (const date of ['2000-01-01', '2024-02-29', ...edges, ...days]) {
    const { json } = await ask(url, `/api/reviews/since/${date}`);
    const { dateModified, ...result } = SinceResult.parse(json());
    const expected = reviews.filter(({ datePublished }) => datePublished >= date);
    assert.deepEqual(result, {
      since: date,
      count: expected.length,
      reviews: expected,
      removed: removed.filter(({ dateRemoved }) => dateRemoved >= date),
    });
    assert.equal(dateModified === null, date === '2100-01-01');
  }
});

const { technicians, services, serviceAreas } = insights.entities;

type Asked = Readonly<Record<string, string>>;

async function search(asked: Asked) {
  const answered = await ask(url, `/api/reviews/search?${new URLSearchParams(asked)}`);
  assert.equal(answered.status, 200, answered.text);
  return SearchResult.parse(answered.json());
}

/** Holds the answer against the naive filter: which, how many, in which order, in full. */
async function agrees(asked: Asked): Promise<number> {
  const expected = searchNaively(reviews, insights, asked);
  const limit = Number(asked.limit ?? 20);
  const { filters: _, next, hints, ...result } = await search(asked);
  assert.deepEqual(
    result,
    {
      total: expected.length,
      count: Math.min(expected.length, limit),
      limit,
      reviews: expected.slice(0, limit),
    },
    JSON.stringify(asked),
  );
  assert.equal(next !== undefined, expected.length > limit);
  assert.ok(hints === undefined || expected.length === 0);
  return expected.length;
}

const dates = [
  ...['2019-01-01', '2023-06-30', '2024-02-29', '2026-01-01', '2026-10-03', '2030-01-01'],
  ...reviews.slice(0, 5).map(({ datePublished }) => datePublished),
];
/** Values of each parameter. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  rating: ['1', '2', '3', '4', '5'],
  min_rating: ['1', '1.5', '2', '3', '3.5', '3.6', '4', '4.5', '4.51', '5'],
  since: dates,
  until: dates,
  query: ['called', 'MARIA', 'settlement', 'e', 'no reply', 'Muñoz', 'munoz', "didn't", '...'],
  mentions_technician: technicians.flatMap(({ id, name, aliases = [] }) => [id, name, ...aliases]),
  max_rating: ['1', '1.5', '2', '3', '3.5', '3.6', '4', '4.51', '5'],
  mentions_service: services.flatMap(({ id, name, aliases = [] }) => [id, name, ...aliases]),
  service_area: serviceAreas.flatMap(({ id, name, aliases = [] }) => [id, name, ...aliases]),
  aspect: insights.aspects.flatMap(({ id, name }) => [id, name.toUpperCase()]),
  sentiment: ['positive', 'negative', 'neutral', 'mixed'],
  source: ['Google', 'AVVO', 'yelp', 'Bing'],
  language: ['en', 'es', 'ES-mx', 'e', '*', 'vi'],
  has_reply: ['true', 'false'],
  relationship: ['none', 'employee', 'family', 'incentivized'],
  sort: ['newest', 'oldest', 'highest', 'lowest'],
  limit: ['1', '2', '19', '20', '21', '99', '100'],
};

for (const [name, values] of Object.entries(VALUES)) {
  test(`§4 search: ${name} alone finds what a naive filter finds`, async () => {
    let found = 0;
    for (const value of values) found += await agrees({ [name]: value });
    assert.ok(found > 0);
  });
}

test('§4 search: filters combine, bounds are inclusive, and since may equal until', async () => {
  const pairOf = (name: string) =>
    fc.tuple(fc.constant(name), fc.constantFrom(...(VALUES[name] ?? [])));
  const asked = fc
    .subarray(Object.keys(VALUES), { minLength: 2, maxLength: 4 })
    .chain((names) => fc.tuple(...names.map(pairOf)))
    .map((pairs): Asked => Object.fromEntries(pairs))
    .filter(({ since = '', until = '9' }) => since <= until)
    .filter(({ min_rating = '1', max_rating = '5' }) => Number(min_rating) <= Number(max_rating));
  let found = 0;
  const holds = async (one: Asked) => {
    found += await agrees(one);
  };
  await fc.assert(fc.asyncProperty(asked, holds), { numRuns: 200, seed: 20_261_120 });
  assert.ok(found > 100);
  const day = reviews[3]?.datePublished ?? '';
  assert.ok((await agrees({ since: day, until: day })) > 0);
});

test('§4 search: a part of any review’s text finds the review', async () => {
  for (const [index, { id, reviewBody }] of reviews.entries()) {
    const start = (index * 7) % Math.max(1, reviewBody.length - 30);
    // Characters of two units are not cut in half.
    const part = reviewBody.slice(start, start + 30).toWellFormed();
    const query = part.replaceAll('\ufffd', '').trim();
    if (query === '' || /\p{Cc}/u.test(query)) continue;
    const found = await search({ query, limit: '100' });
    assert.ok(
      found.reviews.some((review) => review.id === id),
      `${query} in ${id}`,
    );
  }
});
