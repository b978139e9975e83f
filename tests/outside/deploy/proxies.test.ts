import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSession } from '../../rooms/mcp/open-session.ts';
import { ask } from '../../support/ask.ts';
import { saveFiles } from '../../support/content-folder.ts';
import { listen, openSessionStream } from '../../support/mcp-client.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { startService } from '../../support/service.ts';
import { findServer } from './debian.ts';
import { askFrom, SITE, startCaddy, startNginx } from './proxies.ts';

const LIMIT = 5;
const SEARCH = '/api/reviews/search';
const HOSTILE = { 'X-Forwarded-For': '203.0.113.9', Forwarded: 'for=203.0.113.9' };
/** What the variants of a file differ in, and what tells them apart. */
const KEPT = [
  ...['content-type', 'etag', 'vary', 'content-encoding', 'content-length', 'cache-control'],
  'link',
];

for (const [name, startProxy] of [
  ['nginx', startNginx],
  ['caddy', startCaddy],
] as const) {
  test(`${name} in front, as its example has it`, async (t) => {
    const program = findServer(t, name);
    if (!program) return t.skip(`NOT TESTED: there is no ${name}; install it, or run this as root`);
    const env = {
      BASE_URL: SITE,
      TRUST_PROXY: 'loopback',
      RATE_LIMIT_PER_MINUTE: String(LIMIT),
      HUB_ALLOW_CALLBACK_CIDRS: '127.0.0.0/8',
    };
    const service = await startService(t, { content: SAMPLE_CONTENT, env });
    const { url, plain } = await startProxy(t, program, Number(new URL(service.url).port));
    const agent = askFrom('127.0.0.1');
    const askIt = (target: string, headers = {}) => ask(url, target, { headers, agent });

    await t.test('files and pages pass as they are, in each coding', async () => {
      const data = ['/reviews.json', '/feed.xml', '/reviews/review-a.md', '/sitemap.xml'];
      for (const target of ['/', '/reviews/review-a/', ...data, '/nothing']) {
        for (const coding of [undefined, 'identity', 'gzip', 'br']) {
          const headers = coding === undefined ? {} : { 'Accept-Encoding': coding };
          const direct = await ask(service.url, target, { headers });
          const passed = await askIt(target, headers);
          const told = ({ status, headers: fields }: typeof direct) => [
            status,
            ...KEPT.map((field) => fields[field]),
          ];
          assert.deepEqual(told(passed), told(direct), `${target} ${coding}`);
          assert.ok(passed.body.equals(direct.body), `${target} ${coding}`);
        }
      }
    });

    await t.test('a copy that is still right is answered 304, and a range 206', async () => {
      const { headers, body } = await askIt('/reviews.json');
      const again = { 'If-None-Match': String(headers.etag), 'Cache-Control': 'no-cache' };
      const kept = await askIt('/reviews.json', again);
      assert.deepEqual([kept.status, kept.body.length], [304, 0]);
      const part = await askIt('/reviews.json', { Range: 'bytes=2-9' });
      assert.equal(part.status, 206);
      assert.ok(part.body.equals(body.subarray(2, 10)));
    });

    await t.test('requests are counted by who asks, whatever he says of himself', async () => {
      const [one, other] = [askFrom('127.0.0.2'), askFrom('127.0.0.3')];
      const search = (from: typeof one, headers = {}) => ask(url, SEARCH, { headers, agent: from });
      for (let left = LIMIT; left > 0; left--) assert.equal((await search(one)).status, 200);
      assert.equal((await search(one)).status, 429);
      assert.equal((await search(one, HOSTILE)).status, 429);
      assert.equal((await search(other, HOSTILE)).status, 200);
      const { headers } = await search(other);
      assert.match(String(headers.ratelimit), new RegExp(`r=${LIMIT - 2};`));
    });

    const soon = { timeout: 30_000 };
    await t.test('agents ask at the public host, and hear of edits', soon, async (inner) => {
      const session = await openSession(url, '2025-06-18', agent);
      const uri = `${SITE}/reviews.json`;
      assert.equal((await session.ask('resources/subscribe', { uri })).status, 200);
      const streams = [
        await openSessionStream(url, session.id, { agent }),
        await listen(url, [uri], { agent }),
      ];
      inner.after(() => {
        for (const { close } of streams) close();
      });
      saveFiles(
        join(service.folder, 'content'),
        sampleReview('review-a', '2026-10-03', {}, 'It passed the proxy.'),
      );
      for (const { status, says } of streams) {
        assert.equal(status, 200);
        await says('notifications/resources/updated');
      }
    });

    if (plain !== undefined) {
      await t.test('plain HTTP is sent on to HTTPS', async () => {
        const headers = { Host: 'reviews.example' };
        const moved = await ask(plain, '/reviews/?a=b', { headers });
        assert.equal(moved.status, 308);
        assert.equal(moved.headers.location, `${SITE}/reviews/?a=b`);
      });
    }
  });
}
