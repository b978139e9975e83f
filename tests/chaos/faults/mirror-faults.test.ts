import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readKeptLog, writeKeptLog } from '#release/manifest.ts';
import { reviewsJsonOf } from '#release/release.ts';
import { readPrevious } from '#release/stored-dataset.ts';
import { findChanges } from '#search/changes/find-changes.ts';
import { continueLog } from '#search/changes/kept-log.ts';
import { readBlocks } from '#search/corpus/review-records.ts';
import { readReleaseFolder } from '../../../sidecar/release/read-release-folder.ts';
import { replaceRelease } from '../../journeys/publish/built-release.ts';
import { Mirror } from '../../journeys/publish/mirror.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { createDeployment } from '../../support/deployment.ts';
import { makeRelease, writeRelease } from '../../support/release.ts';
import { numberedContent } from '../../support/sample-content.ts';

/** A folder as a build would leave it in the place of another, with the log of both. */
async function build(outDir: string, folder: string, edition: number): Promise<void> {
  const made = await makeRelease(numberedContent(edition), { now: new Date() });
  const { ordinal } = made.manifest;
  const { removed } = made.dataset;
  const blocks = readBlocks(reviewsJsonOf(made.encoded));
  const replaced = existsSync(outDir) ? readReleaseFolder(outDir) : undefined;
  const before = replaced && readPrevious(replaced, readKeptLog(outDir, replaced.manifest.ordinal));
  const changes = before ? findChanges(before, { blocks, removed }) : [];
  await writeRelease(folder, made);
  await writeKeptLog(folder, continueLog(before?.log, ordinal, changes, Date.now()));
  await replaceRelease(folder, outDir);
}

test('a cursor of one replica holds at every other, and after a restart without its folder', {
  timeout: 120_000,
}, async (t) => {
  const one = createDeployment(t, {}, { WATCH: 'release' });
  const other = createDeployment(t, {}, { WATCH: 'release', OUT_DIR: one.outDir });
  const put = (edition: number) => build(one.outDir, join(one.folder, `built-${edition}`), edition);
  await put(1);
  const first = await one.start();
  const mirror = new Mirror();
  await mirror.begin(first.url);
  await put(2);
  await first.published(2);
  assert.equal(await mirror.follow(first.url), 200);
  await mirror.assertEqual(first.url);
  // This one has never seen the first edition.
  const second = await other.start();
  await put(3);
  await Promise.all([first.published(3), second.published(3)]);
  assert.equal(await mirror.follow(second.url, 'ndjson'), 200);
  await mirror.assertEqual(second.url);
  await first.stop();
  await put(4);
  await second.published(4);
  assert.equal(await mirror.follow(second.url), 200);
  await second.stop();
  rmSync(one.outDir, { recursive: true });
  const third = await other.start();
  const { applied } = mirror;
  assert.equal(await mirror.follow(third.url), 200);
  assert.equal(mirror.applied, applied);
  await mirror.assertEqual(third.url);
});

test('without a folder for its state a service changes no file of others, has a log while it runs, and the next one asks to begin again', {
  timeout: 120_000,
}, async (t) => {
  const STATE_DIR = join(createFolder(t), 'state');
  writeFileSync(STATE_DIR, 'Mine.');
  const files = { 'precious.txt': 'Mine.', 'client/reviews.json': '{}', 'manifest.json': '{}' };
  const OUT_DIR = createContentFolder(t, files);
  const { start, save } = createDeployment(t, numberedContent(1, 20), { STATE_DIR, OUT_DIR });
  const first = await start();
  await first.logged(`STATE_DIR ${STATE_DIR} cannot be written`);
  const { cause } = await first.logged('the release store: ');
  assert.match(String(cause), /; set STATE_DIR to a folder\.$/);
  const mirror = new Mirror();
  await mirror.begin(first.url);
  for (const edition of [2, 3]) {
    save(numberedContent(edition, 20));
    await first.published(edition);
    assert.equal(await mirror.follow(first.url), 200);
    await mirror.assertEqual(first.url);
  }
  await first.stop();
  const second = await start();
  assert.equal(await mirror.follow(second.url), 410);
  await mirror.begin(second.url);
  save(numberedContent(4, 20));
  await second.published(4);
  assert.equal(await mirror.follow(second.url), 200);
  await mirror.assertEqual(second.url);
  assert.equal(readFileSync(STATE_DIR, 'utf8'), 'Mine.');
  for (const [path, text] of Object.entries(files)) {
    assert.equal(readFileSync(join(OUT_DIR, path), 'utf8'), text);
  }
});
