import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { createDatasetMaker } from '#dataset/dataset.ts';
import { createContentChecker } from '#dataset/load-content.ts';
import { openDataPack } from '#release/data-pack.ts';
import { ReleaseHead } from '#release/release-head.ts';
import { DataStorage, type StorableRelease } from '../../../sidecar/rebuild/data-storage.ts';
import { DataRenderer } from '../../../sidecar/rebuild/render-data.ts';
import { PackStore } from '../../../sidecar/release/pack-store.ts';
import { BUSINESS, type Files, filesOf } from '../../support/content-files.ts';
import { createFolder } from '../../support/content-folder.ts';
import { sampleReview } from '../../support/sample-content.ts';

const KEY = { content: 'a', baseUrl: 'http://reviews.test', code: 'b' };
const TEXT = 'A sentence that goes on and on. '.repeat(6_000);

/** Thirty reviews that are more than four megabytes together. */
const CONTENT: Files = Object.fromEntries([
  ['business.yaml', BUSINESS],
  ...Array.from({ length: 30 }, (_, index) => {
    const day = String(index + 1).padStart(2, '0');
    return Object.entries(sampleReview(`r-${day}`, `2026-06-${day}`, {}, TEXT));
  }).flat(),
]);

/** Makes one release after another out of content, as the rebuild does. */
function createMaker(test: Parameters<typeof createFolder>[0]) {
  const check = createContentChecker();
  const make = createDatasetMaker(KEY.baseUrl);
  const renderer = new DataRenderer([]);
  const store = new PackStore(createFolder(test));
  const known = new Map<string, ReturnType<typeof filesOf>[number]>();
  const releaseOf = async (ordinal: number, content: Files): Promise<StorableRelease> => {
    const files = filesOf(content).map((file) => {
      const same = known.get(file.path);
      const kept = same && Buffer.compare(same.bytes, file.bytes) === 0 ? same : file;
      known.set(file.path, kept);
      return kept;
    });
    const dataset = make(check(files).content);
    const rendered = await renderer.render(dataset, new Date('2026-11-20T08:00:00Z'));
    return { ordinal, key: KEY, dataset, ...rendered };
  };
  return { store, storage: new DataStorage(store), releaseOf };
}

/** What a pack holds is what was stored. */
function assertHolds(file: string, { ordinal, files }: StorableRelease): void {
  const pack = openDataPack(file);
  pack.verify();
  assert.equal(ReleaseHead.parse(pack.meta).ordinal, ordinal);
  assert.deepEqual(pack.paths().toSorted(), files.map(({ entry }) => entry.path).toSorted());
  for (const { entry, bodies } of files) {
    const stored = pack.get(entry.path);
    assert.equal(stored?.entry.variants.identity.etag, entry.variants.identity.etag);
    assert.deepEqual(stored?.bodies.identity, Buffer.from(bodies.identity));
  }
}

test('after a release was stored whole, an edit is stored as what changed', async (t) => {
  const { storage, releaseOf } = createMaker(t);
  const first = await releaseOf(1, CONTENT);
  const whole = await storage.storeSoon(first);
  assert.equal(whole.base, undefined);
  assertHolds(whole.file, first);

  const steps: [string, Files][] = [
    ['changed', sampleReview('r-15', '2026-06-15', {}, 'Short now.')],
    ['added', sampleReview('r-99', '2026-06-10', {}, 'New.')],
    ['newest', sampleReview('r-98', '2026-11-10', {}, 'Newest.')],
    ['oldest', sampleReview('r-97', '2020-11-10', {}, 'Oldest.')],
  ];
  let content = CONTENT;
  for (const [index, [, edit]] of steps.entries()) {
    content = { ...content, ...edit };
    const release = await releaseOf(2 + index, content);
    const { file, base } = await storage.storeSoon(release);
    assert.equal(base, whole.file);
    const added = openDataPack(file).member('delta.bytes')?.length ?? Number.POSITIVE_INFINITY;
    assert.ok(added < 10_000, `${added}`);
    assertHolds(file, release);
  }
  assert.ok(storage.neededFiles().includes(whole.file));
});

