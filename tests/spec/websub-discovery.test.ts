import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ask } from '../support/ask.ts';
import { BASE_URL } from '../support/release.ts';
import { startService } from '../support/service.ts';
import { waitUntil } from '../support/wait-until.ts';
import { HUB_URL, readHubStatus, TOPIC_PATHS, TOPICS } from '../support/websub-hub.ts';

// Row numbers are those of the Recommendation's checklist; websub-rows.test.ts holds them all.
const { url } = await startService({ after });

/** The relations of a dataset beside those of its topic, which stand first. */
const DESCRIBING = ['service-desc', 'describedby', 'license'];

/** The links of a header: target and relation. */
function linksIn(header: unknown): { readonly target: string; readonly rel: string }[] {
  return String(header ?? '')
    .split(', ')
    .map((link) => /^<([^>]*)>; rel="([^"]*)"$/.exec(link) ?? ['', '', ''])
    .map(([, target = '', rel = '']) => ({ target, rel }));
}

for (const path of TOPIC_PATHS) {
  const expected = [
    { target: HUB_URL, rel: 'hub' },
    { target: BASE_URL + path, rel: 'self' },
  ];

  test(`P1 §4, P2 §4: ${path} names the hub and itself, exactly once on 200, 304 and HEAD, in every coding`, async () => {
    for (const coding of ['identity', 'br', 'gzip', 'zstd']) {
      const asked = { 'Accept-Encoding': coding };
      const full = await ask(url, path, { headers: asked });
      const again = { headers: { ...asked, 'If-None-Match': String(full.headers.etag) } };
      const answers = [
        full,
        await ask(url, path, again),
        await ask(url, path, { ...again, method: 'HEAD' }),
        await ask(url, path, { method: 'HEAD', headers: asked }),
      ];
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 304, 304, 200],
      );
      for (const { headers } of answers) {
        const [hub, self, ...others] = linksIn(headers.link);
        assert.deepEqual([hub, self], expected);
        assert.deepEqual(
          others.filter(({ rel }) => !DESCRIBING.includes(rel)),
          [],
        );
      }
    }
  });

  test(`P5 §4.1: ${path} is one representation, whatever is accepted`, async () => {
    const plain = await ask(url, path);
    for (const accept of ['application/json', 'text/html', '*/*;q=0']) {
      const headers = { Accept: accept, 'Accept-Language': 'de' };
      const answered = await ask(url, path, { headers });
      assert.equal(answered.headers['content-type'], plain.headers['content-type'], accept);
      assert.deepEqual([answered.status, answered.text], [200, plain.text], accept);
    }
    assert.doesNotMatch(String(plain.headers.vary ?? ''), /accept(?!-encoding)/i);
  });
}

test('P3 §4: the feeds name hub and topic inside as their headers do', async () => {
  const { text } = await ask(url, '/feed.xml');
  // Those of the feed stand before its first entry.
  const [head = ''] = text.split(/<entry[ >]/);
  const hrefs = (rel: string) =>
    [...head.matchAll(/<link\b[^>]*>/g)]
      .filter(([tag]) => tag.includes(`rel="${rel}"`))
      .map(([tag]) => /href="([^"]*)"/.exec(tag)?.[1]);
  assert.deepEqual([hrefs('hub'), hrefs('self')], [[HUB_URL], [`${BASE_URL}/feed.xml`]]);
  const feed = (await ask(url, '/api/feed.json')).json();
  assert.deepEqual(feed.hubs, [{ type: 'WebSub', url: HUB_URL }]);
  assert.equal(feed.feed_url, `${BASE_URL}/api/feed.json`);
});

test('P4 §4: pages point to the feeds, and are no topics themselves', async () => {
  for (const page of ['/', '/feeds/', '/websub/']) {
    const { status, headers, text } = await ask(url, page);
    assert.equal(status, 200);
    const [head = ''] = text.split('</head>');
    const tags = [...head.matchAll(/<link\b[^>]*>/g)].map(([tag]) => tag);
    const alternates = tags.filter((tag) => tag.includes('rel="alternate"')).join('\n');
    for (const path of ['/feed.xml', '/api/feed.json']) {
      assert.ok(alternates.includes(`href="${path}"`), path);
    }
    assert.ok(!tags.some((tag) => /rel="?(?:hub|self)"?/.test(tag)), 'a topic the hub refuses');
    assert.doesNotMatch(String(headers.link ?? ''), /rel="(?:hub|self)"/);
  }
});

test('§6: the hub that is advertised answers, and knows these topics', async () => {
  const { topics } = await waitUntil('the hub works', () => readHubStatus(url));
  assert.deepEqual(topics.map(({ topic }) => topic).toSorted(), TOPICS.toSorted());
});

test('§4.6: links come from the configuration, whatever the Host header says', async () => {
  const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' };
  const { headers: answered } = await ask(url, '/feed.xml', { headers });
  assert.ok(!String(answered.link).includes('evil'));
});
