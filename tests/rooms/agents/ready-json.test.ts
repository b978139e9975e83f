import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapedReview, MAX_KEPT_BYTES, readyJson, textOf } from '#agents/ready-json.ts';
import { readySearchResult } from '#agents/tools/reviews.ts';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { readCorpus } from '#search/corpus/corpus.ts';
import { renderSearchResult } from '#search/search-result.ts';
import { publishedReview } from '../../support/reviews.ts';
import { AWKWARD } from '../artifacts/sample-datasets.ts';

test('a text is read back from its plain and from its escaped form', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      const ready = readyJson(text);
      assert.equal(textOf(ready), text);
      const quoted = `"${Buffer.concat(ready.escaped).toString('utf8')}"`;
      assert.equal(JSON.parse(quoted), text);
    }),
  );
});

const corpus = readCorpus([renderReviewsJson(AWKWARD)]);

test('the plain form is what REST answers, the escaped one is its JSON string', () => {
  const all = Array.from({ length: corpus.count }, (_, position) => position);
  for (const positions of [[], [0], all]) {
    const query = { limit: 20, query: 'a "quoted" \u{1F600} text' };
    const hits = { total: 30, positions };
    const ready = readySearchResult(corpus, query, hits);
    const { body } = renderSearchResult(corpus, query, hits);
    const rest = Buffer.from(body).toString('utf8');
    assert.equal(textOf(ready), rest);
    assert.equal(`"${Buffer.concat(ready.escaped).toString('utf8')}"`, JSON.stringify(rest));
  }
});

test('an escaped review is made once', () => {
  assert.equal(escapedReview(corpus, 0), escapedReview(corpus, 0));
});

test('escaped reviews that are kept have a bound', () => {
  // Escaped twice, a quotation mark is four bytes: three of these reviews are too much.
  const reviewBody = '"'.repeat(MAX_KEPT_BYTES / 10);
  const ids = ['long-one', 'long-two', 'long-three', 'long-four', 'long-five'];
  const long = readCorpus([
    renderReviewsJson({
      ...AWKWARD,
      reviews: ids.map((id) => publishedReview({ id, reviewBody })),
    }),
  ]);
  const first = escapedReview(long, 0);
  for (const position of [1, 2, 3]) escapedReview(long, position);
  assert.notEqual(escapedReview(long, 0), first);
});
