import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SEARCH_BUSY } from '#search/search.ts';
import { SearchResult } from '#search/search-result.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { numberedContent } from '../../support/numbered-content.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview, UNPUBLISHED_WORDS } from '../../support/sample-content.ts';

const { release } = await makeRelease();
const SEARCH = '/api/reviews/search';

/** Ids found by a query string, as it stands. */
const FOUND: readonly (readonly [query: string, ids: string])[] = [
  ['', 'review-a review-b review-c review-d review-e'],
  ['rating=5', 'review-a'],
  ['rating=5.0', 'review-a'],
  ['min_rating=4.5', 'review-a review-b'],
  ['min_rating=4.6', 'review-a'],
  ['query=elena+munoz', 'review-a'],
  ['query=%22wow%22%20-', 'review-a'],
  ['query=%F0%9F%99%82', 'review-a'],
  ['query=STRASSE', 'review-b'],
  ['query=%3C%2Fscript%3E', 'review-b'],
  ['query=%5D%5D%3E%20%26', 'review-b'],
  ['query=%D9%85%D9%85%D8%AA%D8%A7%D8%B2%D8%A9', 'review-c'],
  ['mentions_technician=Elena%20Mu%C3%B1oz', 'review-a review-d'],
  ['mentions_technician=ELENA+MUNOZ', 'review-a review-d'],
  ['mentions_technician=attorney+munoz', 'review-a review-d'],
  ['mentions_technician=elena-munoz', 'review-a review-d'],
  ['mentions_technician=elena', ''],
  ['mentions_technician=nobody', ''],
  ['mentions_service=car-accident', 'review-c'],
  ['mentions_service=no-such-service', ''],
  ['since=2025-05-14&until=2026-06-15', 'review-c review-d'],
  ['since=2024-02-29&until=2024-02-29', 'review-e'],
  ['rating=1&mentions_service=car-accident&query=wreck', 'review-c'],
  ['rating=2&mentions_service=car-accident', ''],
];

for (const [query, ids] of FOUND) {
  test(`"${query}" finds ${ids || 'nothing'}`, async (t) => {
    const { url } = await startInProcess(t, { release });
    const { status, json } = await ask(url, `${SEARCH}?${query}`);
    assert.equal(status, 200);
    const { total, count, reviews } = SearchResult.parse(json());
    assert.equal(reviews.map(({ id }) => id).join(' '), ids);
    assert.equal(total, reviews.length);
    assert.equal(count, reviews.length);
  });
}

test('the filters are told as they were understood', async (t) => {
  const { url } = await startInProcess(t, { release });
  const query = 'min_rating=4.50&query=a%20b+c&limit=7&mentions_technician=x';
  const { filters, limit } = (await ask(url, `${SEARCH}?${query}`)).json();
  assert.deepEqual(filters, { min_rating: 4.5, query: 'a b c', mentions_technician: 'x' });
  assert.equal(limit, 7);
});

test('what is not published is not found by its words', async (t) => {
  const { url } = await startInProcess(t, { release });
  for (const word of UNPUBLISHED_WORDS) {
    assert.equal((await ask(url, `${SEARCH}?query=${word}`)).json().total, 0);
  }
});

test('an answer is 304 until something in it changes', async (t) => {
  const { url, current } = await startInProcess(t, { release });
  const target = `${SEARCH}?rating=5`;
  const first = await ask(url, target);
  assert.equal(first.headers['last-modified'], undefined);
  const headers = { 'If-None-Match': String(first.headers.etag) };
  assert.equal((await ask(url, target, { headers })).status, 304);
  const edited = sampleReview('review-e', '2024-02-29', { rating: '3' }, 'A leap day.');
  await current.swap((await makeRelease({ ...SAMPLE_CONTENT, ...edited })).release);
  assert.equal((await ask(url, target, { headers })).status, 304, 'another review changed');
  const added = sampleReview('review-f', '2026-11-01');
  await current.swap((await makeRelease({ ...SAMPLE_CONTENT, ...added })).release);
  assert.equal((await ask(url, target, { headers })).status, 200);
});

test('reviews that share a date stand in the order of their ids, and the limit cuts there', async (t) => {
  const { url } = await startInProcess(t, { release });
  const { total, count, reviews } = SearchResult.parse(
    (await ask(url, `${SEARCH}?limit=1`)).json(),
  );
  assert.deepEqual([total, count], [5, 1]);
  assert.equal(reviews[0]?.id, 'review-a');
});

test('an answer tells caches which reviews it shows: up to 50, from there on all', async (t) => {
  const large = await makeRelease(numberedContent(1, 60));
  const { url } = await startInProcess(t, { release: large.release });
  for (const limit of [1, 50]) {
    const { headers, json } = await ask(url, `${SEARCH}?limit=${limit}`);
    const tags = SearchResult.parse(json()).reviews.map(({ id }) => `r-${id}`);
    assert.equal(tags.length, limit);
    assert.equal(headers['cache-tag'], tags.join(','));
    assert.equal(headers['surrogate-key'], tags.join(' '));
  }
  const { headers } = await ask(url, `${SEARCH}?limit=51`);
  assert.equal(headers['cache-tag'], 'reviews');
  assert.equal(headers['surrogate-key'], 'reviews');
  const none = await ask(url, `${SEARCH}?query=nowhere-to-be-found`);
  assert.equal(none.headers['cache-tag'], undefined);
});

test('too many searches in flight are 503, and say when to come back', async (t) => {
  const search = async () => 'busy' as const;
  const { url } = await startInProcess(t, { release: { ...release, search } });
  const { status, headers, json } = await ask(url, SEARCH);
  assert.deepEqual([status, headers['retry-after'], json().detail], [503, '1', SEARCH_BUSY]);
});
