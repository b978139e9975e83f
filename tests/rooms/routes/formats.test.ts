import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { FORMATS } from '#formats/formats.ts';
import { ErrorBody } from '#search/request/issue.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { FORMATS_FOLDER } from '../../../sidecar/formats/formats.ts';
import { isCoded } from '../../../sidecar/routes/answers/answer-codings.ts';
import { ask, decodeBytes } from '../../support/ask.ts';
import { BUSINESS } from '../../support/content-files.ts';
import { formatSourceOf, makeFormat } from '../../support/format-source.ts';
import { startInProcess } from '../../support/in-process.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';

const long = sampleReview('review-long', '2026-01-02', {}, 'It took a while. '.repeat(100));
const MADE = 'Fri, 20 Nov 2026 08:00:00 GMT';
const LICENSE = 'https://license.example/1.0';
const { release, dataset } = await makeRelease({
  ...SAMPLE_CONTENT,
  ...long,
  'business.yaml': `${BUSINESS}license: ${LICENSE}\n`,
});
const LINKS = `<${BASE_URL}/openapi.json>; rel="service-desc", <${BASE_URL}/datapackage.json>; rel="describedby", <${LICENSE}>; rel="license"`;
const { url } = await startInProcess({ after }, { release });
const source = formatSourceOf(dataset);

for (const { path, mediaType } of FORMATS) {
  test(`${path} is what was published, in every coding, with what caches and other origins need`, async () => {
    const expected = makeFormat(path, source);
    const tags: string[] = [];
    const codings = isCoded(mediaType, expected.length) ? ['zstd', 'br', 'gzip'] : [];
    for (const coding of [undefined, ...codings]) {
      const headers = { 'Accept-Encoding': coding ?? 'identity' };
      const answer = await ask(url, path, { headers });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-encoding'], coding);
      assert.ok(decodeBytes(answer).equals(expected), String(coding));
      assert.equal(answer.headers['content-type'], mediaType);
      assert.equal(answer.headers['content-length'], String(answer.body.length));
      assert.equal(answer.headers.vary, codings.length > 0 ? 'Accept-Encoding' : undefined);
      assert.equal(
        answer.headers['cache-control'],
        'public, max-age=60, stale-while-revalidate=60',
      );
      assert.equal(answer.headers['access-control-allow-origin'], '*');
      assert.equal(answer.headers['accept-ranges'], 'bytes');
      assert.equal(answer.headers['cache-tag'], 'reviews');
      assert.equal(answer.headers['last-modified'], MADE);
      assert.equal(answer.headers.link, LINKS);
      tags.push(String(answer.headers.etag));
      const head = await ask(url, path, { method: 'HEAD', headers });
      assert.deepEqual({ ...head.headers, date: '' }, { ...answer.headers, date: '' });
      assert.equal(head.body.length, 0);
    }
    assert.equal(tags[0], strongEtag(expected));
    assert.equal(new Set(tags).size, 1 + codings.length);
    const since = { 'If-Modified-Since': MADE };
    assert.equal((await ask(url, path, { headers: since })).status, 304);
    for (const tag of tags) {
      const headers = { 'If-None-Match': `"x", W/${tag}`, 'Accept-Encoding': 'br' };
      const { status, body, headers: repeated } = await ask(url, path, { headers });
      assert.deepEqual([status, body.length, repeated.etag], [304, 0, tag]);
    }
  });
}

test('a range is of the bytes as they are, and only of those that the client has a part of', async () => {
  const path = '/reviews.csv';
  const whole = await ask(url, path);
  const length = whole.body.length;
  for (const [headers, status, from, to] of [
    [{ Range: 'bytes=0-9', 'Accept-Encoding': 'br' }, 206, 0, 10],
    [{ Range: 'bytes=100-' }, 206, 100, length],
    [{ Range: 'bytes=-7' }, 206, length - 7, length],
    [{ Range: 'bytes=5-6', 'If-Range': String(whole.headers.etag) }, 206, 5, 7],
    [{ Range: 'bytes=5-6', 'If-Range': '"x"' }, 200, 0, length],
    [{ Range: 'bytes=0-1, 5-6' }, 200, 0, length],
  ] as const) {
    const part = await ask(url, path, { headers });
    assert.equal(part.status, status, JSON.stringify(headers));
    assert.ok(part.body.equals(whole.body.subarray(from, to)));
    const range = status === 206 ? `bytes ${from}-${to - 1}/${length}` : undefined;
    assert.equal(part.headers['content-range'], range);
  }
  const outside = await ask(url, path, { headers: { Range: `bytes=${length}-` } });
  assert.equal(outside.status, 416);
  assert.equal(outside.headers['content-range'], `bytes */${length}`);
  assert.equal((await ask(url, path, { headers: { 'If-Match': '"x"' } })).status, 412);
  const post = await ask(url, path, { method: 'POST' });
  assert.deepEqual([post.status, post.headers.allow], [405, 'GET, HEAD, OPTIONS']);
});

test('any spelling of the path is the same, and no other path is a format', async () => {
  const plain = await ask(url, '/reviews.csv');
  for (const target of ['/reviews.csv?utm_source=x', '/reviews%2Ecsv', '/%72eviews.csv']) {
    assert.ok((await ask(url, target)).body.equals(plain.body), target);
  }
  for (const target of ['/reviews.csv/', '/Reviews.csv', '/reviews.xlsx']) {
    assert.equal((await ask(url, target)).status, 404, target);
  }
});

test('before there is a release, formats are 503', async (t) => {
  const { url: starting } = await startInProcess(t);
  for (const { path } of FORMATS) {
    const { status, headers, json } = await ask(starting, path);
    assert.deepEqual([status, headers['retry-after']], [503, '2']);
    assert.equal(ErrorBody.parse(json()).code, 'unavailable');
  }
});

test('clients that leave while a format is made, or while it is sent, leave no file open', async (t) => {
  const { url: busy, current } = await startInProcess(t, { release });
  const open = () => readdirSync('/proc/self/fd').filter(isOfFormat).length;
  for (const format of ['/reviews.sqlite', '/reviews.csv']) {
    for (const whenMs of [0, 1, 5, 20, 80]) {
      const leaving = new AbortController();
      const signal = leaving.signal;
      const asked = Array.from({ length: 5 }, () => ask(busy, format, { signal }).catch(() => {}));
      await setTimeout(whenMs);
      leaving.abort();
      await Promise.all(asked);
    }
    // From then on it is made again.
    await current.swap((await makeRelease(SAMPLE_CONTENT)).release);
    await current.swap(release);
  }
  assert.equal((await ask(busy, '/reviews.csv')).status, 200);
  await waitUntil('no file is open', () => open() === 0);
});

/** Whether an open descriptor of this process is a file of a format. */
function isOfFormat(descriptor: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`).includes(`/${FORMATS_FOLDER}/`);
  } catch {
    return false;
  }
}
