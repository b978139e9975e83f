import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addressOfFeed,
  askOfFeed,
  describeSubject,
  FEED_SIZE,
  FeedQuery,
  subjectOfFeed,
} from '#search/question/feed-question.ts';
import { SearchQuery } from '#search/question/search-query.ts';
import { parseParameters } from '#search/request/parameters.ts';

const read = (parameters: string) => parseParameters(parameters, FeedQuery, 'the feeds');
const queryOf = (parameters: string) => read(parameters).value ?? assert.fail(parameters);

test('a feed takes the parameters of search', () => {
  assert.deepEqual(Object.keys(FeedQuery.shape), Object.keys(SearchQuery.shape));
  assert.deepEqual(queryOf('max_rating=2'), { max_rating: 2, limit: FEED_SIZE });
  assert.equal(queryOf('limit=1').limit, 1);
});

test('of what is sent to a feed, the parameters of search are read, in their order', () => {
  for (const [queryString, parameters] of [
    ['', undefined],
    ['&', undefined],
    ['utm_source=x&page=2&Rating=5&x.rating=5', undefined],
    ['%ff=1', undefined],
    ['max_rating=2', 'max_rating=2'],
    ['utm_source=x&max_rating=2&v=3', 'max_rating=2'],
    ['limit=5&aspect=fees&since=2026-01-01', 'since=2026-01-01&aspect=fees&limit=5'],
    ['max%5Frating=2', 'max%5Frating=2'],
    ['rating=5&rating=4', 'rating=5&rating=4'],
    ['rating', 'rating'],
    ['query=%ff', 'query=%ff'],
  ] as const) {
    assert.equal(askOfFeed('/feed.xml', queryString)?.parameters, parameters, queryString);
  }
  assert.equal(askOfFeed('/feed.xml', 'rating=5')?.format, 'atom');
  assert.equal(askOfFeed('/api/feed.json', 'rating=5')?.format, 'json');
  for (const path of ['/reviews.json', '/feed.xml/', '/archive/2026/10/feed.xml', '']) {
    assert.equal(askOfFeed(path, 'rating=5'), undefined, path);
  }
});

test('the feeds of a question have one address, in a fixed order and without defaults', () => {
  for (const [parameters, asked] of [
    ['limit=50', ''],
    ['sort=newest', ''],
    ['limit=5', '?limit=5'],
    ['limit=5&sort=lowest&max_rating=2.0', '?max_rating=2&sort=lowest&limit=5'],
    ['query=%22a%20%26%20b%22', '?query=%22a+%26+b%22'],
  ] as const) {
    const address = { atom: `/feed.xml${asked}`, json: `/api/feed.json${asked}` };
    assert.deepEqual(addressOfFeed(queryOf(parameters)), address);
    // It is read as the same question.
    if (asked) assert.deepEqual(queryOf(asked.slice(1)), queryOf(parameters));
  }
});

test('what a feed is about is the same on each of its pages, and can be said', () => {
  const first = queryOf('aspect=fees&max_rating=2&limit=5');
  for (const query of [first, { ...first, limit: 7, after: 'x' }]) {
    assert.equal(subjectOfFeed(query), 'max_rating=2&aspect=fees');
    assert.equal(describeSubject(query), '2 stars or fewer, about fees');
  }
  for (const parameters of ['limit=5', 'sort=newest']) {
    assert.equal(subjectOfFeed(queryOf(parameters)), '');
  }
  assert.equal(describeSubject(queryOf('limit=5')), '');
});
