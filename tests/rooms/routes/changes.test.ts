import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChangeKind, type ChangeRow, createChangeLog } from '#search/changes/change-log.ts';
import { ChangesResult } from '#search/changes/changes.ts';
import { formatCursor } from '#search/changes/changes-cursor.ts';
import { ErrorBody } from '#search/request/issue.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { BASE_URL, makeRelease, NEW_LOG } from '../../support/release.ts';

const CHANGES = '/api/reviews/changes';
const ID = NEW_LOG.id;
const START = Date.parse('2026-11-20T08:00:00Z');
/** Each row is a release of its own, after the floor. */
const timeOf = (position: number) => START + position * 1000;
const cursorAt = (position: number, id = ID, time = timeOf(position)) =>
  formatCursor({ id, position, time });

const rowOf = (position: number, kind: ChangeKind, id: string): ChangeRow => ({
  position,
  id,
  kind,
  time: timeOf(position),
  newest: '2026-06-15',
});
const rows = [
  rowOf(3, 'added', 'review-a'),
  rowOf(4, 'edited', 'review-b'),
  rowOf(5, 'removed', 'nobody'),
  rowOf(6, 'edited', 'review-c'),
];
const floor = { position: 2, time: timeOf(2) };
const changes = createChangeLog({ id: ID, floor }, rows, true);
const { release } = await makeRelease(undefined, { changes });

test('without a cursor there are no changes, and the present cursor', async (t) => {
  const { url } = await startInProcess(t, { release });
  const { status, headers, json } = await ask(url, CHANGES);
  assert.equal(status, 200);
  assert.deepEqual(json(), { changes: [], next: cursorAt(6) });
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(headers['cache-control'], 'public, max-age=60');
  assert.equal(headers.link, `<${BASE_URL}${CHANGES}?after=${cursorAt(6)}>; rel="next"`);
});

test('after a cursor there is what followed, as it is now, under the tags of the reviews that it shows', async (t) => {
  const { url } = await startInProcess(t, { release });
  const answer = await ask(url, `${CHANGES}?after=${cursorAt(3)}`);
  const { changes, next } = ChangesResult.parse(answer.json());
  assert.deepEqual(
    changes.map(({ kind, id }) => `${kind} ${id}`),
    ['edited review-b', 'removed nobody', 'edited review-c'],
  );
  assert.equal(next, cursorAt(6));
  assert.equal(answer.headers['cache-tag'], 'r-review-b,r-review-c');
  assert.equal(answer.headers['surrogate-key'], 'r-review-b r-review-c');
});

test('an answer is conditional, and HEAD agrees with GET', async (t) => {
  const { url } = await startInProcess(t, { release });
  const target = `${CHANGES}?after=${cursorAt(2)}&format=ndjson`;
  const get = await ask(url, target);
  assert.equal(get.headers['content-type'], 'application/x-ndjson');
  assert.deepEqual(JSON.parse(get.text.split('\n').at(-2) ?? ''), { next: cursorAt(6) });
  assert.equal(
    get.headers.link,
    `<${BASE_URL}${CHANGES}?after=${cursorAt(6)}&format=ndjson>; rel="next"`,
  );
  const headers = { 'If-None-Match': String(get.headers.etag) };
  const again = await ask(url, target, { headers });
  assert.deepEqual([again.status, again.body.length], [304, 0]);
  for (const name of ['etag', 'link', 'cache-control', 'cache-tag']) {
    assert.equal(again.headers[name], get.headers[name], name);
  }
  const head = await ask(url, target, { method: 'HEAD' });
  assert.deepEqual([head.status, head.body.length], [200, 0]);
  assert.equal(head.headers['content-length'], get.headers['content-length']);
  assert.equal(head.headers.etag, get.headers.etag);
  assert.equal((await ask(url, target, { method: 'POST' })).status, 405);
});

test('a malformed cursor is 400, and one that cannot be followed is 410 and says what to do', async (t) => {
  const { url } = await startInProcess(t, { release });
  const other = 'ponmlkjihgfedcba';
  for (const [query, status, code] of [
    ['after=x', 400, 'invalid_cursor'],
    [`after=${cursorAt(4)}x`, 400, 'invalid_cursor'],
    ['after=', 400, 'empty_value'],
    [`after=${cursorAt(4)}&after=${cursorAt(4)}`, 400, 'repeated_parameter'],
    ['since=2026-01-01', 400, 'unknown_parameter'],
    ['format=xml', 400, 'invalid_choice'],
    [`after=${cursorAt(1)}`, 410, 'expired_cursor'],
    [`after=${cursorAt(7)}`, 410, 'expired_cursor'],
    [`after=${cursorAt(4, other)}`, 410, 'expired_cursor'],
    // What followed that place was another release.
    [`after=${cursorAt(4, ID, timeOf(5))}`, 410, 'expired_cursor'],
  ] as const) {
    const answer = await ask(url, `${CHANGES}?${query}`);
    const body = ErrorBody.parse(answer.json());
    assert.deepEqual([answer.status, body.status], [status, status], query);
    assert.deepEqual(
      body.issues.map((issue) => issue.code),
      [code],
      query,
    );
    const { 'cache-control': kept, 'cache-tag': tag } = answer.headers;
    const expected = status === 410 ? ['public, max-age=60', 'reviews'] : ['no-store', undefined];
    assert.deepEqual([kept, tag], expected, query);
    if (status === 410) assert.match(body.detail, /take a new cursor.*\/reviews\.json.*follow/);
  }
  for (const position of [2, 3, 6]) {
    assert.equal((await ask(url, `${CHANGES}?after=${cursorAt(position)}`)).status, 200);
  }
});

test('requests count as those of search do, but for what a client knows already', async (t) => {
  const { url } = await startInProcess(t, { release, rateLimitPerMinute: 2 });
  const { headers } = await ask(url, CHANGES);
  const known = { headers: { 'If-None-Match': String(headers.etag) } };
  for (let index = 0; index < 3; index++) {
    assert.equal((await ask(url, CHANGES, known)).status, 304);
  }
  assert.equal((await ask(url, CHANGES)).status, 200);
  assert.equal((await ask(url, CHANGES)).status, 429);
});
