import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { makeRelease } from '../../support/release.ts';

// Over restarts and on replicas: tests/journeys/publish/vanished-addresses.test.ts.
const vanished = ['/archive/2019/', '/archive/2019/01/feed.xml', '/people/nemo/'].concat(
  ['/sitemaps/2.xml', '/reviews/deleted-1/', '/reviews/deleted-1.md'],
  // It is back.
  '/reviews/review-a/',
);
const { release } = await makeRelease(undefined, { vanished });

/** Addresses by the tag with which their error may be kept; none where it may not. */
const ADDRESSES = {
  'r-deleted-1': ['/reviews/deleted-1/', '/reviews/deleted-1.md', '/reviews/deleted-1/?a'],
  reviews: [
    ...['/archive/2019', '/archive/2019/', '/archive/2019/01/feed.xml', '/people/nemo/index.html'],
    ...['/%70eople/nemo/', '/sitemaps/2.xml'],
  ],
  none: ['/archive/2019/02/', '/people/nobody/og.png', '/sitemaps/3.xml', '/reviews/never-1/'],
};
const NOT_KEPT = ['no-store', undefined, undefined, undefined];

const told = ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
  ['cache-control', 'vary', 'cache-tag', 'surrogate-key'].map((name) => headers[name]);

test('the error of an address that was published may be kept with its tag', async (t) => {
  const { url } = await startInProcess(t, { release });
  for (const [tag, targets] of Object.entries(ADDRESSES)) {
    const expected = tag === 'none' ? NOT_KEPT : ['public, max-age=60', 'Accept', tag, tag];
    for (const target of targets) {
      for (const Accept of ['*/*', 'text/html']) {
        const answered = await ask(url, target, { headers: { Accept } });
        assert.deepEqual([answered.status, told(answered)], [404, expected], target);
      }
    }
  }
  assert.equal((await ask(url, '/reviews/review-a/')).status, 200);
  const refused = await ask(url, '/people/nemo/', { method: 'PUT' });
  assert.deepEqual([refused.status, told(refused)], [405, NOT_KEPT]);
});
