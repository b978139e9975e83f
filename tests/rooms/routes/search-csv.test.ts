import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { after, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { ErrorBody } from '#search/request/issue.ts';
import { SEARCH_BUSY } from '#search/run-search.ts';
import { SearchResult } from '#search/search-result.ts';
import { MAX_CODED_STREAMS } from '../../../sidecar/routes/answers/answer-codings.ts';
import { PreparedAnswer } from '../../../sidecar/routes/answers/prepared-answer.ts';
import { answerSearchAsCsv } from '../../../sidecar/routes/search.ts';
import { ask, decode } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';

/** As many as are sent in three pieces. */
const MANY = Object.assign(
  {},
  ...Array.from({ length: 230 }, (_, index) =>
    sampleReview(
      `many-${100 + index}`,
      `2026-03-${10 + (index % 20)}`,
      { rating: String(1 + (index % 5)) },
      `"Number", ${index};`,
    ),
  ),
);
const CONTENT = { ...SAMPLE_CONTENT, ...MANY };
const { release } = await makeRelease(CONTENT);
const { url } = await startInProcess({ after }, { release });
const CSV = '/api/reviews/search.csv';

const rowsOf = (text: string): string[][] => parse(text);
const idsOf = (text: string) =>
  rowsOf(text)
    .slice(1)
    .map(([id]) => id);

/** All that a search finds, page by page. */
async function findAll(query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let more = ''; ; ) {
    const { json } = await ask(url, `/api/reviews/search?limit=100&${query}${more}`);
    const { reviews, next } = SearchResult.parse(json());
    ids.push(...reviews.map(({ id }) => id));
    if (next === undefined) return ids;
    more = `&after=${next}`;
  }
}

for (const query of [
  '',
  'query=number',
  'rating=5&sort=oldest',
  'sort=lowest',
  'since=2026-03-12&until=2026-03-14',
  'query=nothing+of+that+kind',
]) {
  test(`?${query} as CSV has the rows of reviews.csv that the same search finds, all of them in its order`, async () => {
    const all = rowsOf((await ask(url, '/reviews.csv')).text);
    const found = await ask(url, `${CSV}?${query}`);
    assert.equal(found.status, 200);
    assert.equal(found.headers['content-type'], 'text/csv; charset=utf-8; header=present');
    assert.equal(found.headers['content-disposition'], 'attachment; filename="reviews.csv"');
    assert.equal(found.headers.link, undefined);
    const expected = (await findAll(query)).map((id) => all.find(([own]) => own === id));
    assert.deepEqual(rowsOf(found.text), [all[0], ...expected]);
  });
}

test('it is compressed and conditional as any answer, and takes the filters of search and sort alone', async () => {
  const plain = await ask(url, CSV);
  const tags = new Set<unknown>();
  for (const coding of ['identity', 'zstd', 'br', 'gzip']) {
    const headers = { 'Accept-Encoding': coding };
    const coded = await ask(url, CSV, { headers });
    assert.equal(coded.headers['content-encoding'] ?? 'identity', coding);
    assert.equal(decode(coded), plain.text);
    assert.deepEqual((await ask(url, CSV, { headers })).body, coded.body);
    const head = await ask(url, CSV, { method: 'HEAD', headers });
    const { date: _, 'transfer-encoding': transfer, ...expected } = coded.headers;
    assert.equal(transfer, 'chunked');
    assert.deepEqual({ ...head.headers, date: undefined }, { ...expected, date: undefined });
    assert.equal(head.body.length, 0);
    const known = { ...headers, 'If-None-Match': String(coded.headers.etag) };
    assert.equal((await ask(url, CSV, { headers: known })).status, 304);
    tags.add(coded.headers.etag);
  }
  assert.equal(tags.size, 4);
  for (const wrong of ['rating=7', 'rows=5', 'limit=100', 'since=2026-02-30']) {
    const { status, json } = await ask(url, `${CSV}?${wrong}`);
    assert.equal(status, 400, wrong);
    assert.equal(ErrorBody.parse(json()).issues.length, 1);
  }
});

test('its tag names the question and the release, whichever process answers', async (t) => {
  const tagOf = async (at: string, query: string) => (await ask(at, CSV + query)).headers.etag;
  const again = await startInProcess(t, { release: (await makeRelease(CONTENT)).release });
  assert.equal(await tagOf(again.url, '?rating=5'), await tagOf(url, '?rating=5'));
  assert.notEqual(await tagOf(url, '?rating=5'), await tagOf(url, '?rating=4'));
  const edited = sampleReview('many-100', '2026-03-10', {}, 'Edited.');
  await again.current.swap((await makeRelease({ ...CONTENT, ...edited })).release);
  assert.notEqual(await tagOf(again.url, '?rating=5'), await tagOf(url, '?rating=5'));
});

test('where too many searches are in flight it is 503', async (t) => {
  const search = async () => 'busy' as const;
  const busy = await startInProcess(t, { release: { ...release, search } });
  const { status, json } = await ask(busy.url, CSV);
  assert.deepEqual([status, json().detail], [503, SEARCH_BUSY]);
});

test('no row is searched for before those in front of it are sent, and none for a client that left', async (t) => {
  let searches = 0;
  const gate = Promise.withResolvers<void>();
  const search: typeof release.search = async (query) => {
    if (++searches === 2) await gate.promise;
    return release.search(query);
  };
  const { url: slow, server } = await startInProcess(t, { release: { ...release, search } });
  const left = new Promise((resolve) => {
    server.on('request', (_request, response) => response.once('close', resolve));
  });
  const request = get(slow + CSV);
  const [response]: IncomingMessage[] = await once(request, 'response');
  await once(response ?? assert.fail(), 'data');
  assert.equal(searches, 2);
  request.destroy();
  await left;
  gate.resolve();
  // It takes longer than the rest of the first one would.
  assert.equal(idsOf((await ask(slow, `${CSV}?sort=oldest`)).text).length, release.corpus.count);
  assert.equal(searches, 2 + 3);
});

test('a bounded number of tables is compressed at once, and one more is sent as it is', async () => {
  const prepared = new PreparedAnswer(await answerSearchAsCsv(release, ''));
  const request = { method: 'GET', headers: { 'accept-encoding': 'gzip' } } as const;
  const start = () => {
    const { headers, stream } = prepared.replyTo(request) ?? assert.fail();
    return { stream: stream ?? assert.fail(), isCoded: headers.includes('Content-Encoding') };
  };
  const started = Array.from({ length: MAX_CODED_STREAMS + 1 }, start);
  assert.deepEqual(
    started.map(({ isCoded }) => isCoded),
    started.map((_, index) => index < MAX_CODED_STREAMS),
  );
  await Promise.all(started.map(({ stream }) => once(stream.destroy(), 'close')));
  const { stream, isCoded } = start();
  assert.ok(isCoded);
  await once(stream.destroy(), 'close');
});
