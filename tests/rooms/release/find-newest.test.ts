import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { type AnyManifest, FORMAT, type Manifest } from '#release/manifest.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { HUB_FILE } from '../../../sidecar/hub/hub-settings.ts';
import { type FindOptions, findNewest } from '../../../sidecar/release/find-newest.ts';
import { ReleaseStore } from '../../../sidecar/store/release-store.ts';
import { STORE_FILE } from '../../../sidecar/store/store-schema.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { createFailingStoreDisk, RESULT_CODES } from '../../support/failing-disk.ts';
import { BASE_URL, type MadeRelease, makeRelease, writeRelease } from '../../support/release.ts';
import { changeStoredManifest, storeRelease, toStorable } from '../../support/stored-release.ts';

const OLD = await makeRelease();
const NEW = await makeRelease(undefined, { previous: OLD.manifest });
const ELSEWHERE = await makeRelease(undefined, { baseUrl: 'https://elsewhere.example' });

/** Folders in which nothing lies, and what is found there. */
function createPlaces(t: TestContext, changes: Partial<FindOptions> = {}) {
  const folder = createFolder(t);
  const stateDir = join(folder, 'state');
  const outDir = join(folder, 'dist');
  const settings: FindOptions = {
    outDir,
    stateDir,
    contentDir: createContentFolder(t, {}),
    watch: 'content',
    baseUrl: BASE_URL,
    isLocked: true,
    ...changes,
  };
  const told: string[] = [];
  return {
    ...settings,
    told,
    find: (more: Partial<FindOptions> = {}) =>
      findNewest({ ...settings, ...more }, (message) => told.push(message)),
    build: (made: MadeRelease) => {
      mkdirSync(outDir, { recursive: true });
      return writeRelease(outDir, made);
    },
    store: (made: MadeRelease) => storeRelease(stateDir, made),
    /** Makes the release in OUT_DIR one of another format. */
    rewriteBuilt: (change: (manifest: Manifest) => unknown) => {
      const file = join(outDir, 'manifest.json');
      writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))));
    },
    rewriteStored: (change: (manifest: Manifest) => unknown) =>
      changeStoredManifest(stateDir, change),
  };
}

const inOtherFormat = (manifest: AnyManifest) => ({ ...manifest, format: FORMAT + 1 });

test('where nothing lies nothing is found', (t) => {
  const { find, told } = createPlaces(t);
  const found = find();
  assert.deepEqual(found, {
    release: undefined,
    isHeldBack: false,
    documents: [],
    previous: [],
    after: 0,
  });
  assert.deepEqual(told, []);
});

for (const from of ['folder', 'store'] as const) {
  test(`a release in the ${from} is found, whole`, async (t) => {
    const { find, build, store, told } = createPlaces(t);
    await (from === 'folder' ? build(OLD) : store(OLD));
    const { release, documents, previous, after, isHeldBack } = find();
    assert.equal(release?.from, from);
    assert.equal(release.manifest.ordinal, OLD.manifest.ordinal);
    assert.deepEqual(release.manifest.key, OLD.manifest.key);
    assert.deepEqual(
      release.files.map(({ entry }) => entry),
      OLD.manifest.entries,
    );
    const { count } = OLD.release.corpus;
    assert.deepEqual([release.data?.corpus.count, documents.length], [count, count]);
    assert.deepEqual(release.data?.removed, OLD.dataset.removed);
    assert.deepEqual(previous, OLD.manifest.entries);
    assert.deepEqual([after, isHeldBack, told], [OLD.manifest.ordinal, false, []]);
  });
}

for (const [built, stored, from] of [
  [NEW, OLD, 'folder'],
  [OLD, NEW, 'store'],
  [OLD, OLD, 'store'],
] as const) {
  const [one, other] = [built, stored].map((made) => (made === NEW ? 'newer' : 'older'));
  test(`of the ${one} release in the folder and the ${other} one in the store, that of the ${from} is found`, async (t) => {
    const { find, build, store } = createPlaces(t);
    await build(built);
    store(stored);
    const { release, documents, after } = find();
    const highest = Math.max(built.manifest.ordinal, stored.manifest.ordinal);
    assert.deepEqual([release?.from, release?.manifest.ordinal, after], [from, highest, highest]);
    assert.equal(documents.length, OLD.release.corpus.count);
  });
}