test('where the newest, the oldest and several others are gone, the rest is shared', async (t) => {
  const { storage, releaseOf } = createMaker(t);
  const { file: whole } = await storage.storeSoon(await releaseOf(1, CONTENT));
  const kept = Object.entries(CONTENT).filter(([path]) => !/r-(?:01|02|17|30)\.md$/.test(path));
  const release = await releaseOf(2, Object.fromEntries(kept));
  const { file, base } = await storage.storeSoon(release);
  assert.equal(base, whole);
  assertHolds(file, release);
});

test('where most is new, a release is stored whole', async (t) => {
  const { storage, releaseOf } = createMaker(t);
  await storage.storeSoon(await releaseOf(1, CONTENT));
  const others = Object.entries(CONTENT).map(([path, text]) => [
    path,
    text.replaceAll('goes on', 'ends'),
  ]);
  const release = await releaseOf(2, Object.fromEntries(others));
  const { file, base } = await storage.storeSoon(release);
  assert.equal(base, undefined);
  assertHolds(file, release);
});

test('a small release is stored whole', async (t) => {
  const { storage, releaseOf } = createMaker(t);
  const content = { 'business.yaml': BUSINESS, ...sampleReview('r-01', '2026-06-01') };
  await storage.storeSoon(await releaseOf(1, content));
  const more = { ...content, ...sampleReview('r-02', '2026-06-02') };
  assert.equal((await storage.storeSoon(await releaseOf(2, more))).base, undefined);
});

test('stored whole again, a release is what later ones rest on', async (t) => {
  const { storage, releaseOf, store } = createMaker(t);
  await storage.storeSoon(await releaseOf(1, CONTENT));
  const second = await releaseOf(2, { ...CONTENT, ...sampleReview('r-99', '2026-06-10') });
  await storage.storeSoon(second);
  await storage.storeWhole(second);
  assert.ok(storage.neededFiles().includes(store.fileOf(2)));
  assertHolds(store.fileOf(2), second);
  assert.equal(openDataPack(store.fileOf(2)).base, undefined);
  // And a pack never rests on itself.
  assert.equal((await storage.storeSoon(second)).base, undefined);
});

test('while an older release is stored whole, a newer one keeps what it rests on', async (t) => {
  const { storage, releaseOf, store } = createMaker(t);
  await storage.storeSoon(await releaseOf(1, CONTENT));
  const second = await releaseOf(2, { ...CONTENT, ...sampleReview('r-99', '2026-06-10') });
  await storage.storeSoon(second);
  const third = await releaseOf(3, { ...CONTENT, ...sampleReview('r-98', '2026-06-11') });
  await storage.storeSoon(third);
  await storage.storeWhole(second);
  store.clear(new Set(storage.neededFiles()), () => {});
  assertHolds(store.fileOf(3), third);
  assertHolds(store.fileOf(2), second);
});

test('a pack whose base is another or is gone is refused', async (t) => {
  const { storage, releaseOf, store } = createMaker(t);
  const first = await releaseOf(1, CONTENT);
  const { file: base } = await storage.storeSoon(first);
  const second = await releaseOf(2, { ...CONTENT, ...sampleReview('r-99', '2026-06-10') });
  const { file } = await storage.storeSoon(second);
  assert.equal(openDataPack(file).base, base);

  const other = await releaseOf(1, { ...CONTENT, ...sampleReview('r-99', '2026-11-10') });
  await new DataStorage(store).storeWhole({ ...other, ordinal: 1 });
  assert.throws(() => openDataPack(file).verify(), /rests on another data-1\.pack/);
  writeFileSync(base, 'Nothing.');
  assert.throws(() => openDataPack(file), /is cut off, or is none/);
  rmSync(base);
  assert.throws(() => openDataPack(file), /ENOENT/);
});
