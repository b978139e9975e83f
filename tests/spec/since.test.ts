import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ErrorBody } from '#search/issue.ts';
import { SinceResult } from '#search/since.ts';
import { ask } from '../support/ask.ts';
import { startDemonstration } from '../support/demonstration.ts';

const { url, published } = await startDemonstration({ after });
const { reviews } = published;

async function since(date: string) {
  const { status, headers, json } = await ask(url, `/api/reviews/since/${date}`);
  assert.equal(status, 200, date);
  assert.equal(headers['content-type'], 'application/json');
  return SinceResult.parse(json());
}

test('§4 since: the reviews dated on or after the date, all of them, newest first', async () => {
  const days = reviews.map(({ datePublished }) => datePublished);
  const dates = ['2000-01-01', '2024-02-29', '2026-01-01', ...new Set(days)];
  for (const date of dates) {
    const result = await since(date);
    const expected = reviews.filter(({ datePublished }) => datePublished >= date);
    assert.deepEqual(result.reviews, expected, date);
    assert.equal(result.count, expected.length);
    assert.equal(result.since, date);
  }
});

test('§4 since: more than a hundred reviews are not cut off', async () => {
  assert.equal((await since('2000-01-01')).count, reviews.length);
  assert.ok(reviews.length > 100);
});

test('§4 since: a future date gives an empty list', async () => {
  const since2100 = await since('2100-01-01');
  const empty = { count: 0, dateModified: null, reviews: [], removed: [] };
  assert.deepEqual(since2100, { since: '2100-01-01', ...empty });
});

test('§4 since: what was taken down on or after the date is told, by id, day and reason alone', async () => {
  const removed = [
    { id: 'yelp-p3t9rw5e', dateRemoved: '2026-08-11', reason: 'personal-data' },
    { id: 'google-x7m2kd0q', dateRemoved: '2025-05-14', reason: 'author-request' },
  ];
  assert.deepEqual((await since('2025-05-14')).removed, removed);
  assert.deepEqual((await since('2025-05-15')).removed, removed.slice(0, 1));
  assert.deepEqual((await since('2026-08-11')).removed, removed.slice(0, 1));
  assert.deepEqual((await since('2026-08-12')).removed, []);
});

test('§4 since: dateModified is the newest change that the slice states', async () => {
  for (const date of ['2000-01-01', '2025-01-01', '2026-08-01', '2026-11-01']) {
    const { dateModified, reviews: slice, removed } = await since(date);
    const stated = slice.flatMap(
      ({ datePublished, dateModified: edited, verification, ownerReply }) =>
        [
          datePublished,
          edited,
          verification.date,
          ownerReply?.dateModified ?? ownerReply?.datePublished,
        ].filter((day) => day !== undefined),
    );
    const newest = [...stated, ...removed.map(({ dateRemoved }) => dateRemoved)].sort().at(-1);
    assert.equal(dateModified, newest ?? null, date);
  }
});

for (const date of [
  '2026-02-30',
  '2026-13-01',
  '2026-00-10',
  '2025-02-29',
  '2026-1-1',
  '20260101',
  '2026-01-01T00:00:00Z',
  '0000-01-01',
  '+2026-01-01',
  'yesterday',
  '2026-01-01%20',
  '2026-01-01%00',
  '%ff',
  '',
  '٢٠٢٦-٠١-٠١',
]) {
  test(`§4 since: ${JSON.stringify(date)} is 400 with an issue`, async () => {
    const { status, headers, json } = await ask(url, `/api/reviews/since/${encodeOdd(date)}`);
    assert.equal(status, 400);
    assert.equal(headers['cache-control'], 'no-store');
    const { issues } = ErrorBody.parse(json());
    assert.deepEqual(
      issues.map(({ path }) => path),
      [['date']],
    );
    assert.match(String(issues[0]?.message), /date must be a date that exists, written YYYY-MM-DD/);
  });
}

/** A request line holds ASCII only. */
function encodeOdd(text: string): string {
  return text.replace(/[^\p{ASCII}]/gu, encodeURIComponent);
}
