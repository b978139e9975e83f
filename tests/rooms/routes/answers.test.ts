import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChangeLog } from '#search/changes/change-log.ts';
import { ErrorBody } from '#search/request/issue.ts';
import { SEARCH_BUSY } from '#search/run-search.ts';
import { SearchResult } from '#search/search-result.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { Answers } from '../../../sidecar/routes/answers/answers.ts';
import { answerSince } from '../../../sidecar/routes/since.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { retainedMemory } from '../../support/measure.ts';
import { numberedContent } from '../../support/numbered-content.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';

const { release } = await makeRelease();
const SEARCH = '/api/reviews/search';

test('an answer is 304 until something in it changes', async (t) => {
  const { url, current } = await startInProcess(t, { release });
  const target = `${SEARCH}?rating=5`;
  const headers = { 'If-None-Match': String((await ask(url, target)).headers.etag) };
  const edited = sampleReview('review-e', '2024-02-29', { rating: '3' }, 'A leap day.');
  const added = sampleReview('review-f', '2026-11-01');
  for (const [edit, status] of [
    [{}, 304],
    [edited, 304],
    [added, 200],
  ] as const) {
    await current.swap((await makeRelease({ ...SAMPLE_CONTENT, ...edit })).release);
    assert.equal((await ask(url, target, { headers })).status, status);
  }
});

test('an answer names the reviews that it shows to caches: up to 50, from there on all', async (t) => {
  const large = await makeRelease(numberedContent(1, 60));
  const { url } = await startInProcess(t, { release: large.release });
  for (const limit of [1, 50, 51]) {
    const { headers, json } = await ask(url, `${SEARCH}?limit=${limit}`);
    const { reviews } = SearchResult.parse(json());
    assert.equal(reviews.length, limit);
    const tags = limit > 50 ? ['reviews'] : reviews.map(({ id }) => `r-${id}`);
    assert.equal(headers['cache-tag'], tags.join(','));
    assert.equal(headers['surrogate-key'], tags.join(' '));
  }
  const none = await ask(url, `${SEARCH}?query=nowhere-to-be-found`);
  assert.equal(none.headers['cache-tag'], undefined);
});

test('too many searches in flight are 503, and say when to come back', async (t) => {
  const search = async () => 'busy' as const;
  const { url } = await startInProcess(t, { release: { ...release, search } });
  const { status, headers, json } = await ask(url, SEARCH);
  assert.deepEqual([status, headers['retry-after'], json().detail], [503, '1', SEARCH_BUSY]);
});

const SINCE = '/api/reviews/since/';

test('a date is read in every spelling', async (t) => {
  const { url } = await startInProcess(t, { release });
  const plain = await ask(url, `${SINCE}2026-06-15`);
  for (const spelling of [
    '2026-06-15/',
    '2026%2D06%2d15',
    '2026-06-15?',
    '2026-06-15/?',
    '2026-06-15?&',
  ]) {
    const { status, body, headers } = await ask(url, SINCE + spelling);
    assert.deepEqual([status, headers.etag], [200, plain.headers.etag], spelling);
    assert.deepEqual(body, plain.body);
  }
});

test('an invalid date is 400 with an issue', async (t) => {
  const { url } = await startInProcess(t, { release });
  const rule = 'date must be a date that exists, written YYYY-MM-DD';
  const wrong = ['2026-02-30', '26-01-01', '2026-01-01/x', '2026-1-1', '0000-01-01', '%2525zz'];
  const refused = [...wrong, encodeURIComponent('٢٠٢٦-٠١-٠١')].map(
    (date): [string, string, string] => [
      date,
      'invalid_date',
      `${rule} (got ${JSON.stringify(decodeURIComponent(date))})`,
    ],
  );
  for (const [date, code, message] of [
    ...refused,
    ['', 'missing_value', 'date is missing; add it to the path, as /api/reviews/since/2026-10-03'],
    [
      '2026-%ff',
      'malformed_encoding',
      'date holds "%ff", which is not UTF-8; encode text as UTF-8, such as %C3%A9 for é',
    ],
    ['2026%', 'malformed_encoding', 'date holds "%", which is not percent-encoded; write % as %25'],
    [
      '2026-01-01%00',
      'control_characters',
      'date must not hold control characters, and character 11 is U+0000',
    ],
  ] as const) {
    const { status, json, headers } = await ask(url, SINCE + date);
    assert.equal(status, 400, date);
    assert.equal(headers['cache-control'], 'no-store');
    const { issues, ...body } = ErrorBody.parse(json());
    const type = `${BASE_URL}/docs/errors/#${code}`;
    assert.deepEqual(issues, [{ type, path: ['date'], code, message }]);
    assert.deepEqual(body, {
      type,
      code,
      title: 'Bad Request',
      status: 400,
      detail: `D${message.slice(1)}.`,
    });
    assert.equal((await ask(url, SINCE + date, { method: 'HEAD' })).status, 400);
  }
});

