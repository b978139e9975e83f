import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { FileSystem } from '#dataset/file-system.ts';
import { serializePublished } from '#release/vanished-reviews.ts';
import type { PublisherSettings } from '../../../../sidecar/publish/messages.ts';
import { loadStored } from '../../../../sidecar/publish/store/load-stored.ts';
import { folderOf } from '../../../../sidecar/publish/store/release-folders.ts';
import { createContentFolder, createFolder, saveFiles } from '../../../support/content-folder.ts';
import {
  BASE_URL,
  type MadeRelease,
  makeRelease,
  NEW_LOG,
  storeRelease,
  writeRelease,
} from '../../../support/release.ts';
import { refuseAt } from '../../dataset/failing-disk.ts';
import { createPort } from '../publishing.ts';

const OLD = await makeRelease();
const NEW = await makeRelease(undefined, { previous: OLD.manifest });
const NEWEST = await makeRelease(undefined, { previous: NEW.manifest });
const ELSEWHERE = await makeRelease(undefined, { baseUrl: 'https://elsewhere.example' });
const ordinalOf = ({ manifest }: MadeRelease) => manifest.ordinal;
const PASSED_OVER = 'a release in STATE_DIR cannot be loaded and is skipped';

/** Empty folders, and what a thread begins with that finds them. */
function createPlaces(t: TestContext) {
  const folder = createFolder(t);
  const [stateDir, outDir] = [join(folder, 'state'), join(folder, 'dist')];
  const contentDir = createContentFolder(t, {});
  const { port, warnings } = createPort();
  const given = {
    contentDir,
    outDir,
    stateDir,
    baseUrl: BASE_URL,
    sidecarUrl: BASE_URL,
    watch: 'content',
  } as const;
  const settings: PublisherSettings = { ...given, lock: undefined, after: 0, announced: 0 };
  return {
    ...given,
    warnings,
    find: (changes: Partial<PublisherSettings> = {}, disk?: FileSystem) =>
      loadStored({ ...settings, ...changes }, port, disk),
    store: (...made: readonly MadeRelease[]) => {
      for (const one of made) storeRelease(stateDir, one);
    },
    build: (made: MadeRelease) => writeRelease(outDir, made),
    /** A file of a stored release. */
    fileOf: (made: MadeRelease, file: string) => join(folderOf(stateDir, ordinalOf(made)), file),
    /** Notes whose reviews are stored. */
    publishFrom: (content: string) => {
      const stated = { business: { name: 'Harbor Law' }, reviews: [], removed: [] };
      const published = serializePublished(stateDir, content, stated);
      writeFileSync(join(stateDir, 'published.json'), published);
    },
  };
}

test('the newest stored release is served, with the change log that it was stored with', (t) => {
  const { find, store, build, warnings } = createPlaces(t);
  store(OLD, NEW);
  build(NEWEST);
  const { release, isShown, isServed, after } = find();
  assert.deepEqual([release?.ordinal, release?.log], [ordinalOf(NEW), NEW_LOG]);
  assert.deepEqual([isShown, isServed, after, warnings], [true, true, ordinalOf(NEW), []]);
});

test('where the newest is not whole, the one before is served; its log begins again, ordinals go on', (t) => {
  const { find, store, fileOf, warnings } = createPlaces(t);
  store(OLD, NEW);
  truncateSync(fileOf(NEW, 'client/feed.xml'));
  const { release, isShown, after } = find();
  assert.deepEqual([release?.ordinal, isShown, after], [ordinalOf(OLD), true, ordinalOf(NEW)]);
  assert.notEqual(release?.log.id, NEW_LOG.id);
  assert.deepEqual([release?.log.rows, warnings], [[], [PASSED_OVER]]);
  assert.equal(find().isServed, false, 'it is published again, under the log that readers know');
});

test('a release for another origin, or of another content folder, is not served', (t) => {
  const { find, store, publishFrom, contentDir, warnings } = createPlaces(t);
  store(ELSEWHERE);
  assert.deepEqual([find().release, find().after], [undefined, ordinalOf(ELSEWHERE)]);
  assert.match(warnings[0] ?? '', /STATE_DIR was made for https:\/\/elsewhere\.example, not/);
  store(NEW);
  publishFrom(createFolder(t));
  assert.equal(find().release, undefined);
  publishFrom(contentDir);
  assert.equal(find().release?.ordinal, ordinalOf(NEW));
});

test('a replica alone serves what a build has left, and goes on with its log', (t) => {
  const { find, store, build } = createPlaces(t);
  build(NEW);
  assert.equal(find().release, undefined);
  store(NEWEST);
  const { release, isShown, after } = find({ watch: 'release' });
  assert.deepEqual([release?.ordinal, isShown, after], [ordinalOf(NEW), true, ordinalOf(NEW)]);
  assert.equal(release?.log.id, NEW_LOG.id);
});

test('what a later thread finds is not handed over again, and what is newer was served begins a new log', (t) => {
  const { find, store } = createPlaces(t);
  store(NEW);
  const same = find({ after: ordinalOf(NEW) });
  assert.deepEqual([same.isShown, same.isServed, same.release?.log], [false, true, NEW_LOG]);
  for (const changes of [{ after: ordinalOf(NEWEST) }, { announced: ordinalOf(NEWEST) }]) {
    const { release, after, isShown } = find(changes);
    assert.equal(after, ordinalOf(NEWEST));
    assert.equal(isShown, !('after' in changes), 'an older one is not served again');
    assert.notEqual(release?.log.id, NEW_LOG.id);
  }
});

test('a release is not shown that has a review which removed.yaml names, even in part, or which cannot be read', (t) => {
  const { find, store, contentDir } = createPlaces(t);
  store(NEW);
  for (const [text, isShown] of [
    ['- { id: review-a, dateRemoved: 2026-11-20, reason: spam }\n', false],
    ['- { id: review-a, dateRemoved: ', false],
    ['- { id: gone-2026, dateRemoved: 2026-11-20, reason: spam }\n', true],
    ['- [', true],
  ] as const) {
    saveFiles(contentDir, { 'removed.yaml': text });
    assert.equal(find().isShown, isShown, text);
  }
  assert.equal(find({}, refuseAt('EIO', { readFileSync: 'removed.yaml' })).isShown, false);
});
