import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Issue } from '#search/issue.ts';
import type { SearchQuery } from '#search/search-query.ts';
import { parseSearchParameters } from '#search/search-query.ts';

const NAMES =
  'rating, min_rating, since, until, query, mentions_technician, mentions_service, limit';

function searchOf(queryString: string): SearchQuery {
  const asked = parseSearchParameters(queryString);
  return asked.ok ? asked.value : assert.fail(JSON.stringify(asked.issues));
}

function issuesOf(queryString: string): readonly Issue[] {
  const asked = parseSearchParameters(queryString);
  return asked.ok ? assert.fail(`${queryString} is refused`) : asked.issues;
}

const messagesOf = (queryString: string) => issuesOf(queryString).map(({ message }) => message);

test('nothing asked is everything, 20 reviews of it', () => {
  assert.deepEqual(searchOf(''), { limit: 20 });
});

test('every parameter is understood, in any order', () => {
  assert.deepEqual(
    searchOf(
      'limit=100&mentions_service=car-accident&mentions_technician=Mar%C3%ADa+L%C3%B3pez&query=called%20me&until=2026-12-31&since=2025-01-01&min_rating=1&rating=5',
    ),
    {
      rating: 5,
      min_rating: 1,
      since: '2025-01-01',
      until: '2026-12-31',
      query: 'called me',
      mentions_technician: 'María López',
      mentions_service: 'car-accident',
      limit: 100,
    },
  );
});

for (const [queryString, value] of [
  ['rating=1', { rating: 1 }],
  ['rating=5', { rating: 5 }],
  ['rating=5.0', { rating: 5 }],
  ['min_rating=1', { min_rating: 1 }],
  ['min_rating=4.5', { min_rating: 4.5 }],
  ['min_rating=5', { min_rating: 5 }],
  ['limit=1', { limit: 1 }],
  ['limit=100', { limit: 100 }],
  ['since=2024-02-29', { since: '2024-02-29' }],
  ['since=2026-01-01&until=2026-01-01', { since: '2026-01-01', until: '2026-01-01' }],
  ['rating=2&min_rating=5', { rating: 2, min_rating: 5 }],
  ['query=a+b%2Bc', { query: 'a b+c' }],
  ['query=a=b', { query: 'a=b' }],
  ['query=5', { query: '5' }],
  ['query=%F0%9F%91%8D', { query: '👍' }],
  ['query=%3Cscript%3E%26amp%3B', { query: '<script>&amp;' }],
  ['mentions_technician=123', { mentions_technician: '123' }],
  [`query=${'a'.repeat(200)}`, { query: 'a'.repeat(200) }],
] as const) {
  test(`${queryString.slice(0, 60)} is understood`, () => {
    assert.deepEqual(searchOf(queryString), { limit: 20, ...value });
  });
}

const WHOLE_STAR = 'rating must be a whole number from 1 to 5';
const STAR = 'min_rating must be a number from 1 to 5';
const LIMIT = 'limit must be a whole number from 1 to 100';
const DATE = 'must be a date that exists, written YYYY-MM-DD';

for (const [queryString, message] of [
  ['rating=0', `${WHOLE_STAR} (got 0)`],
  ['rating=6', `${WHOLE_STAR} (got 6)`],
  ['rating=4.5', `${WHOLE_STAR} (got 4.5)`],
  ['rating=0.5', `${WHOLE_STAR} (got 0.5)`],
  ['rating=-1', `${WHOLE_STAR} (got "-1")`],
  ['rating=five', `${WHOLE_STAR} (got "five")`],
  ['rating=1e0', `${WHOLE_STAR} (got "1e0")`],
  ['rating=0x5', `${WHOLE_STAR} (got "0x5")`],
  ['rating=NaN', `${WHOLE_STAR} (got "NaN")`],
  ['rating=+5', `${WHOLE_STAR} (got " 5")`],
  ['rating=5%20', `${WHOLE_STAR} (got "5 ")`],
  ['rating=', `${WHOLE_STAR} (got "")`],
  ['rating', `${WHOLE_STAR} (got "")`],
  ['min_rating=0.5', `${STAR} (got 0.5)`],
  ['min_rating=5.5', `${STAR} (got 5.5)`],
  ['min_rating=Infinity', `${STAR} (got "Infinity")`],
  ['limit=0', `${LIMIT} (got 0)`],
  ['limit=101', `${LIMIT} (got 101)`],
  ['limit=1.5', `${LIMIT} (got 1.5)`],
  ['limit=', `${LIMIT} (got "")`],
  ['limit=9999999999999999999', `${LIMIT} (got "9999999999999999999")`],
  ['since=2026-02-30', `since ${DATE} (got "2026-02-30")`],
  ['since=2025-02-29', `since ${DATE} (got "2025-02-29")`],
  ['since=2026-2-1', `since ${DATE} (got "2026-2-1")`],
  ['since=2026-10-03T00:00:00Z', `since ${DATE} (got "2026-10-03T00:00:00Z")`],
  ['since=yesterday', `since ${DATE} (got "yesterday")`],
  ['until=', `until ${DATE} (got "")`],
  ['until=0000-01-01', `until ${DATE} (got "0000-01-01")`],
  ['query=', 'query must not be empty (got "")'],
  ['mentions_technician=', 'mentions_technician must not be empty (got "")'],
  ['mentions_service', 'mentions_service must not be empty (got "")'],
  ['query=%00', 'query must not hold control characters (got "\\u0000")'],
  ['mentions_service=a%00b', 'mentions_service must not hold control characters (got "a\\u0000b")'],
  ['query=a%0Ab', 'query must not hold control characters (got "a\\nb")'],
  ['query=%CC%81', 'query must hold something to search for (got "\u0301")'],
  ['query=%ZZ', '"query=%ZZ" is not valid percent-encoded UTF-8'],
  ['query=%', '"query=%" is not valid percent-encoded UTF-8'],
  ['query=%C3', '"query=%C3" is not valid percent-encoded UTF-8'],
  ['query=%ED%A0%80', '"query=%ED%A0%80" is not valid percent-encoded UTF-8'],
  ['%ZZ=1', '"%ZZ=1" is not valid percent-encoded UTF-8'],
  [
    'since=2026-02-01&until=2026-01-31',
    'until must not lie before since, 2026-02-01 (got "2026-01-31")',
  ],
  ['rating=5&rating=5', 'rating is given more than once; give it once'],
  ['query=a&query=b&query=c', 'query is given more than once; give it once'],
  ['ratng=5', `"ratng" is not a parameter of search (did you mean "rating"?); there are ${NAMES}`],
  ['QUERY=a', `"QUERY" is not a parameter of search (did you mean "query"?); there are ${NAMES}`],
  [
    'minrating=5',
    `"minrating" is not a parameter of search (did you mean "min_rating"?); there are ${NAMES}`,
  ],
  ['page=2', `"page" is not a parameter of search; there are ${NAMES}`],
  ['__proto__=1', `"__proto__" is not a parameter of search; there are ${NAMES}`],
  ['constructor=1', `"constructor" is not a parameter of search; there are ${NAMES}`],
  [
    'query[]=a',
    `"query[]" is not a parameter of search (did you mean "query"?); there are ${NAMES}`,
  ],
  ['=5', `"" is not a parameter of search; there are ${NAMES}`],
] as const) {
  test(`${queryString} is refused with one issue`, () => {
    assert.deepEqual(messagesOf(queryString), [message]);
  });
}

