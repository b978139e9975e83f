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

const KINDS: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
  [
    'an address of a review that is gone',
    keptWith('r-deleted-1'),
    ['/', '.json', '.md', '/?a'].map((end) => `/reviews/deleted-1${end}`),
  ],
  [
    'another address that was published',
    keptWith('reviews'),
    ['/', '/01', '/01/', '/01/feed.xml']
      .map((end) => `/archive/2019${end}`)
      .concat(
        ['/', '', '/index.html', '/og.png'].map((end) => `/people/nemo${end}`),
        ['/%70eople/nemo/', '/sitemaps/2.xml'],
      ),
  ],
  [
    'an address beside those',
    { 'cache-control': 'no-store' },
    ['/02/', '/01/feed.json', '/01/x']
      .map((end) => `/archive/2019${end}`)
      .concat(
        ['/services/nemo/', '/people/nobody/og.png', '/sitemaps/3.xml'],
        ['/', '.json', '.md', ''].map((end) => `/reviews/never-1${end}`),
      ),
  ],
];

const told = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    ['cache-control', 'vary', 'cache-tag', 'surrogate-key'].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name]]],
    ),
  );

for (const [what, expected, targets] of KINDS) {
  test(`the error of ${what} may be kept with these tags: ${Object.values(expected)}`, async (t) => {
    const { url } = await startInProcess(t, { release });
    for (const target of targets) {
      for (const Accept of ['*/*', 'text/html', 'text/markdown']) {
        for (const method of ['GET', 'HEAD']) {
          const { status, headers } = await ask(url, target, { method, headers: { Accept } });
          assert.deepEqual([status, told(headers)], [404, expected], `${target} ${Accept}`);
        }
      }
    }
  });
}

test('what is back is served, and another method is never told what was there', async (t) => {
  const { url } = await startInProcess(t, { release });
  assert.equal((await ask(url, '/reviews/review-a/')).status, 200);
  const refused = await ask(url, '/people/nemo/', { method: 'PUT' });
  assert.deepEqual([refused.status, told(refused.headers)], [405, { 'cache-control': 'no-store' }]);
});
