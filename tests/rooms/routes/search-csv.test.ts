import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { ErrorBody } from '#search/request/issue.ts';
import { ask, decode } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';

const MANY = Object.assign(
  {},
  ...Array.from({ length: 30 }, (_, index) =>
    sampleReview(`many-${10 + index}`, `2026-03-${10 + (index % 20)}`, {}, `"Number", ${index};`),
  ),
);
const { release } = await makeRelease({ ...SAMPLE_CONTENT, ...MANY });
const { url } = await startInProcess({ after }, { release });

const rowsOf = (text: string): string[][] => parse(text);
const nextOf = (link: unknown) => /^<[^>]*?(\/api[^>]+)>; rel="next"$/.exec(String(link))?.[1];

for (const query of [
  '',
  'query=number',
  'rating=5&limit=7',
  'since=2026-03-12&until=2026-03-14',
  'query=nothing+of+that+kind',
  'sort=oldest&limit=100',
]) {
  test(`?${query} as CSV has the rows of reviews.csv that the same search finds, in its order`, async () => {
    const all = rowsOf((await ask(url, '/reviews.csv')).text);
    const found = await ask(url, `/api/reviews/search.csv?${query}`);
    const { reviews } = (await ask(url, `/api/reviews/search?${query}`)).json();
    assert.equal(found.status, 200);
    assert.equal(found.headers['content-type'], 'text/csv; charset=utf-8; header=present');
    assert.ok(Array.isArray(reviews));
    const expected = reviews.map(({ id }) => all.find(([own]) => own === id));
    assert.deepEqual(rowsOf(found.text), [all[0], ...expected]);
  });
}

test('Link leads from page to page, to the last one', async () => {
  const ids: string[] = [];
  let target: string | undefined = '/api/reviews/search.csv?query=number&limit=12';
  let pages = 0;
  while (target !== undefined) {
    const { headers, text } = await ask(url, target);
    ids.push(
      ...rowsOf(text)
        .slice(1)
        .map(([id = '']) => id),
    );
    target = nextOf(headers.link);
    assert.ok(++pages <= 3);
  }
  const { reviews } = (await ask(url, '/api/reviews/search?query=number&limit=100')).json();
  assert.ok(Array.isArray(reviews) && reviews.length === 30);
  assert.deepEqual(
    ids,
    reviews.map(({ id }) => id),
  );
});

test('it is compressed and conditional as any answer, and takes the parameters of search alone', async () => {
  const target = '/api/reviews/search.csv?limit=100';
  const plain = await ask(url, target);
  const coded = await ask(url, target, { headers: { 'Accept-Encoding': 'zstd' } });
  assert.equal(coded.headers['content-encoding'], 'zstd');
  assert.equal(decode(coded), plain.text);
  const headers = { 'If-None-Match': String(coded.headers.etag) };
  assert.equal((await ask(url, target, { headers })).status, 304);
  for (const wrong of ['rating=7', 'rows=5', 'limit=101', 'since=2026-02-30']) {
    const { status, json } = await ask(url, `/api/reviews/search.csv?${wrong}`);
    assert.equal(status, 400, wrong);
    assert.equal(ErrorBody.parse(json()).issues.length, 1);
  }
});
