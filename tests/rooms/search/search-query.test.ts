import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_QUERY_LENGTH, SearchQuery } from '#search/search-query.ts';

const accepts = (value: unknown) => SearchQuery.safeParse(value).success;
const issuesOf = (value: unknown) =>
  SearchQuery.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]);

test('the parameters are those of the specification', () => {
  assert.deepEqual(Object.keys(SearchQuery.shape), [
    'rating',
    'min_rating',
    'since',
    'until',
    'query',
    'mentions_technician',
    'mentions_service',
    'limit',
  ]);
});

test('§4 and §8: limit is 20 where it is not given, 1 to 100 where it is', () => {
  assert.equal(SearchQuery.parse({}).limit, 20);
  assert.deepEqual(
    [0, 1, 100, 101, 1.5].map((limit) => accepts({ limit })),
    [false, true, true, false, false],
  );
});

test('§4: rating is a whole star, min_rating any number from 1 to 5', () => {
  const stars = [0, 0.5, 1, 4.5, 5, 5.5];
  assert.deepEqual(
    stars.filter((rating) => accepts({ rating })),
    [1, 5],
  );
  assert.deepEqual(
    stars.filter((min_rating) => accepts({ min_rating })),
    [1, 4.5, 5],
  );
});

test('numbers are numbers, not texts of numbers', () => {
  for (const value of ['5', true, null, [5]]) {
    for (const name of ['rating', 'min_rating', 'limit'])
      assert.equal(accepts({ [name]: value }), false);
  }
});

test('texts have a bound', () => {
  for (const name of ['query', 'mentions_technician', 'mentions_service']) {
    assert.equal(accepts({ [name]: 'a'.repeat(MAX_QUERY_LENGTH) }), true);
    assert.equal(accepts({ [name]: 'a'.repeat(MAX_QUERY_LENGTH + 1) }), false);
    assert.equal(accepts({ [name]: '' }), false);
    assert.equal(accepts({ [name]: 'a\0b' }), false);
    assert.equal(accepts({ [name]: 5 }), false);
  }
});

test('a query of which folding leaves nothing is refused, for else it would find everything', () => {
  assert.deepEqual(issuesOf({ query: '\u0301\u0302' }), [
    ['query', 'must hold something to search for'],
  ]);
  assert.equal(accepts({ query: 'é' }), true);
  assert.equal(accepts({ query: '-' }), true);
});

test('since may be until, and not lie after it', () => {
  assert.equal(accepts({ since: '2026-01-01', until: '2026-01-01' }), true);
  assert.equal(accepts({ since: '2026-01-01', until: '2026-01-02' }), true);
  assert.deepEqual(issuesOf({ since: '2026-01-02', until: '2026-01-01' }), [
    ['until', 'must not lie before since, 2026-01-02'],
  ]);
});

test('rating below min_rating finds nothing and is no mistake', () => {
  assert.equal(accepts({ rating: 2, min_rating: 4 }), true);
});

test('an unknown parameter is refused', () => {
  assert.equal(accepts({ page: 2 }), false);
});

for (const value of [null, undefined, [], 'rating=5', 5]) {
  test(`${JSON.stringify(value)} is no search`, () => assert.equal(accepts(value), false));
}
