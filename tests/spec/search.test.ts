import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ErrorBody } from '#search/issue.ts';
import { SearchResult } from '#search/search-result.ts';
import { ask } from '../support/ask.ts';
import { searchNaively } from '../support/naive-search.ts';
import { startDemonstration } from '../support/service.ts';

const { url, published, insights } = await startDemonstration({ after });
const { reviews } = published;
const { technicians, services } = insights.entities;

async function search(asked: Readonly<Record<string, string>>) {
  const answered = await ask(url, `/api/reviews/search?${new URLSearchParams(asked)}`);
  assert.equal(answered.status, 200, answered.text);
  return SearchResult.parse(answered.json());
}

async function issuesOf(query: string) {
  const { status, headers, json } = await ask(url, `/api/reviews/search?${query}`);
  assert.equal(status, 400, query);
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(headers['cache-control'], 'no-store');
  return ErrorBody.parse(json()).issues;
}

/** Holds the answer against the naive filter: which, how many, in which order, in full. */
async function agrees(asked: Readonly<Record<string, string>>): Promise<number> {
  const expected = searchNaively(reviews, technicians, asked);
  const result = await search(asked);
  const limit = Number(asked.limit ?? 20);
  assert.deepEqual(result.reviews, expected.slice(0, limit), JSON.stringify(asked));
  assert.equal(result.total, expected.length);
  assert.equal(result.count, Math.min(expected.length, limit));
  assert.equal(result.limit, limit);
  return expected.length;
}

const ratings = ['1', '2', '3', '4', '5'];
const halves = ['1', '1.5', '2', '3', '3.5', '3.6', '4', '4.5', '4.51', '5'];
const dates = ['2019-01-01', '2023-06-30', '2024-02-29', '2026-01-01', '2026-10-03', '2030-01-01'];
const words = ['called', 'MARIA', 'settlement', 'e', 'no reply', 'Muñoz', 'munoz', "didn't", '...'];
const names = technicians.flatMap(({ id, name, aliases = [] }) => [id, name, ...aliases]);
const limits = ['1', '2', '19', '20', '21', '99', '100'];

