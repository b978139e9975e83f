import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { ask } from '../support/ask.ts';
import { BASE_URL } from '../support/release.ts';
import { HUB_URL, startHubDemonstration, TOPIC_PATHS } from '../support/websub-hub.ts';

// Row numbers are those of the Recommendation's checklist; websub-rows.test.ts holds them all.
const { url } = (await startHubDemonstration({ after })).service;
const PAGES = ['/', '/feeds/', '/websub/'];

/** The links of a header or of a page's head: target and relation. */
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
      for (const { headers } of answers) assert.deepEqual(linksIn(headers.link), expected);
    }
  });

  test(`P5 §4.1: ${path} is one representation, whatever is accepted`, async () => {
    const plain = await ask(url, path);
    for (const accept of ['application/json', 'text/html', 'image/png;q=0.1', '*/*;q=0']) {
      const headers = { Accept: accept, 'Accept-Language': 'de' };
      const answered = await ask(url, path, { headers });
      assert.equal(answered.status, 200, accept);
      assert.equal(answered.headers['content-type'], plain.headers['content-type'], accept);
      assert.equal(answered.headers.etag, plain.headers.etag, accept);
      assert.deepEqual(answered.body, plain.body, accept);
    }
    assert.doesNotMatch(String(plain.headers.vary ?? ''), /accept(?!-encoding)/i);
  });
}

test('P3 §4: the Atom feed names hub and topic inside as its header does', async () => {
  const { text } = await ask(url, '/feed.xml');
  // Those of the feed stand before its first entry.
  const [head = ''] = text.split('<entry>');
  const hrefs = (rel: string) =>
    [...head.matchAll(/<link\b[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => tag.includes(`rel="${rel}"`))
      .map((tag) => /href="([^"]*)"/.exec(tag)?.[1]);
  assert.deepEqual(hrefs('hub'), [HUB_URL]);
  assert.deepEqual(hrefs('self'), [`${BASE_URL}/feed.xml`]);
});

test('P3 §4: the JSON Feed names hub and topic inside as its header does', async () => {
  const feed = (await ask(url, '/api/feed.json')).json();
  assert.deepEqual(feed.hubs, [{ type: 'WebSub', url: HUB_URL }]);
  assert.equal(feed.feed_url, `${BASE_URL}/api/feed.json`);
});

for (const page of PAGES) {
  test(`P4 §4: the page ${page} points to the feeds, and is no topic itself`, async () => {
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
  });
}

test('§6: the hub that is advertised answers, and knows these topics', async () => {
  const [hub] = linksIn((await ask(url, '/reviews.json')).headers.link);
  const { pathname } = new URL(hub?.target ?? '');
  assert.equal(pathname, HUB_PATH);
  const answered = await ask(url, pathname);
  assert.equal(answered.status, 200);
  for (const path of TOPIC_PATHS) assert.ok(answered.text.includes(`"${BASE_URL}${path}"`));
});

test('§4.6: links come from the configuration, whatever the Host header says', async () => {
  const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' };
  const { headers: answered } = await ask(url, '/feed.xml', { headers });
  assert.ok(!String(answered.link).includes('evil'));
});
