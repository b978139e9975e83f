import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answered, ask, decode } from '../../../support/ask.ts';
import { startInProcess } from '../../../support/in-process.ts';
import { numberedContent } from '../../../support/numbered-content.ts';
import { makeRelease } from '../../../support/release.ts';
import { sampleReview } from '../../../support/sample-content.ts';

const CONTENT = numberedContent(1, 60);
const { release } = await makeRelease(CONTENT);
const SEARCH = '/api/reviews/search';
const SINCE = '/api/reviews/since';
const CODINGS = ['identity', 'zstd', 'br', 'gzip'];
const FACETS = 'rating,year,quarter,month,source,language,sentiment,has_reply';
/** Some are coded at once and some aside. */
const ANSWERS = [
  `${SEARCH}?limit=5`,
  `${SEARCH}?limit=100`,
  `/api/reviews/stats?group_by=${FACETS}&since=2020-01-01&until=2026-12-31&query=edition-1&max_rating=5`,
  `${SINCE}/2026-10-01`,
  `${SINCE}/0001-01-01`,
];

const accepting = (coding: string) => ({ 'Accept-Encoding': coding });
const tagOf = ({ headers }: Answered) => String(headers.etag);
const withoutDate = ({ headers }: Answered) => ({ ...headers, date: '' });

for (const isRaw of [true, false]) {
  test(`each answer has its codings, each with a tag of its own; fast path: ${isRaw}`, async (t) => {
    const { url } = await startInProcess(t, { release, isRaw });
    const again = await startInProcess(t, { release: (await makeRelease(CONTENT)).release, isRaw });
    for (const target of ANSWERS) {
      const plain = await ask(url, target);
      const tags = new Set<string>();
      for (const coding of CODINGS) {
        const headers = accepting(coding);
        const coded = await ask(url, target, { headers });
        assert.equal(coded.headers['content-encoding'] ?? 'identity', coding, target);
        assert.equal(coded.headers['content-length'], String(coded.body.length));
        assert.equal(coded.headers.vary, 'Accept-Encoding');
        assert.equal(decode(coded), plain.text);
        assert.ok(coding === 'identity' || coded.body.length < plain.body.length / 2);
        tags.add(tagOf(coded));
        const head = await ask(url, target, { method: 'HEAD', headers });
        assert.deepEqual(withoutDate(head), withoutDate(coded));
        assert.equal(head.body.length, 0);
        // A tag names these bytes, also in another process of this program.
        const other = await ask(again.url, target, { headers });
        assert.equal(tagOf(other), tagOf(coded));
        assert.deepEqual(other.body, coded.body);
        // A request for it is now a lookup.
        assert.deepEqual((await ask(url, target, { headers })).body, coded.body);
      }
      assert.equal(tags.size, CODINGS.length);
    }
  });
}

test('the client decides by its q-values, and among equal codings the smallest is sent', async (t) => {
  const { url } = await startInProcess(t, { release });
  for (const [field, coding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate, zstd', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['*', 'gzip'],
    ['*;q=0', undefined],
    ['zstd;q=0.5, br;q=0.9, gzip;q=0.7', 'br'],
    ['gzip;q=1.0, *;q=0.1', 'gzip'],
    ['zstd;q=0, br;q=0, *', 'gzip'],
    ['identity, gzip;q=0.9', undefined],
    ['deflate', undefined],
    ['', undefined],
  ] as const) {
    for (const target of ANSWERS) {
      const { headers } = await ask(url, target, { headers: accepting(field) });
      assert.deepEqual(
        [headers['content-encoding'], headers.vary],
        [coding, 'Accept-Encoding'],
        field,
      );
    }
  }
});

test('an answer below 1 kB has no coding, and says that it could have one', async (t) => {
  const { url } = await startInProcess(t, { release });
  for (const target of [`${SEARCH}?query=nowhere-to-be-found`, `${SINCE}/2100-01-01`]) {
    const plain = await ask(url, target);
    const short = await ask(url, target, { headers: accepting('gzip') });
    assert.ok(short.body.length < 1024);
    assert.deepEqual(withoutDate(short), withoutDate(plain));
    assert.equal(short.headers['content-encoding'], undefined);
    assert.equal(short.headers.vary, 'Accept-Encoding');
    const headers = { ...accepting('gzip'), 'If-None-Match': tagOf(short) };
    const unchanged = await ask(url, target, { headers });
    assert.deepEqual([unchanged.status, unchanged.headers.vary], [304, 'Accept-Encoding']);
  }
});

test('a copy in any coding is current until something in it changes', async (t) => {
  const { url, current } = await startInProcess(t, { release });
  const target = `${SINCE}/2026-09-20`;
  const tags: string[] = [];
  for (const coding of CODINGS)
    tags.push(tagOf(await ask(url, target, { headers: accepting(coding) })));
  const older = sampleReview('review-59', '2026-08-05', {}, 'An edit of an older review.');
  const newer = sampleReview('review-new', '2026-09-21', {}, 'A review of these days.');
  for (const [edit, status] of [
    [{}, 304],
    [older, 304],
    [newer, 200],
  ] as const) {
    await current.swap((await makeRelease({ ...CONTENT, ...edit })).release);
    for (const tag of tags) {
      for (const coding of CODINGS) {
        const headers = { ...accepting(coding), 'If-None-Match': `"other", W/${tag}` };
        const asked = await ask(url, target, { headers });
        assert.equal(asked.status, status);
        assert.equal(asked.headers.vary, 'Accept-Encoding');
        if (status === 304) assert.equal(tagOf(asked), tag);
        const inOthers = { ...accepting(coding), 'If-Match': tag };
        const matched = await ask(url, target, { headers: inOthers });
        assert.equal(matched.status, status === 304 ? 200 : 412);
      }
    }
  }
});

test('conditional requests are answered without compressing anything', async (t) => {
  const first = await startInProcess(t, { release });
  const tags = new Map<string, string>();
  for (const target of ANSWERS) {
    tags.set(target, tagOf(await ask(first.url, target, { headers: accepting('gzip') })));
  }
  const encode = () => assert.fail('nothing is compressed');
  const { url } = await startInProcess(t, { release, coder: { encode } });
  for (const [target, tag] of tags) {
    const headers = { ...accepting('br'), 'If-None-Match': tag };
    const asked = await ask(url, target, { headers });
    assert.deepEqual([asked.status, tagOf(asked)], [304, tag]);
  }
});
