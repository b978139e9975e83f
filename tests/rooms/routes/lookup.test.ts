import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { pageFor } from '../../../sidecar/render/asked-page.ts';
import { createLookup } from '../../../sidecar/routes/lookup.ts';
import { startTinyPages } from '../../support/pages.ts';
import { makeRelease } from '../../support/release.ts';

const { release, manifest: previous } = await makeRelease();
const current = new CurrentRelease();
const pages = await startTinyPages({ current });
const lookup = createLookup({ current, pages });
const find = (target: string, headers = {}) => lookup(target, { method: 'GET', headers });

test('data files, files of pages and rendered pages are found in what is served', async () => {
  assert.ok(!find('/reviews.json'), 'nothing is served');
  current.swap(release);
  assert.ok(!find('/insights/'), 'it is not rendered');
  const page = await pages.render(pageFor('/insights/'));
  assert.deepEqual(find('/insights/')?.body, page?.file.identity.body);
  const body = release.files.get('/reviews.json')?.identity.body;
  for (const target of ['/reviews.json', '/reviews.json?']) {
    assert.deepEqual(find(target)?.body, body);
  }
  assert.equal(find('/public.txt')?.status, 200);
  assert.equal(find('/reviews.json', { 'if-none-match': '*' })?.status, 304);
  current.swap((await makeRelease(undefined, { previous })).release);
  assert.ok(!find('/insights/'), 'it is of another release');
});

test('all else is left to the routes, and so is what they answer with an error', () => {
  for (const [target, headers] of [
    ...[['/reviews.json?a'], ['/%72eviews.json'], ['/nothing'], ['/api/reviews/search'], ['*']],
    ['/reviews.json', { 'if-match': '"x"' }],
    ['/reviews.json', { range: 'bytes=999999-' }],
  ] as const) {
    assert.equal(find(String(target), headers), undefined, String(target));
  }
});
