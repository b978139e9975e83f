import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ordinalsIn } from '../../../../sidecar/publish/store/release-folders.ts';
import { businessOf, goodContent, sampleReview } from '../../../support/sample-content.ts';
import { createSmallDisk } from '../../sidecar/small-disk.ts';
import { createPublishing, EVERYTHING, NOTHING } from '../publishing.ts';

const REMOVALS = { 'removed.yaml': '- { id: review-2, dateRemoved: 2026-11-20, reason: spam }\n' };

/** Content that was published and stored once. */
async function createStored(t: TestContext, more?: Parameters<typeof createPublishing>[2]) {
  const publishing = createPublishing(t, goodContent(1), more);
  await publishing.loop.rebuild(EVERYTHING);
  publishing.loadKept();
  const releases = join(publishing.stateDir, 'releases');
  return {
    ...publishing,
    releases,
    /** Puts a file where folders of releases are written. */
    block: () => {
      renameSync(releases, `${releases}.aside`);
      writeFileSync(releases, '');
    },
    unblock: () => {
      rmSync(releases);
      renameSync(`${releases}.aside`, releases);
    },
  };
}

test('what cannot be stored is served all the same, and stored later with its log', async (t) => {
  const { loop, save, reviewsJson, newest, loadKept, faults, block, unblock } =
    await createStored(t);
  block();
  await loop.rebuild(save(REMOVALS));
  assert.ok(!reviewsJson().includes('review-2'));
  const served = newest();
  assert.match(
    faults().join(),
    /\(ENOTDIR\): a file is in the place .*; set STATE_DIR to a folder\./,
  );
  unblock();
  await loop.rebuild(save(businessOf(2)));
  const { log, dataset } = loadKept();
  assert.deepEqual(
    log.rows.map(({ id, kind }) => `${kind} ${id}`),
    ['removed review-2', 'removed gone-1'],
  );
  assert.equal(log.id, served.changes.id);
  assert.equal(dataset.business.name, 'Harbor edition-2.');
});

const LARGE = Array.from({ length: 20 }, (_, at) =>
  sampleReview(`large-${at}`, '2026-10-02', {}, 'Nothing of this matters. '.repeat(2_000)),
);

test('on a full disk older releases make room, above all where something was taken down', async (t) => {
  const small = createSmallDisk(t, 8);
  if (!small) return;
  const { loop, save, faults, loadKept, stateDir, newest } = await createStored(t, small);
  small.fill();
  await loop.rebuild(save(businessOf(2)));
  assert.deepEqual([faults(), ordinalsIn(stateDir)], [[], [newest().facts.ordinal]]);
  await loop.rebuild(save(Object.assign({}, REMOVALS, ...LARGE)));
  assert.match(faults().join(), /\(ENOSPC\): no space left; free some space\./);
  assert.deepEqual(ordinalsIn(stateDir), []);
  small.free();
  await loop.rebuild(NOTHING);
  loadKept();
});

test('a release stays where nothing can take its place, as where the content is wrong', async (t) => {
  const { loop, save, stateDir, faults, ...stored } = await createStored(t);
  const [kept] = ordinalsIn(stateDir);
  truncateSync(join(stored.releases, `${kept}/client/reviews.json`), 10);
  save({ 'business.yaml': 'name: 7' });
  const again = createPublishing(t, {}, { folder: stored.folder });
  await again.loop.rebuild(EVERYTHING);
  again.loop.persist();
  assert.equal(
    again.posted.some(({ type }) => type === 'data'),
    false,
  );
  assert.deepEqual(ordinalsIn(stateDir), [kept]);
});

test('where STATE_DIR is replaced, that is a fault, and nothing in the new one changes', async (t) => {
  const { loop, save, faults, stateDir, reviewsJson } = await createStored(t);
  rmSync(stateDir, { recursive: true });
  const file = join(stateDir, 'releases/7/manifest.json');
  mkdirSync(join(stateDir, 'releases/7'), { recursive: true });
  writeFileSync(file, 'of another');
  await loop.rebuild(save(REMOVALS));
  assert.ok(!reviewsJson().includes('review-2'));
  assert.match(faults().join(), /\(ESTALE\): it was replaced while .*; restart the service\./);
  assert.deepEqual([readFileSync(file, 'utf8'), ordinalsIn(stateDir)], ['of another', [7]]);
});