/** Values of each parameter that are tried alone. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  rating: ratings,
  min_rating: halves,
  since: [...dates, ...reviews.slice(0, 5).map(({ datePublished }) => datePublished)],
  until: [...dates, ...reviews.slice(0, 5).map(({ datePublished }) => datePublished)],
  query: words,
  mentions_technician: names,
  mentions_service: services.map(({ id }) => id),
  limit: limits,
};

for (const [name, values] of Object.entries(VALUES)) {
  test(`§4 search: ${name} alone finds what a naive filter finds`, async () => {
    let found = 0;
    for (const value of values) found += await agrees({ [name]: value });
    assert.ok(found > 0);
  });
}

test('§4 search: filters combine', async () => {
  let found = 0;
  for (const [index, min_rating] of halves.entries()) {
    for (const query of ['called', 'e', 'case']) {
      const since = dates[index % 3] ?? '';
      const until = dates[3 + (index % 3)] ?? '';
      found += await agrees({ min_rating, query, since, until, limit: limits[index % 7] ?? '1' });
    }
    const mentions_technician = names[index % names.length] ?? '';
    found += await agrees({ mentions_technician, min_rating });
    for (const { id } of services.slice(0, 2)) {
      found += await agrees({ mentions_service: id, min_rating, mentions_technician });
      found += await agrees({
        mentions_service: id,
        rating: ratings[index % 5] ?? '1',
        query: 'a',
      });
    }
  }
  assert.ok(found > 100);
});

test('§4 search: a part of any review’s text finds the review', async () => {
  for (const [index, { id, reviewBody }] of reviews.entries()) {
    const start = (index * 7) % Math.max(1, reviewBody.length - 30);
    // Characters of two units are not cut in half.
    const query = reviewBody
      .slice(start, start + 30)
      .toWellFormed()
      .replaceAll('\ufffd', '')
      .trim();
    if (query === '' || /\p{Cc}/u.test(query)) continue;
    const found = await search({ query, limit: '100' });
    assert.ok(
      found.reviews.some((review) => review.id === id),
      `${query} in ${id}`,
    );
  }
});

test('§4 search: half stars are found by min_rating, and rating is exact', async () => {
  const halfStars = reviews.filter(({ reviewRating }) => reviewRating.ratingValue % 1 !== 0);
  assert.ok(halfStars.length > 0);
  for (const { id, reviewRating } of halfStars) {
    const { ratingValue } = reviewRating;
    const idsOf = async (asked: Readonly<Record<string, string>>) =>
      (await search({ limit: '100', query: ' ', ...asked })).reviews.map((review) => review.id);
    assert.ok((await idsOf({ min_rating: String(ratingValue) })).includes(id));
    assert.ok(!(await idsOf({ rating: String(Math.floor(ratingValue)) })).includes(id));
    assert.ok(!(await idsOf({ rating: String(Math.ceil(ratingValue)) })).includes(id));
  }
});

test('§4 search: an unknown technician or service is no error but finds nothing', async () => {
  for (const asked of [{ mentions_technician: 'Nobody Here' }, { mentions_service: 'divorce' }]) {
    const result = await search(asked);
    assert.deepEqual(result, { total: 0, count: 0, limit: 20, filters: asked, reviews: [] });
  }
});

test('§4 search: quotes and dashes may be typed plainly', async () => {
  await agrees({ query: 'didn’t' });
  assert.equal(
    (await search({ query: "didn't" })).total,
    (await search({ query: 'didn’t' })).total,
  );
});

test('§4 §8 search: limit is 20 where none is given', async () => {
  const { limit, count, total } = await search({});
  assert.deepEqual([limit, count, total], [20, 20, reviews.length]);
});

const OWN_CODES = ['malformed', 'repeated', 'unrecognized_keys'];

/** Queries that are refused, with the path of each issue, and its code where it is our own. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'limit=0': ['limit'],
  'limit=101': ['limit'],
  'limit=2.5': ['limit'],
  'limit=ten': ['limit'],
  'rating=0': ['rating'],
  'rating=6': ['rating'],
  'rating=4.5': ['rating'],
  rating: ['rating'],
  'min_rating=0.9': ['min_rating'],
  'min_rating=5.1': ['min_rating'],
  'since=2026-02-30': ['since'],
  'since=2026-1-1': ['since'],
  'since=2026-01-01T00:00:00Z': ['since'],
  'until=0000-01-01': ['until'],
  'since=2026-02-01&until=2026-01-31': ['until'],
  'query=': ['query'],
  'mentions_technician=': ['mentions_technician'],
  [`query=${'x'.repeat(201)}`]: ['query'],
  'query=a%00b': ['query'],
  'query=%ff': ['query malformed'],
  '%ff=1': [' malformed'],
  'rating=5&rating=5': ['rating repeated'],
  'page=2': ['page unrecognized_keys'],
  'Rating=5': ['Rating unrecognized_keys'],
  'rating=9&limit=0&sinc=x': ['sinc unrecognized_keys', 'rating', 'limit'],
  '__proto__=1': ['__proto__ unrecognized_keys'],
};

for (const [query, expected] of Object.entries(REFUSED)) {
  test(`§4 search: ${query.slice(0, 60)} is 400 with an issue each`, async () => {
    const issues = await issuesOf(query);
    const found = issues.map(({ path, code }) => {
      return path.join('.') + (OWN_CODES.includes(code) ? ` ${code}` : '');
    });
    assert.deepEqual(found.sort(), [...expected].sort());
    for (const { path, message } of issues) {
      assert.ok(message.length > 10);
      if (path[0] !== undefined) assert.ok(message.includes(path[0]), message);
    }
  });
}

test('§4 search: bounds are inclusive, and since may equal until', async () => {
  const day = reviews[3]?.datePublished ?? '';
  assert.ok((await agrees({ since: day, until: day })) > 0);
});

test('§4 search: a stray ampersand says nothing', async () => {
  for (const query of ['', '&', 'rating=5&', '&&rating=5']) {
    const { status } = await ask(url, `/api/reviews/search?${query}`);
    assert.equal(status, 200, query);
  }
});
