import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readManifest } from '#release/manifest.ts';
import { BUSINESS } from '../../support/content-files.ts';
import { createContentFolder, createFolder, replaceFiles } from '../../support/content-folder.ts';
import { makeRelease, storeRelease } from '../../support/release.ts';
import { sampleReview } from '../../support/sample-content.ts';
import { BASE_URL, digestsIn, runBuild } from './run-build.ts';

const GOOD = { 'business.yaml': BUSINESS, ...sampleReview('review-1', '2026-10-03') };

test('a build that would lose half of the reviews is refused until confirmed; it knows what vanished since the release in its place, and since the stored one', async (t) => {
  const folder = createFolder(t);
  const [out, stateDir] = [join(folder, 'out'), join(folder, 'state')];
  const stored = await makeRelease(undefined, {
    baseUrl: BASE_URL,
    sidecarUrl: BASE_URL,
    vanished: ['/places/atlantis/'],
  });
  storeRelease(stateDir, stored);
  const lost = Array.from({ length: 8 }, (_, at) => sampleReview(`review-${at + 2}`, '2019-01-15'));
  const content = createContentFolder(t, Object.assign({}, GOOD, ...lost));
  const build = (...more: string[]) =>
    runBuild(content, out, { env: { STATE_DIR: stateDir }, more });
  assert.equal((await build()).status, 0);
  const before = digestsIn(out);

  replaceFiles(content, GOOD);
  const refused = await build();
  assert.deepEqual([refused.status, digestsIn(out)], [1, before]);
  assert.match(
    refused.stderr,
    /out stays: 8 of 9 published reviews would vanish .* run: npm run build -- --confirm/,
  );
  const { status, stderr } = await build('--confirm');
  assert.equal(status, 0, stderr);
  const { vanished, entries } = readManifest(out) ?? assert.fail('it has a manifest');
  for (const path of [
    ...['/reviews/review-2/', '/reviews/review-2.md', '/reviews/review-2.json'],
    ...['/archive/2019/', '/archive/2019/01/', '/archive/2019/01/feed.json', '/places/atlantis/'],
  ]) {
    assert.ok(vanished.includes(path), path);
  }
  assert.deepEqual(
    entries.filter(({ path }) => vanished.includes(path)),
    [],
  );
});
