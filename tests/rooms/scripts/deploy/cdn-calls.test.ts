import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CDNS } from '../../../../scripts/deploy/purge/cdn-calls.ts';

const ENVIRONMENT = {
  CLOUDFLARE_ZONE_ID: 'zone',
  CLOUDFLARE_API_TOKEN: 'token',
  FASTLY_SERVICE_ID: 'service',
  FASTLY_API_TOKEN: 'token',
  VARNISH_URL: 'http://127.0.0.1:6081',
  PURGE_AUTHORIZATION: 'Bearer of-the-tests',
};
const TAGS = ['reviews', ...Array.from({ length: 256 }, (_, index) => `r-review-${index}`)];
const URLS = ['https://reviews.example/reviews.json', 'https://reviews.example/reviews/a-b/'];

test('Cloudflare gets tags and addresses, a hundred a call, with the token', () => {
  const calls = CDNS.cloudflare(ENVIRONMENT)({ tags: TAGS, urls: URLS });
  const bodies = calls.map(({ body = '' }) => JSON.parse(body));
  assert.deepEqual(
    bodies.map(({ tags }) => tags?.length),
    [100, 100, 57, undefined],
  );
  assert.deepEqual(
    bodies.flatMap(({ tags }) => tags ?? []),
    TAGS,
  );
  assert.deepEqual(bodies[3], { files: URLS });
  for (const { url, method, headers } of calls) {
    assert.equal(url, 'https://api.cloudflare.com/client/v4/zones/zone/purge_cache');
    assert.deepEqual([method, headers.Authorization], ['POST', 'Bearer token']);
  }
});

test('Fastly gets keys, 256 a call, and each address, and never a soft purge', () => {
  const calls = CDNS.fastly(ENVIRONMENT)({ tags: TAGS, urls: URLS });
  assert.deepEqual(
    calls.map(({ url, body = '{}' }) => [url, JSON.parse(body).surrogate_keys?.length]),
    [
      ['https://api.fastly.com/service/service/purge', 256],
      ['https://api.fastly.com/service/service/purge', 1],
      ['https://api.fastly.com/purge/reviews.example/reviews.json', undefined],
      ['https://api.fastly.com/purge/reviews.example/reviews/a-b/', undefined],
    ],
  );
  for (const { method, headers } of calls) {
    assert.deepEqual([method, headers['Fastly-Key']], ['POST', 'token']);
    assert.ok(!('Fastly-Soft-Purge' in headers));
  }
});

test('Fastly gets a hundred addresses of a larger change, those of takedowns first', () => {
  const urls = Array.from({ length: 1_000 }, (_, index) => `https://reviews.example/${index}`);
  const calls = CDNS.fastly(ENVIRONMENT)({ tags: TAGS, urls });
  assert.equal(calls.length, 102);
  assert.equal(calls.at(-1)?.url, 'https://api.fastly.com/purge/reviews.example/99');
});

test('Varnish gets bans with the secret, whose headers are short enough', () => {
  const calls = CDNS.varnish(ENVIRONMENT)({
    tags: TAGS.map((tag) => tag.padEnd(66, 'x')),
    urls: URLS,
  });
  assert.equal(calls.at(-1)?.headers['X-Ban-Paths'], '/reviews[.]json|/reviews/a-b/');
  assert.ok(calls.every(({ headers }) => JSON.stringify(headers).length < 8_000));
  for (const { method, headers } of calls) {
    assert.deepEqual([method, headers.Authorization], ['BAN', 'Bearer of-the-tests']);
  }
});

test('a missing variable is named', () => {
  assert.throws(
    () => CDNS.fastly({ FASTLY_SERVICE_ID: 'service' }),
    /^Error: FASTLY_API_TOKEN is missing/,
  );
});
