import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapedReview, MAX_KEPT_BYTES } from '#agents/ready-json.ts';
import { rememberByKey, rememberOnce } from '#agents/remember.ts';
import { readySearchResult } from '#agents/tools/reviews.ts';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { readCorpus } from '#search/corpus/corpus.ts';
import { renderSearchResult } from '#search/search-result.ts';
import { publishedReview } from '../../support/reviews.ts';
import { AWKWARD } from '../artifacts/sample-datasets.ts';
import { textOf } from './tools/call-tool.ts';

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

function counted(limit: number) {
  const made: string[] = [];
  const textOf = rememberByKey(limit, async ({ name }: { readonly name: string }, key) => {
    made.push(`${name} ${key}`);
    return key === 'empty' ? '' : `${name} ${key}`;
  });
  return { made, textOf };
}

test('a text is made once for each subject and key, and shared by concurrent callers', async () => {
  const { made, textOf } = counted(4);
  const [one, other] = [{ name: 'one' }, { name: 'other' }];
  for (const subject of [one, other, one]) {
    const texts = await Promise.all(['a', 'a', 'empty'].map((key) => textOf(subject, key)));
    assert.deepEqual(texts, [`${subject.name} a`, `${subject.name} a`, '']);
  }
  assert.deepEqual(made, ['one a', 'one empty', 'other a', 'other empty']);
});

test('beyond the limit the text that was not asked for the longest is given up', async () => {
  const { made, textOf } = counted(2);
  const subject = { name: 'x' };
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await textOf(subject, key);
  assert.deepEqual(made, ['x a', 'x b', 'x c', 'x b']);
});

test('a failure reaches all who wait for it; the next caller tries again', async () => {
  const results = [Promise.reject(new Error('busy')), Promise.resolve('text')];
  const textOf = rememberByKey(2, async (_: object) => results.shift());
  const subject = {};
  const waiting = [textOf(subject, 'a'), textOf(subject, 'a')];
  for (const { status } of await Promise.allSettled(waiting)) assert.equal(status, 'rejected');
  assert.equal(await textOf(subject, 'a'), 'text');
  assert.equal(await textOf(subject, 'a'), 'text');
});

test('of each object one result is made, also of nothing', async () => {
  const looks: object[] = [];
  const look = rememberOnce(async (subject: object) => {
    looks.push(subject);
  });
  const [one, other] = [{}, {}];
  await Promise.all([look(one), look(one), look(other)]);
  await look(one);
  assert.equal(looks.length, 2);
});
