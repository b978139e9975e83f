import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ErrorBody } from '#search/issue.ts';
import { replyWithSince } from '../../../sidecar/routes/since.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { retainedMemory } from '../../support/measure.ts';
import { numberedContent } from '../../support/numbered-content.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';

const { release, manifest } = await makeRelease();
const SINCE = '/api/reviews/since/';

for (const rateLimitPerMinute of [0, 1000]) {
  test(`a date is read in every spelling with a rate limit of ${rateLimitPerMinute}`, async (t) => {
    const { url } = await startInProcess(t, { release, rateLimitPerMinute });
    const plain = await ask(url, `${SINCE}2026-06-15`);
    for (const spelling of ['2026-06-15/', '2026%2D06%2d15', '2026-06-15?x=1', '2026-06-15/?']) {
      const { status, body, headers } = await ask(url, SINCE + spelling);
      assert.equal(status, 200, spelling);
      assert.deepEqual(body, plain.body);
      assert.equal(headers.etag, plain.headers.etag);
    }
  });

  test(`what is no date is 400 with an issue, with a rate limit of ${rateLimitPerMinute}`, async (t) => {
    const { url } = await startInProcess(t, { release, rateLimitPerMinute });
    for (const date of ['2026-02-30', '26-01-01', '', '%ff', '2026-01-01/x', '2026-1-1', '%00']) {
      for (const method of ['GET', 'HEAD']) {
        const { status, text, headers } = await ask(url, SINCE + date, { method });
        assert.equal(status, 400, date);
        assert.equal(headers['cache-control'], 'no-store');
        if (method === 'HEAD') continue;
        const { issues } = ErrorBody.parse(JSON.parse(text));
        assert.deepEqual(
          issues.map(({ path }) => path),
          [['date']],
        );
        assert.match(String(issues[0]?.message), /must be a date that exists, written YYYY-MM-DD/);
      }
    }
  });
}

test('an edit of an older review leaves the tag of a slice as it is', async (t) => {
  const { url, current } = await startInProcess(t, { release });
  const tagOf = async (date: string) => String((await ask(url, SINCE + date)).headers.etag);
  const before = { recent: await tagOf('2026-06-15'), older: await tagOf('2025-01-01') };
  const edited = sampleReview('review-d', '2025-05-14', { rating: '4' }, 'Edited.');
  const later = await makeRelease({ ...SAMPLE_CONTENT, ...edited }, { previous: manifest });
  await current.swap(later.release);
  assert.equal(await tagOf('2026-06-15'), before.recent);
  assert.notEqual(await tagOf('2025-01-01'), before.older);
  const headers = { 'If-None-Match': before.recent };
  assert.equal((await ask(url, `${SINCE}2026-06-15`, { headers })).status, 304);
});

test('a takedown changes the tag of the slices that tell it, and of no others', async (t) => {
  const { url, current } = await startInProcess(t, { release });
  const tagOf = async (date: string) => String((await ask(url, SINCE + date)).headers.etag);
  const before = { told: await tagOf('2026-09-01'), later: await tagOf('2026-09-02') };
  const removed = `${SAMPLE_CONTENT['removed.yaml']}- { id: gone-now, dateRemoved: 2026-09-01, reason: spam }\n`;
  const later = await makeRelease({ ...SAMPLE_CONTENT, 'removed.yaml': removed });
  await current.swap(later.release);
  assert.notEqual(await tagOf('2026-09-01'), before.told);
  assert.equal(await tagOf('2026-09-02'), before.later);
});

test('dates that are asked for take a bounded memory, however much was taken down', async () => {
  const removed = Array.from({ length: 1000 }, (_, index) => ({
    id: `gone-${index}`,
    dateRemoved: '2026-08-11',
    reason: 'spam' as const,
  }));
  const large = { ...release, removed };
  const before = retainedMemory();
  for (let index = 0; index < 2000; index++) {
    const date = new Date(Date.UTC(2000, 0, 1 + index)).toISOString().slice(0, 10);
    replyWithSince(large, date, { method: 'GET', headers: {} });
  }
  // Every answer tells 45 kB of removals, all of them 90 MB.
  assert.ok(retainedMemory() - before < 40_000_000);
  assert.equal(replyWithSince(large, '2000-01-01', { method: 'GET', headers: {} }).status, 200);
});

test('an answer tells caches which reviews it shows, and a 304 repeats it', async (t) => {
  const { url } = await startInProcess(t, { release });
  const { headers } = await ask(url, `${SINCE}2026-06-15`);
  assert.equal(headers['cache-tag'], 'r-review-a,r-review-b,r-review-c');
  assert.equal(headers['surrogate-key'], 'r-review-a r-review-b r-review-c');
  const same = { 'If-None-Match': String(headers.etag) };
  const again = await ask(url, `${SINCE}2026-06-15`, { headers: same });
  assert.deepEqual([again.status, again.headers['cache-tag']], [304, headers['cache-tag']]);
  assert.equal((await ask(url, `${SINCE}2026-10-04`)).headers['cache-tag'], undefined);

  const large = await makeRelease(numberedContent(1, 51));
  const other = await startInProcess(t, { release: large.release });
  const all = await ask(other.url, `${SINCE}0001-01-01`);
  assert.equal(all.headers['cache-tag'], 'reviews');
});
