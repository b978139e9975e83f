import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentSource } from '../../../sidecar/mcp/current-source.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { readTinyPage } from '../../support/pages.ts';
import { makeRelease } from '../../support/release.ts';

const { release } = await makeRelease(undefined, { readPage: readTinyPage });

test('before there is a release the endpoint says when to come back', async () => {
  const current = new CurrentRelease();
  const expected = { status: 503, code: -32_000, headers: { 'Retry-After': '2' } };
  assert.throws(() => currentSource(current), expected);
  await current.swap(release);
  assert.equal(currentSource(current), release.source);
});

test('what agents are answered from is the release', async () => {
  const { source } = release;
  assert.equal(source.baseUrl, release.baseUrl);
  assert.equal(source.corpus, release.corpus);
  assert.equal(source.removed, release.removed);
  assert.equal(source.etag, (await source.file('/reviews.json'))?.etag);
  assert.match((await source.file('/reviews/review-a/'))?.mediaType ?? '', /^text\/html/);
  assert.equal(await source.file('/reviews/gone-2026/'), undefined);
  assert.equal(await source.file('/nothing'), undefined);
});