test('an issue names its parameter and has a code for programs', () => {
  const codes = (queryString: string) =>
    issuesOf(queryString).map(({ path, code }) => [path, code]);
  assert.deepEqual(codes('rating=7'), [[['rating'], 'too_big']]);
  assert.deepEqual(codes('rating=0'), [[['rating'], 'too_small']]);
  assert.deepEqual(codes('rating=a'), [[['rating'], 'invalid_type']]);
  assert.deepEqual(codes('ratng=5'), [[['ratng'], 'unrecognized_keys']]);
  assert.deepEqual(codes('query=a&query=b'), [[['query'], 'repeated']]);
  assert.deepEqual(codes('query=%ZZ'), [[['query'], 'malformed']]);
  assert.deepEqual(codes('%ZZ=a'), [[[], 'malformed']]);
});

test('everything that is wrong is told at once', () => {
  assert.deepEqual(
    issuesOf('foo=1&rating=9&query=&since=2026-02-30&limit=0&limit=1').map(({ path }) => path[0]),
    ['foo', 'limit', 'rating', 'since', 'query', 'limit'],
  );
});

test('since after until is told beside other issues', () => {
  const order = 'until must not lie before since, 2026-02-01 (got "2026-01-31")';
  for (const [wrong, message] of [
    ['rating=9', `${WHOLE_STAR} (got 9)`],
    ['rating=x', `${WHOLE_STAR} (got "x")`],
  ]) {
    assert.deepEqual(messagesOf(`since=2026-02-01&until=2026-01-31&${wrong}`), [message, order]);
  }
});

test('an impossible date is not held against the other one', () => {
  assert.deepEqual(messagesOf('since=2026-02-30&until=2026-01-31'), [
    `since ${DATE} (got "2026-02-30")`,
  ]);
  assert.deepEqual(messagesOf('since=2026-02-01&until='), [`until ${DATE} (got "")`]);
});

test('a long value is refused, and not repeated whole', () => {
  const long = 'a'.repeat(5000);
  for (const queryString of [`query=${long}`, `rating=${long}`, `${long}=1`, `query=%ZZ${long}`]) {
    const [issue, ...more] = issuesOf(queryString);
    assert.deepEqual(more, []);
    assert.ok((issue?.message.length ?? 0) < 300);
  }
  assert.match(messagesOf(`query=${'a'.repeat(201)}`)[0] ?? '', /^query must be at most 200 char/);
});

test('whatever is asked, the answer is a search or issues, never an exception', () => {
  const piece = fc.oneof(
    fc.constantFrom(...NAMES.split(', '), '&', '=', '%', '+', '5', '4.5', '2026-01-01', '%00'),
    fc.string({ unit: 'binary', maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const asked = parseSearchParameters(pieces.join(''));
      if (asked.ok) {
        assert.ok(asked.value.limit >= 1 && asked.value.limit <= 100);
      } else {
        assert.ok(asked.issues.length > 0);
        for (const { path, code, message } of asked.issues) {
          assert.ok(Array.isArray(path) && code !== '' && message !== '');
        }
      }
    }),
    { numRuns: 500 },
  );
});

test('what URLSearchParams writes is read back', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(text, text, (query, mentions_technician) => {
      fc.pre(
        ![query, mentions_technician].some((one) => /\p{Cc}/u.test(one) || /^\p{M}*$/u.test(one)),
      );
      const written = new URLSearchParams({ query, mentions_technician }).toString();
      assert.deepEqual(searchOf(written), { query, mentions_technician, limit: 20 });
    }),
  );
});

test('a stray ampersand is no parameter', () => {
  assert.deepEqual(parseSearchParameters('&rating=5&&'), {
    ok: true,
    value: { rating: 5, limit: 20 },
  });
});

test('no more than 20 issues are told, however many there are', () => {
  const result = parseSearchParameters('a&'.repeat(4000));
  assert.equal(result.ok ? 0 : result.issues.length, 20);
});
