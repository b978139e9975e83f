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

/** Addresses by the tag with which their error may be kept; undefined where it may not. */
const ADDRESSES = {
  'r-deleted-1': '/ .json .md /?a'.split(' ').map((end) => `/reviews/deleted-1${end}`),
  reviews: [
    ...['/', '/01', '/01/', '/01/feed.xml'].map((end) => `/archive/2019${end}`),
    ...['/', '', '/index.html', '/og.png'].map((end) => `/people/nemo${end}`),
    ...['/%70eople/nemo/', '/sitemaps/2.xml'],
  ],
  none: [
    ...['/02/', '/01/feed.json', '/01/x'].map((end) => `/archive/2019${end}`),
    ...['/services/nemo/', '/people/nobody/og.png', '/sitemaps/3.xml'],
    ...['/', '.json', '.md', ''].map((end) => `/reviews/never-1${end}`),
  ],
};

const told = (headers: Readonly<Record<string, unknown>>) =>
  ['cache-control', 'vary', 'cache-tag', 'surrogate-key'].map((name) => headers[name]);
const NOT_KEPT = ['no-store', undefined, undefined, undefined];

for (const [tag, targets] of Object.entries(ADDRESSES)) {
  test(`the error of an address that was published may be kept with its tag, here ${tag}`, async (t) => {
    const { url } = await startInProcess(t, { release });
    const expected = tag === 'none' ? NOT_KEPT : ['public, max-age=60', 'Accept', tag, tag];
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
  assert.deepEqual([refused.status, told(refused.headers)], [405, NOT_KEPT]);
});