test('the store of another process is not read, but ordinals go on above it', async (t) => {
  const { find, build, store, stateDir } = createPlaces(t, { isLocked: false });
  store(NEW);
  assert.equal(find().release, undefined);
  await build(OLD);
  const { release, after } = find();
  assert.deepEqual([release?.from, after], ['folder', NEW.manifest.ordinal]);
  assert.ok(existsSync(join(stateDir, STORE_FILE)));
});

for (const [what, damage] of [
  ['of zeros in the middle', (file: string) => overwrite(file, 0.3, 0.9)],
  ['of zeros from the first byte on', (file: string) => overwrite(file, 0, 0.1)],
  ['cut off', (file: string) => truncateSync(file, readFileSync(file).length / 2)],
  ['of other bytes', (file: string) => writeFileSync(file, 'x'.repeat(40_000))],
] as const) {
  test(`a store that is ${what} is passed over, told and removed`, async (t) => {
    const { find, build, store, stateDir, told } = createPlaces(t);
    await build(OLD);
    store(NEW);
    const file = join(stateDir, STORE_FILE);
    damage(file);
    const { release } = find();
    assert.deepEqual([release?.from, release?.manifest.ordinal], ['folder', OLD.manifest.ordinal]);
    assert.deepEqual(told, ['a release cannot be loaded and is passed over']);
    assert.ok(!existsSync(file));
    // And what comes next can be stored.
    storeRelease(stateDir, NEW);
    assert.equal(find().release?.from, 'store');
  });
}

function overwrite(file: string, from: number, to: number): void {
  const bytes = readFileSync(file);
  writeFileSync(
    file,
    bytes.fill(0, Math.floor(bytes.length * from), Math.floor(bytes.length * to)),
  );
}

test('a store whose manifest was changed is passed over; its ordinal is not used again', (t) => {
  const { find, store, stateDir, told } = createPlaces(t);
  store(NEW);
  const database = new DatabaseSync(join(stateDir, STORE_FILE));
  database.exec("UPDATE release SET manifest = replace(manifest, 'reviews', 'feviews')");
  database.close();
  const { release, after } = find();
  assert.deepEqual([release, after], [undefined, NEW.manifest.ordinal]);
  assert.deepEqual(told, ['a release cannot be loaded and is passed over']);
  assert.ok(!existsSync(join(stateDir, STORE_FILE)));
});

test('a damaged folder is passed over and told, and nothing in it is removed', async (t) => {
  const { find, build, store, outDir, told } = createPlaces(t);
  await build(NEW);
  store(OLD);
  const file = join(outDir, 'client/feed.xml');
  truncateSync(file, 20);
  const { release, after, documents } = find();
  assert.deepEqual([release?.from, release?.manifest.ordinal], ['store', OLD.manifest.ordinal]);
  assert.equal(after, NEW.manifest.ordinal);
  assert.equal(documents.length, OLD.release.corpus.count);
  assert.deepEqual(told, ['a release cannot be loaded and is passed over']);
  assert.ok(existsSync(file));
});

test('a release whose dataset cannot be understood is passed over like a damaged one', async (t) => {
  const { find, build, store, outDir, rewriteBuilt, told } = createPlaces(t);
  await build(NEW);
  store(OLD);
  const dataset = `{"format":${FORMAT}}\n`;
  writeFileSync(join(outDir, 'dataset.json'), dataset);
  rewriteBuilt((manifest) => ({ ...manifest, dataset: strongEtag(Buffer.from(dataset)) }));
  const { release, after } = find();
  assert.deepEqual([release?.from, after], ['store', NEW.manifest.ordinal]);
  assert.deepEqual(told, ['a release cannot be loaded and is passed over']);
});

