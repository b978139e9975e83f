import assert from 'node:assert/strict';
import { test } from 'node:test';
import { termsOf } from '#search/question/terms.ts';
import type { PageQuery } from '#search/search.ts';
import { openIndex, withTexts } from './search-samples.ts';

/** Newest first; the first two are of one day. */
const DOCUMENTS = [
  { id: 'a', body: 'My attorney called me back, twice.', author: 'Ann O’Brien' },
  { id: 'b', body: 'The attorneys’ calls came late.', title: 'Denied, then paid' },
  { id: 'c', body: 'They denied my claim; nobody calls. 好律师！', title: 'Lost at trial' },
  { id: 'd', body: 'A scar on my car. They would not lose it.', author: 'Call Back' },
  { id: 'e', body: 'Muy buen abogado', title: 'Losing is no option: abogados' },
].map((one, at) => ({
  ...(withTexts([''])[0] ?? assert.fail()),
  ...one,
  date: `202${5 - Math.max(1, at)}-01-01`,
}));
const index = openIndex(DOCUMENTS, 2);

function ask(words: string, more: Partial<PageQuery> = {}) {
  const { positions, matched } = index.search({ words, limit: 9, ...more });
  return { found: positions.map((position) => DOCUMENTS[position]?.id).join(''), matched };
}

for (const [what, words, found, matched] of [
  ['in any form and order, in texts and names', 'back calling', 'ad', 2],
  ['most of them, if none has all', 'attorney claim trials deny', 'c', 3],
  ['first where more of them are in the title', 'deny', 'bc', 1],
  ['in irregular forms, in titles', 'loses', 'ced', 1],
  ['without what carries only grammar', 'did they lose the', 'ced', 1],
  ['that carry only grammar, if there are no others', 'would not', 'd', 2],
  ['without questions that are written short', "what's the claim", 'c', 1],
  ['that have an apostrophe, as they stand', "o'brien", 'a', 1],
  ['of a phrase as they stand', '“called me back”', 'a', 1],
  ['of a phrase, not parts of longer ones', '"car"', 'd', 1],
  ['of a phrase, not at the edges of longer ones', '"is no opt"', '', 0],
  ['in scripts without spaces, as parts of a line', '律师', 'c', 1],
  ['of a phrase beside others', '"denied my claim" call', 'c', 2],
  ['outside of a quotation that has no end', 'call" back', 'ad', 2],
  ['once, however often they are given', 'call "call" call', 'abcd', 1],
  ['not at all, if no review has any', 'zeppelin', '', 0],
] as const) {
  test(`words are found ${what}`, () => assert.deepEqual(ask(words), { found, matched }));
}

test('a filter leaves out some of what words find, and a sort orders it otherwise', () => {
  assert.equal(ask('loses', { until: '2023-12-31' }).found, 'ced');
  assert.equal(ask('loses', { until: '2022-12-31' }).found, 'ed');
  assert.equal(ask('attorney call', { until: '2023-12-31' }).found, '', 'others have both');
  assert.equal(ask('loses', { sort: 'oldest' }).found, 'edc');
  assert.equal(ask('loses', { query: 'claim' }).found, 'c');
});

test('each word is counted, whatever others find', () => {
  const counts = index.countWords({ words: 'call "my claim" zeppelin' });
  assert.deepEqual(
    counts.map(([{ text }, count]) => [text, count]),
    [
      ['my claim', 1],
      ['call', 4],
      ['zeppelin', 0],
    ],
  );
});

test('a text has at most 100 terms', () => {
  assert.equal(termsOf(Array.from({ length: 300 }, (_, at) => `w${at}`).join(' ')).length, 100);
});
