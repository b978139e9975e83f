import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SEARCH_BUSY } from '#search/search.ts';
import { SearchResult } from '#search/search-result.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { numberedContent } from '../../support/numbered-content.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';

const { release } = await makeRelease();
const SEARCH = '/api/reviews/search';

test('the filters are told as they were understood', async (t) => {
  const { url } = await startInProcess(t, { release });
  const query = 'min_rating=4.50&query=a%20b+c&limit=7&mentions_technician=x';
  const { filters, limit } = (await ask(url, `${SEARCH}?${query}`)).json();
  assert.deepEqual(filters, { min_rating: 4.5, query: 'a b c', mentions_technician: 'x' });
  assert.equal(limit, 7);
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
