import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MAX_QUERY_LENGTH, SearchQuery } from '#search/question/search-query.ts';
import { Issue } from '#search/request/issue.ts';
import { parseParameters } from '#search/request/parameters.ts';
import { runs } from '../../../support/at-length.ts';

const accepts = (value: unknown) => SearchQuery.safeParse(value).success;

test('a query is an object of numbers and of texts that hold something, with a maximum length', () => {
  for (const value of ['5', true, null, [5]]) {
    for (const name of ['rating', 'min_rating', 'limit']) assert.ok(!accepts({ [name]: value }));
  }
  for (const name of ['query', 'mentions_technician', 'mentions_service']) {
    assert.ok(accepts({ [name]: 'a'.repeat(MAX_QUERY_LENGTH) }));
    for (const value of [5, 'a'.repeat(MAX_QUERY_LENGTH + 1), '', ' ', '\u00a0 \u3000', '\u0301']) {
      assert.ok(!accepts({ [name]: value }), JSON.stringify(value));
    }
  }
  for (const value of [null, undefined, [], 'rating=5', 5]) assert.ok(!accepts(value));
});

test('any query string is a search or has issues, and never throws', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...Object.keys(SearchQuery.shape),
      '&',
      '=',
      '%',
      '+',
      '5',
      '4.5',
      '2026-01-01',
      '%00',
    ),
    fc.string({ unit: 'binary', maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const parsed = parseParameters(pieces.join(''), SearchQuery, 'search');
      if (parsed.value) return parsed.value.limit >= 1 && parsed.value.limit <= 100;
      for (const issue of parsed.problems) assert.ok(Issue.parse(issue).message !== '');
      return parsed.problems.length > 0;
    }),
    { numRuns: runs(500) },
  );
});

test('what URLSearchParams writes is read back', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((one) => !/\p{Cc}|^[\p{M}\s]*$/u.test(one.normalize('NFKD')));
  fc.assert(
    fc.property(text, text, (query, mentions_technician) => {
      const written = new URLSearchParams({ query, mentions_technician }).toString();
      const value = { query, mentions_technician, limit: 20 };
      assert.deepEqual(parseParameters(written, SearchQuery, 'search'), { value });
    }),
  );
});