test('what a killed process has left half written is undone before anything is compared', async (t) => {
  const { find, build, store, stateDir } = createPlaces(t);
  await build(OLD);
  store(NEW);
  const killed = join(createFolder(t), 'state');
  mkdirSync(killed);
  const database = new DatabaseSync(join(stateDir, STORE_FILE));
  // So small a cache is written to the file before the commit.
  database.exec('PRAGMA journal_mode = TRUNCATE; PRAGMA cache_size = 1; BEGIN');
  database.exec(
    'UPDATE pieces SET bytes = zeroblob(length(bytes)); UPDATE reviews SET line = zeroblob(9)',
  );
  for (const name of [STORE_FILE, `${STORE_FILE}-journal`]) {
    cpSync(join(stateDir, name), join(killed, name));
  }
  database.exec('ROLLBACK');
  database.close();
  const { release } = find({ stateDir: killed });
  assert.deepEqual([release?.from, release?.manifest.ordinal], ['store', NEW.manifest.ordinal]);
});

test('a release for another origin is not found; one line names both, ordinals go on above it', async (t) => {
  const { find, build, store, told } = createPlaces(t);
  const after = ELSEWHERE.manifest.ordinal;
  for (const put of [() => build(ELSEWHERE), () => store(ELSEWHERE)]) {
    await put();
    told.length = 0;
    const found = find();
    assert.deepEqual([found.release, found.previous, found.after], [undefined, [], after]);
    assert.equal(told.length, 1);
    assert.ok(told[0]?.includes('https://elsewhere.example') && told[0].includes(BASE_URL));
  }
});

test('where one of two releases is for this origin, it is found without a word', async (t) => {
  const { find, build, store, told } = createPlaces(t);
  await build(ELSEWHERE);
  store(OLD);
  assert.equal(find().release?.from, 'store');
  assert.deepEqual(told, []);
});

for (const from of ['folder', 'store'] as const) {
  test(`of a release in another format, in the ${from}, the bytes are found, and nothing is asked of it`, async (t) => {
    const { find, build, store, rewriteBuilt, rewriteStored, told } = createPlaces(t);
    if (from === 'folder') {
      await build(OLD);
      rewriteBuilt(inOtherFormat);
    } else {
      store(OLD);
      rewriteStored(inOtherFormat);
    }
    const { release, documents, previous, after, isHeldBack } = find();
    assert.deepEqual([release?.from, release?.data, documents], [from, undefined, []]);
    const read = release?.files.map(({ bodies }) => joinPieces(bodies.identity));
    assert.deepEqual(
      read,
      OLD.encoded.map(({ bodies }) => joinPieces(bodies.identity)),
    );
    assert.deepEqual(previous, OLD.manifest.entries);
    assert.deepEqual([after, isHeldBack, told], [OLD.manifest.ordinal, false, []]);
  });
}

test('of a manifest of an earlier version, and of entries that cannot be read, the rest is found', async (t) => {
  const { find, build, rewriteBuilt } = createPlaces(t);
  await build(OLD);
  const [first, ...rest] = OLD.manifest.entries;
  rewriteBuilt(({ ordinal, key }) => ({
    manifestVersion: 1,
    ordinal,
    key,
    entries: [{ ...first, colour: 'olive' }, ...rest],
  }));
  const { release } = find();
  assert.equal(release?.data, undefined);
  assert.deepEqual(
    release?.files.map(({ entry }) => entry),
    rest,
  );
});

test('who follows releases rather keeps an older one that can be read; who makes them does not', async (t) => {
  const { find, build, store, rewriteBuilt } = createPlaces(t);
  await build(NEW);
  rewriteBuilt(inOtherFormat);
  store(OLD);
  const kept = find({ watch: 'release' });
  assert.deepEqual(
    [kept.release?.from, kept.release?.manifest.ordinal],
    ['store', OLD.manifest.ordinal],
  );
  assert.equal(kept.release?.data?.corpus.count, OLD.release.corpus.count);
  const { release } = find();
  assert.deepEqual([release?.from, release?.data], ['folder', undefined]);
});

test('a release is held back that shows a review which removed.yaml names', async (t) => {
  const { find, store, rewriteStored } = createPlaces(t);
  const named = (id: string) =>
    createContentFolder(t, {
      'removed.yaml': `- { id: ${id}, dateRemoved: 2026-11-20, reason: spam }\n`,
    });
  store(OLD);
  assert.ok(find({ contentDir: named('review-a') }).isHeldBack);
  assert.ok(!find({ contentDir: named('gone-2026') }).isHeldBack);
  rewriteStored(inOtherFormat);
  assert.ok(find({ contentDir: named('review-a') }).isHeldBack);
  assert.ok(!find({ contentDir: named('gone-2026') }).isHeldBack, 'the manifest knows of it');
});

