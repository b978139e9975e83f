import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { corpusOf } from '#search/corpus/corpus.ts';
import { readParts } from '#search/corpus/review-records.ts';
import { cursorBehind } from '#search/question/cursor.ts';
import { addressOfList, MAX_PARAMETERS, readListQuestion } from '#search/question/list-question.ts';
import { SearchQuery } from '#search/question/search-query.ts';
import { Issue, MAX_ISSUES } from '#search/request/issue.ts';
import { parseParameters } from '#search/request/parameters.ts';
import { runs } from '../../../support/at-length.ts';
import { AWKWARD } from '../../artifacts/sample-datasets.ts';

const corpus = corpusOf(readParts([renderReviewsJson(AWKWARD)]));

for (const [queryString, parameters] of [
  ['sort=newest&rating=5', 'rating=5'],
  ['sort=lowest&until=2026-12-31&rating=5.0', 'rating=5&until=2026-12-31&sort=lowest'],
  ['rating=&has_reply=true&rating=4', 'rating=4&has_reply=true'],
  ['query=caf%C3%A9%20%2B&', 'query=caf%C3%A9+%2B'],
  ['page=1&rating=1', 'rating=1'],
  // A phrase that has only begun is as good as none.
  ['words=%22&rating=1', 'rating=1'],
  ['words=%E2%80%9C%20%E2%80%9D&rating=1', 'rating=1'],
  ['utm_source=x&UTM_Campaign=y&gclid=1&fbclid=2&msclkid=3&_gl=4&rating=1', 'rating=1'],
] as const) {
  test(`"${queryString}" has the normal form "${parameters}", without a problem`, () => {
    const question = readListQuestion(queryString);
    assert.deepEqual([question.parameters, question.problems], [parameters, []]);
    assert.equal(addressOfList(question.query), `/reviews/?${parameters}`);
  });
}

test('of many mistakes so many are told, and beyond a bound nothing is read', () => {
  const mistakes = Array.from({ length: MAX_PARAMETERS }, (_, index) => `x${index}=1`).join('&');
  const { query, problems } = readListQuestion(`${mistakes.replace(/^x0=1&/, '')}&sort=oldest`);
  assert.deepEqual([query, problems.length], [{ sort: 'oldest' }, MAX_ISSUES]);
  assert.deepEqual(readListQuestion(`${mistakes}&sort=oldest`).query, {});
});

test('whatever is sent is a search or has issues, and its normal form asks the same, without a problem', () => {
  const name = fc.oneof(
    fc.constantFrom(...Object.keys(SearchQuery.shape), 'page', 'utm_source', '__proto__', '%'),
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
      const question = readListQuestion(sent);
      assert.deepEqual(readListQuestion(question.parameters), { ...question, problems: [] });
      const { value, problems = [] } = parseParameters(sent, SearchQuery, 'search');
      assert.equal(value === undefined, problems.length > 0);
      for (const issue of problems) assert.ok(Issue.parse(issue).message !== '');
    }),
    { numRuns: runs(500) },
  );
});

/** Lone surrogates cannot be encoded. */
function encodeWhole(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