test('a slice was modified when something in it last was, also where the log follows later', async (t) => {
  const floor = { position: 0, time: Date.parse('2026-11-20T08:00:00Z') };
  const time = floor.time + 5000;
  const row = { position: 1, id: 'review-d', kind: 'edited', time, newest: '2025-05-14' } as const;
  const changes = createChangeLog({ id: 'abcdefghijklmnop', floor }, [row], true);
  const { url, current } = await startInProcess(t, { release });
  const changed = async (date: string) => (await ask(url, SINCE + date)).headers['last-modified'];
  assert.equal(await changed('2025-05-14'), 'Fri, 20 Nov 2026 08:00:00 GMT');
  await current.swap({ ...release, changes });
  assert.equal(await changed('2025-05-14'), 'Fri, 20 Nov 2026 08:00:05 GMT');
  assert.equal(await changed('2025-05-15'), 'Fri, 20 Nov 2026 08:00:00 GMT');
  for (const [since, status] of [
    ['Fri, 20 Nov 2026 08:00:05 GMT', 304],
    ['Fri, 20 Nov 2026 08:00:04 GMT', 200],
  ] as const) {
    const headers = { 'If-Modified-Since': since };
    assert.equal((await ask(url, `${SINCE}2025-05-14`, { headers })).status, status);
  }
});

test('since takes no parameters', async (t) => {
  const { url } = await startInProcess(t, { release, isRaw: true });
  for (const query of ['limit=1', 'until=2026-01-01', 'x']) {
    const { status, json } = await ask(url, `${SINCE}2026-06-15?${query}`);
    const [issue, ...others] = ErrorBody.parse(json()).issues;
    const [name] = query.split('=');
    assert.deepEqual(
      [status, issue?.code, issue?.path, others],
      [400, 'unknown_parameter', [name], []],
    );
    assert.match(issue?.message ?? '', /is not a parameter of since; it takes none$/);
  }
});

test('an edit or a takedown changes the tag of the slices that show it, and of no others', async (t) => {
  const { url, current } = await startInProcess(t, { release });
  const tagOf = async (date: string) => String((await ask(url, SINCE + date)).headers.etag);
  const edited = sampleReview('review-d', '2025-05-14', { rating: '4' }, 'Edited.');
  const removed = `${SAMPLE_CONTENT['removed.yaml']}- { id: gone-now, dateRemoved: 2026-09-01, reason: spam }\n`;
  for (const [edit, changed, kept] of [
    [edited, '2025-01-01', '2026-06-15'],
    [{ 'removed.yaml': removed }, '2026-09-01', '2026-09-02'],
  ] as const) {
    await current.swap(release);
    const before = { changed: await tagOf(changed), kept: await tagOf(kept) };
    await current.swap((await makeRelease({ ...SAMPLE_CONTENT, ...edit })).release);
    assert.notEqual(await tagOf(changed), before.changed);
    assert.equal(await tagOf(kept), before.kept);
    const headers = { 'If-None-Match': before.kept };
    assert.equal((await ask(url, SINCE + kept, { headers })).status, 304);
  }
});

test('dates that are asked for take a bounded memory, however much was taken down', async () => {
  const removed = Array.from({ length: 1000 }, (_, index) => ({
    id: `gone-${index}`,
    dateRemoved: '2026-08-11',
    reason: 'spam' as const,
  }));
  const large = { ...release, removed };
  const answers = new Answers({ current: new CurrentRelease() });
  const request = { method: 'GET', headers: {} } as const;
  const before = await retainedMemory();
  for (let index = 0; index < 2000; index++) {
    const date = new Date(Date.UTC(2000, 0, 1 + index)).toISOString().slice(0, 10);
    const reply = answers.find(large, date, request, () => answerSince(large, date));
    assert.equal(reply?.status, 200);
  }
  // Every answer lists 45 kB of removals, all of them 90 MB.
  assert.ok((await retainedMemory()) - before < 40_000_000);
});

test('an answer names the reviews that it shows to caches, and a 304 repeats it', async (t) => {
  const large = await makeRelease(numberedContent(1, 51));
  for (const [served, date, named] of [
    [release, '2026-06-15', ['r-review-a', 'r-review-b', 'r-review-c']],
    [release, '2026-10-04', undefined],
    [large.release, '0001-01-01', ['reviews']],
  ] as const) {
    const { url } = await startInProcess(t, { release: served });
    const first = await ask(url, SINCE + date);
    const headers = { 'If-None-Match': String(first.headers.etag) };
    const again = await ask(url, SINCE + date, { headers });
    assert.equal(again.status, 304);
    for (const answer of [first, again]) {
      assert.equal(answer.headers['cache-tag'], named?.join(','));
      assert.equal(answer.headers['surrogate-key'], named?.join(' '));
    }
  }
});