test('a release of an earlier version is served whose feeds name what was taken down before it', async (t) => {
  const { find, build, rewriteBuilt } = createPlaces(t);
  await build(OLD);
  rewriteBuilt(({ ordinal, key, entries }) => ({ manifestVersion: 1, ordinal, key, entries }));
  const heldBack = (id: string) => {
    const removal = `- { id: ${id}, dateRemoved: 2026-11-20, reason: spam }\n`;
    return find({ contentDir: createContentFolder(t, { 'removed.yaml': removal }) }).isHeldBack;
  };
  assert.ok(!heldBack('gone-2026'), 'api/feed.json names it');
  assert.ok(heldBack('review-a'));
  rewriteBuilt(({ ordinal, key, entries }) => ({
    manifestVersion: 1,
    ordinal,
    key,
    entries: entries.filter(({ path }) => path !== '/reviews.json'),
  }));
  assert.ok(heldBack('gone-2026'), 'nobody knows without reviews.json');
});

test('ordinals come after the highest of packs, folder, store and what was announced', async (t) => {
  const { find, build, store, stateDir, told } = createPlaces(t);
  const future = Date.parse('2040-01-01T00:00:00Z');
  await build(OLD);
  assert.equal(find().after, OLD.manifest.ordinal);
  store(NEW);
  assert.equal(find().after, NEW.manifest.ordinal);
  ReleaseStore.open(stateDir, { after: future }).close();
  assert.equal(find().after, future);
  const hub = new DatabaseSync(join(stateDir, HUB_FILE));
  hub.exec('CREATE TABLE testimony_topics (ordinal INTEGER)');
  hub.exec(`INSERT INTO testimony_topics VALUES (${future + 1}), (3)`);
  hub.close();
  assert.equal(find().after, future + 1);
  assert.deepEqual(told, []);
  mkdirSync(join(stateDir, 'releases/work'), { recursive: true });
  for (const name of [`data-${future + 2}.pack`, `pages-${future + 3}.pack`]) {
    writeFileSync(join(stateDir, 'releases', name), 'not a pack');
  }
  assert.equal(find().after, future + 3);
  rmSync(join(stateDir, STORE_FILE));
  assert.equal(find().after, future + 3);
  assert.equal(find({ isLocked: false }).after, future + 3);
  assert.deepEqual(told, []);
});

test('whatever fails while the store is read, ordinals go on above what is there, and nothing is lost', async (t) => {
  let nth = 1;
  for (let isWhole = false; !isWhole; nth++) {
    const { build, store, ...settings } = createPlaces(t);
    await build(OLD);
    store(NEW);
    const code = nth % 2 === 0 ? RESULT_CODES.IOERR : RESULT_CODES.BUSY;
    const { disk, failAt, hasFailed } = createFailingStoreDisk(code);
    failAt(nth);
    const { release, after } = findNewest(settings, () => {}, disk);
    assert.ok(release?.data);
    assert.equal(after, NEW.manifest.ordinal);
    isWhole = !hasFailed();
    const again = settings.find();
    assert.deepEqual([again.release?.from, again.release?.manifest.ordinal], ['store', after]);
  }
  assert.ok(nth > 10);
});

test('a store of another version is not read; ordinals go on above its own', (t) => {
  const { find, store, stateDir } = createPlaces(t);
  store(NEW);
  const future = Date.parse('2040-01-01T00:00:00Z');
  ReleaseStore.open(stateDir, { after: future }).close();
  const database = new DatabaseSync(join(stateDir, STORE_FILE));
  database.exec('PRAGMA user_version = 7');
  database.close();
  const { release, after } = find();
  assert.deepEqual([release, after], [undefined, future]);
  const told: string[] = [];
  const fresh = ReleaseStore.open(stateDir, { tell: (message) => told.push(message) });
  t.after(() => fresh.close());
  assert.equal(fresh.ordinal, future);
  assert.equal(told.length, 1);
  fresh.write(toStorable(NEW));
});
