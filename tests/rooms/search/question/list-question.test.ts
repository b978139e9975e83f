import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { readCorpus } from '#search/corpus/corpus.ts';
import { cursorBehind } from '#search/question/cursor.ts';
import {
  addressOfList,
  type ListQuery,
  MAX_PARAMETERS,
  readListQuestion,
} from '#search/question/list-question.ts';
import { SearchQuery } from '#search/question/search-query.ts';
import { MAX_ISSUES } from '#search/request/issue.ts';
import { parseParameters } from '#search/request/parameters.ts';
import { runs } from '../../../support/at-length.ts';
import { AWKWARD } from '../../artifacts/sample-datasets.ts';

const corpus = readCorpus([renderReviewsJson(AWKWARD)]);

const messagesOf = (queryString: string) =>
  readListQuestion(queryString).problems.map(({ message }) => message);

test('nothing is asked by an address without parameters, nor by a form that was left blank', () => {
  for (const queryString of ['', '&', 'query=&rating=&service_area', 'query=+%20%0A&sort=']) {
    const nothing = { query: {}, parameters: '', problems: [] };
    assert.deepEqual(readListQuestion(queryString), nothing, queryString);
  }
});

test('the filters are those of a search, and have the same names', () => {
  const { sort, after, limit, ...filters } = SearchQuery.shape;
  const example = {
    rating: 5,
    min_rating: 4.5,
    max_rating: 5,
    since: '2025-01-01',
    until: '2026-12-31',
    query: 'called & “back”',
    mentions_technician: 'maría lópez',
    mentions_service: 'car-accident',
    service_area: 'austin',
    aspect: 'communication',
    sentiment: 'negative',
    source: 'Google',
    language: 'es-MX',
    has_reply: false,
    relationship: 'none',
  } as const;
  assert.deepEqual(Object.keys(example), Object.keys(filters));
  const { parameters } = readListQuestion(addressOfList(example).slice('/reviews/?'.length));
  assert.deepEqual(readListQuestion(parameters), { query: example, parameters, problems: [] });
  const searched = parseParameters(parameters, SearchQuery, 'search').value;
  assert.deepEqual(searched, { ...example, limit: 20 });
});

for (const [queryString, parameters] of [
  ['sort=newest&rating=5', 'rating=5'],
  ['sort=lowest&until=2026-12-31&rating=5.0', 'rating=5&until=2026-12-31&sort=lowest'],
  ['rating=&has_reply=true&rating=4', 'rating=4&has_reply=true'],
  ['query=caf%C3%A9%20%2B&', 'query=caf%C3%A9+%2B'],
  ['utm_source=x&UTM_Campaign=y&gclid=1&fbclid=2&msclkid=3&_gl=4&rating=1', 'rating=1'],
] as const) {
  test(`"${queryString}" has the normal form "${parameters}", without a problem`, () => {
    const question = readListQuestion(queryString);
    assert.deepEqual([question.parameters, question.problems], [parameters, []]);
    assert.equal(addressOfList(question.query), `/reviews/?${parameters}`);
  });
}

for (const [queryString, parameters, ...messages] of [
  ['rating=7&sort=oldest', 'sort=oldest', 'rating must be a whole number from 1 to 5 (got 7)'],
  ['rating=5&rating=4', '', 'rating is given more than once; give it once'],
  ['query=%FF&rating=5', 'rating=5', /^query holds "%FF", which is not UTF-8/],
  ['%=1&rating=5', 'rating=5', /^the name of a parameter holds "%", which is not percent-encoded/],
  ['rating=8&rating=9', '', 'rating is given more than once; give it once'],
  ['x=1&x=2', '', /^"x" is not a parameter of this page; there are rating/],
  ['limit=50', '', /^"limit" is not a parameter of this page; there are rating, min_rating,/],
  [
    'ratng=5',
    '',
    /^"ratng" is not a parameter of this page \(did you mean "rating"\?\); there are/,
  ],
  ['query=%E2%80%9C%07', '', /^query must not hold control characters/],
  [
    'since=2026-02-01&until=2026-01-31',
    'since=2026-02-01',
    'until must not lie before since, 2026-02-01 (got "2026-01-31")',
  ],
  [
    'min_rating=4&max_rating=2&since=2026-02-30',
    'min_rating=4',
    /^since must be a date that exists/,
    'max_rating must not be below min_rating, 4 (got 2)',
  ],
  ['after=abc', '', 'after must be the next of an earlier answer, unchanged (got "abc")'],
] as const) {
  test(`"${queryString}" asks "${parameters}", and what was left out is a problem in words`, () => {
    assert.equal(readListQuestion(queryString).parameters, parameters);
    const found = messagesOf(queryString);
    assert.equal(found.length, messages.length, found.join('\n'));
    for (const [index, expected] of messages.entries()) {
      if (typeof expected === 'string') assert.equal(found[index], expected);
      else assert.match(found[index] ?? '', expected);
    }
  });
}

