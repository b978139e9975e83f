import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ask } from '../support/ask.ts';
import { startService } from '../support/service.ts';

const { url } = await startService({ after }, { env: { RATE_LIMIT_PER_MINUTE: '5' } });
const SEARCH = '/api/reviews/search';

test('§8 limit, rating and min_rating have their bounds', async (t) => {
  const unlimited = await startService(t);
  for (const [query, status] of [
    ['limit=1', 200],
    ['limit=100', 200],
    ['limit=0', 400],
    ['limit=101', 400],
    ['rating=1', 200],
    ['rating=5', 200],
    ['rating=0', 400],
    ['rating=6', 400],
    ['min_rating=1', 200],
    ['min_rating=5', 200],
    ['min_rating=0.5', 400],
    ['min_rating=5.5', 400],
  ] as const) {
    assert.equal((await ask(unlimited.url, `${SEARCH}?${query}`)).status, status, query);
  }
});

test('§8 requests to the API are counted and refused beyond the limit, files never', async () => {
  for (let left = 4; left >= 0; left--) {
    const { status, headers } = await ask(url, left % 2 ? SEARCH : '/api/reviews/since/2026-01-01');
    assert.equal(status, 200);
    assert.match(String(headers.ratelimit), new RegExp(`r=${left};`));
    assert.match(String(headers['ratelimit-policy']), /q=5; w=60/);
  }
  const refused = await ask(url, SEARCH);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.equal(refused.json().status, 429);
  assert.equal((await ask(url, '/reviews.json')).status, 200);
});
