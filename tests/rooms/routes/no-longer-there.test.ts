import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { makeRelease } from '../../support/release.ts';

const vanished = ['/archive/2019/', '/archive/2019/01/', '/archive/2019/01/feed.xml'].concat(
  ['/people/nemo/', '/people/nemo/og.png', '/sitemaps/2.xml'],
  ['/reviews/deleted-1/', '/reviews/deleted-1.json', '/reviews/deleted-1.md'],
  // It is back.
  '/reviews/review-a/',
);
const { release } = await makeRelease(undefined, { vanished });

const KEPT = { 'cache-control': 'public, max-age=60', vary: 'Accept' };
const keptWith = (tag: string) => ({ ...KEPT, 'cache-tag': tag, 'surrogate-key': tag });
const NOT_KEPT = { 'cache-control': 'no-store' };

const KINDS: readonly (readonly [number, Readonly<Record<string, string>>, readonly string[]])[] = [
  [
    410,
    keptWith('r-gone-2026'),
    ['/', '', '/index.html', '.json', '.md', '/?a=b'].map((end) => `/reviews/gone-2026${end}`),
  ],
  [
    404,
    keptWith('r-deleted-1'),
    ['/', '.json', '.md', '/?a'].map((end) => `/reviews/deleted-1${end}`),
  ],
  [
    404,
    keptWith('reviews'),
    [
      ...['/archive/2019/', '/archive/2019/01/', '/archive/2019/01/feed.xml', '/archive/2019/01'],
      ...['/people/nemo/', '/people/nemo/og.png', '/people/nemo', '/people/nemo/index.html'],
      ...['/%70eople/nemo/', '/sitemaps/2.xml'],
    ],
  ],
  [
    404,
    NOT_KEPT,
    [
      ...[
        '/archive/1999/',
        '/archive/2019/02/',
        '/archive/2019/01/feed.json',
        '/archive/2019/01/x',
      ],
      ...[
        '/people/nobody/',
        '/people/nobody/og.png',
        '/services/nemo/',
        '/nothing',
        '/sitemaps/3.xml',
      ],
      ...['/', '.json', '.md', ''].map((end) => `/reviews/never-1${end}`),
      ...['/api/reviews/nothing', '/.well-known/nothing'],
    ],
  ],
  [400, NOT_KEPT, ['/api/reviews/search?query=', '/%ff']],
];

const told = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    ['cache-control', 'vary', 'cache-tag', 'surrogate-key'].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name]]],
    ),
  );

test('an error may be kept, with tags, at an address that was published, and at no other', async (t) => {
  const { url } = await startInProcess(t, { release });
  for (const [status, expected, targets] of KINDS) {
    for (const target of targets) {
      for (const accept of [undefined, 'text/html', 'application/problem+json', 'text/markdown']) {
        const headers = accept === undefined ? {} : { Accept: accept };
        const got = await ask(url, target, { headers });
        assert.deepEqual(
          [got.status, told(got.headers)],
          [status, expected],
          `${target} ${accept}`,
        );
        assert.equal(got.headers.ratelimit, undefined);
        const head = await ask(url, target, { method: 'HEAD', headers });
        assert.deepEqual({ ...head.headers, date: '' }, { ...got.headers, date: '' }, target);
      }
    }
  }
  assert.equal((await ask(url, '/reviews/review-a/')).status, 200);
  for (const [target, method] of [
    ['/reviews/gone-2026/', 'POST'],
    ['/people/nemo/', 'PUT'],
  ] as const) {
    const refused = await ask(url, target, { method });
    assert.deepEqual([refused.status, told(refused.headers)], [405, NOT_KEPT], target);
  }
});