test('a cursor leads on from its own filters, and is left out with others', () => {
  const query: ListQuery = { rating: 5, sort: 'lowest' };
  const after = cursorBehind(corpus, 0, query);
  const address = addressOfList({ after, ...query });
  assert.equal(address, `/reviews/?rating=5&sort=lowest&after=${after}`);
  assert.deepEqual(readListQuestion(`rating=5&sort=lowest&after=${after}`).problems, []);
  for (const [filters, count] of [
    ['rating=4&sort=lowest', 1],
    ['rating=5', 1],
    // The filter that it was made for is left out first.
    ['rating=5&rating=5&sort=lowest', 2],
    ['rating=50&sort=lowest', 2],
  ] as const) {
    const { query, problems } = readListQuestion(`${filters}&after=${after}`);
    assert.equal(query.after, undefined, filters);
    assert.equal(problems.length, count, filters);
    assert.match(problems.at(-1)?.message ?? '', /^after was made for other filters/);
  }
});

test('a cursor that is repeated is no cursor of other filters', () => {
  const after = cursorBehind(corpus, 0, { rating: 5 });
  const { query, problems } = readListQuestion(`rating=5&after=${after}&after=${after}`);
  assert.deepEqual(query, { rating: 5 });
  assert.deepEqual(
    problems.map(({ message }) => message),
    ['after is given more than once; give it once'],
  );
});

test(`of many mistakes ${MAX_ISSUES} are told, and what is right is found among them`, () => {
  const nonsense = Array.from({ length: MAX_PARAMETERS / 2 }, (_, index) => `x${index}=1&rating=9`);
  const sent = nonsense.join('&').slice(0, -'&rating=9'.length);
  const { query, problems } = readListQuestion(`${sent}&sort=oldest`);
  assert.deepEqual(query, { sort: 'oldest' });
  assert.equal(problems.length, MAX_ISSUES);
  // Beyond the bound nothing is read.
  assert.deepEqual(readListQuestion(`${sent}&x=1&sort=oldest`).query, {});
});

test('whatever is sent, the normal form asks the same, without a problem', () => {
  const name = fc.oneof(
    fc.constantFrom(...Object.keys(SearchQuery.shape), 'utm_source', '__proto__', '%'),
    fc.string({ maxLength: 6 }),
  );
  const value = fc.oneof(
    fc.constantFrom('', '5', '4.5', '0', 'true', 'es', 'newest', '2026-02-29', '2024-02-29', '%zz'),
    fc.constantFrom(cursorBehind(corpus, 1, {}), cursorBehind(corpus, 1, { sort: 'highest' })),
    fc.string({ unit: 'binary', maxLength: 12 }).map(encodeWhole),
    fc.string({ maxLength: 12 }),
  );
  const queryString = fc
    .array(fc.tuple(name, value).map(([one, text]) => `${one}=${text}`))
    .map((pairs) => pairs.join('&'));
  fc.assert(
    fc.property(queryString, (sent) => {
      const { query, parameters } = readListQuestion(sent);
      assert.deepEqual(readListQuestion(parameters), { query, parameters, problems: [] });
    }),
    { numRuns: runs(500) },
  );
});

/** Lone surrogates cannot be encoded. */
function encodeWhole(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
