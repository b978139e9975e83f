import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchForChatGpt } from '#agents/tools/chatgpt.ts';
import { MAX_WORDS, rankReviews } from '#agents/tools/rank-reviews.ts';
import { SEARCH_BUSY } from '#search/run-search.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { storedReview } from '../../../support/reviews.ts';
import { datasetOf, NAMED } from '../../artifacts/sample-datasets.ts';
import { failureOf } from './call-tool.ts';

/** Reviews by their id, newest first. */
const TEXTS = {
  maria: 'María López won.',
  bill: 'The bill was a mess, and the bill was late.',
  car: 'After the car crash they won the case.',
  wei: 'Wei Zhang called me back about the bill.',
  plain: 'All was well in the end.',
  late: 'They called me, late, and I called them back.',
};
const source = sourceOf(
  datasetOf({
    ...NAMED,
    reviews: Object.entries(TEXTS).map(([id, reviewBody], index) =>
      storedReview({ id, reviewBody, datePublished: `2026-09-0${9 - index}` }),
    ),
  }),
);

async function idsOf(text: string, most = 20): Promise<string[]> {
  const positions = await rankReviews(text, source, most);
  assert.ok(positions !== 'busy');
  return (await source.reviews(positions)).map(({ id }) => id);
}

test('a phrase that stands in a text comes before its words', async () => {
  assert.deepEqual(await idsOf('called me, late'), ['late']);
  assert.deepEqual(await idsOf('called back'), ['wei', 'late']);
});

test('a question in free words finds what holds most of its rare ones, the newest first', async () => {
  assert.deepEqual(await idsOf('What do people say about the bill?'), ['wei']);
  assert.deepEqual(await idsOf('bill'), ['bill', 'wei']);
  assert.deepEqual(await idsOf('bill', 1), ['bill']);
  assert.deepEqual(await idsOf('a late bill'), ['bill', 'wei', 'late']);
});

test('people and services are found by any of their names, whatever stands around them', async () => {
  assert.deepEqual(await idsOf('Is maria any good?'), ['maria']);
  assert.deepEqual(await idsOf('Reviews of Ms. Lopez'), ['maria']);
  assert.deepEqual(await idsOf('car accidents or a CAR-ACCIDENT'), ['car']);
});

test('words that stand in every review find reviews where there are no others', async () => {
  assert.equal((await idsOf('e')).length, 6);
  assert.deepEqual(await idsOf('zebra'), []);
  for (const nothing of ['', ' ', '?!', '👩‍👩‍👧‍👦']) assert.deepEqual(await idsOf(nothing), []);
});

test('only so many words are looked for', async () => {
  const others = Array.from({ length: MAX_WORDS }, (_, at) => `zebra${at}`).join(' ');
  assert.deepEqual(await idsOf(`${others} mess`), []);
  assert.deepEqual(await idsOf(`mess ${others}`), ['bill']);
});

test('nothing is ranked while too many searches are running', async () => {
  const busy = { ...source, search: async () => 'busy' as const };
  assert.equal(await rankReviews('bill', busy, 20), 'busy');
  assert.equal(await failureOf(searchForChatGpt, busy, { query: 'bill' }), SEARCH_BUSY);
});
