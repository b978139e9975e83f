import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { FORMAT, type Manifest, writeKeptLog } from '#release/manifest.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { HUB_FILE } from '../../../sidecar/hub/hub-settings.ts';
import { type FindOptions, findNewest } from '../../../sidecar/release/find-newest.ts';
import { ReleaseStore } from '../../../sidecar/store/store.ts';
import { STORE_FILE } from '../../../sidecar/store/store-schema.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import {
  BASE_URL,
  type MadeRelease,
  makeRelease,
  NEW_LOG,
  writeRelease,
} from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { createFailingStoreDisk, RESULT_CODES } from '../store/failing-store-disk.ts';
import { changeStoredManifest, storeRelease } from './stored-release.ts';

const OLD = await makeRelease();
const NEW = await makeRelease(undefined, { previous: OLD.manifest });
const ELSEWHERE = await makeRelease(undefined, { baseUrl: 'https://elsewhere.example' });
const { count } = OLD.release.corpus;
const FUTURE = Date.parse('2040-01-01T00:00:00Z');
const PASSED_OVER = ['a release cannot be loaded and is passed over'];

/** Empty folders, what is put there, and what is found. */
function createPlaces(t: TestContext, changes: Partial<FindOptions> = {}) {
  const folder = createFolder(t);
  const [stateDir, outDir] = [join(folder, 'state'), join(folder, 'dist')];
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
  const put = {
    folder: async (made: MadeRelease) => {
      mkdirSync(outDir, { recursive: true });
      await writeRelease(outDir, made);
    },
    store: async (made: MadeRelease) => storeRelease(stateDir, made),
  };
  const find = (more: Partial<FindOptions> = {}) =>
    findNewest({ ...settings, ...more }, (message) => told.push(message));
  return {
    settings,
    told,
    put,
    file: join(stateDir, STORE_FILE),
    find,
    /** From where it comes, and its ordinal. */
    found: (more: Partial<FindOptions> = {}) => {
      const { release } = find(more);
      return [release?.from, release?.manifest.ordinal];
    },
    /** Changes the manifest of the release that is there. */
    rewrite: {
      folder: (change: (manifest: Manifest) => unknown) => {
        const file = join(outDir, 'manifest.json');
        writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))));
      },
      store: (change: (manifest: Manifest) => unknown) => changeStoredManifest(stateDir, change),
    },
    /** Whether it is withheld where removed.yaml names a review. */
    isWithheld: (id: string) => {
      const removal = `- { id: ${id}, dateRemoved: 2026-11-20, reason: spam }\n`;
      return find({ contentDir: createContentFolder(t, { 'removed.yaml': removal }) }).isWithheld;
    },
  };
}

const inOtherFormat = (manifest: Manifest) => ({ ...manifest, format: FORMAT + 1 });

test('where nothing lies nothing is found', (t) => {
  const { find, told } = createPlaces(t);
  const nothing = { release: undefined, isWithheld: false, documents: [], previous: [], after: 0 };
  assert.deepEqual(find(), nothing);
  assert.deepEqual(told, []);
});

for (const from of ['folder', 'store'] as const) {
  test(`a release in the ${from} is found, whole`, async (t) => {
    const { find, put, told } = createPlaces(t);
    await put[from](OLD);
    const { release, documents, previous, after, isWithheld } = find();
    assert.equal(release?.from, from);
    assert.deepEqual(release.manifest, OLD.manifest);
    assert.equal(release.files.length, OLD.manifest.entries.length);
    assert.deepEqual([release.data?.corpus.count, documents.length], [count, count]);
    assert.deepEqual(release.data?.removed, OLD.dataset.removed);
    assert.deepEqual(previous, OLD.manifest.entries);
    assert.deepEqual([after, isWithheld, told], [OLD.manifest.ordinal, false, []]);
  });

  test(`of a release in another format, in the ${from}, the bytes are found`, async (t) => {
    const { find, put, rewrite, told } = createPlaces(t);
    await put[from](OLD);
    rewrite[from](inOtherFormat);
    const { release, documents, previous, after, isWithheld } = find();
    assert.deepEqual([release?.from, release?.data, documents], [from, undefined, []]);
    const bytesOf = (files: MadeRelease['encoded'] = []) =>
      files.map(({ bodies }) => joinPieces(bodies.identity));
    assert.deepEqual(bytesOf(release?.files), bytesOf(OLD.encoded));
    assert.deepEqual(previous, OLD.manifest.entries);
    assert.deepEqual([after, isWithheld, told], [OLD.manifest.ordinal, false, []]);
  });

  test(`a release for another origin, in the ${from}, is not found, which is logged; ordinals go on above it`, async (t) => {
    const { find, put, told } = createPlaces(t);
    await put[from](ELSEWHERE);
    const { release, previous, after } = find();
    assert.deepEqual([release, previous, after], [undefined, [], ELSEWHERE.manifest.ordinal]);
    assert.equal(told.length, 1);
    assert.ok(told[0]?.includes('https://elsewhere.example') && told[0].includes(BASE_URL));
  });
}

test('of two releases the newer one is found, of the same in both that of the store', async (t) => {
  for (const [built, stored, from] of [
    [NEW, OLD, 'folder'],
    [OLD, NEW, 'store'],
    [OLD, OLD, 'store'],
    // One that is for this origin.
    [ELSEWHERE, OLD, 'store'],
  ] as const) {
    const { find, put, told } = createPlaces(t);
    await put.folder(built);
    await put.store(stored);
    const { release, documents, after } = find();
    assert.deepEqual([release?.from, documents.length, told], [from, count, []]);
    assert.equal(release?.manifest.ordinal, (from === 'folder' ? built : stored).manifest.ordinal);
    assert.equal(after, Math.max(built.manifest.ordinal, stored.manifest.ordinal));
  }
});

test('the store of another process is not read, but ordinals go on above it', async (t) => {
  const { find, put, file } = createPlaces(t, { isLocked: false });
  await put.store(NEW);
  assert.equal(find().release, undefined);
  await put.folder(OLD);
  const { release, after } = find();
  assert.deepEqual([release?.from, after], ['folder', NEW.manifest.ordinal]);
  assert.ok(existsSync(file));
});

for (const [what, damage] of [
  ['of zeros in the middle', (file: string) => overwrite(file, 0.3, 0.9)],
  ['of zeros from the first byte on', (file: string) => overwrite(file, 0, 0.1)],
  ['cut off', (file: string) => truncateSync(file, readFileSync(file).length / 2)],
  ['of other bytes', (file: string) => writeFileSync(file, 'x'.repeat(40_000))],
] as const) {
  test(`a store that is ${what} is passed over, logged and removed`, async (t) => {
    const { found, put, told, file } = createPlaces(t);
    await put.folder(OLD);
    await put.store(NEW);
    damage(file);
    assert.deepEqual(found(), ['folder', OLD.manifest.ordinal]);
    assert.deepEqual(told, PASSED_OVER);
    assert.ok(!existsSync(file));
    // And the next one can be stored.
    await put.store(NEW);
    assert.equal(found()[0], 'store');
  });
}

function overwrite(file: string, from: number, to: number): void {
  const bytes = readFileSync(file);
  const [start, end] = [from, to].map((part) => Math.floor(bytes.length * part));
  writeFileSync(file, bytes.fill(0, start, end));
}

test('a store whose manifest was changed is passed over; its ordinal is not used again', async (t) => {
  const { find, put, file, told } = createPlaces(t);
  await put.store(NEW);
  const database = new DatabaseSync(file);
  database.exec("UPDATE release SET manifest = replace(manifest, 'reviews', 'feviews')");
  database.close();
  const { release, after } = find();
  assert.deepEqual([release, after, told], [undefined, NEW.manifest.ordinal, PASSED_OVER]);
  assert.ok(!existsSync(file));
});

test('a folder that is damaged, or cannot be understood, is passed over and logged, and left alone', async (t) => {
  for (const damage of [
    ({ settings }: ReturnType<typeof createPlaces>) =>
      truncateSync(join(settings.outDir, 'client/feed.xml'), 20),
    ({ settings, rewrite }: ReturnType<typeof createPlaces>) => {
      const dataset = `{"format":${FORMAT}}\n`;
      writeFileSync(join(settings.outDir, 'dataset.json'), dataset);
      rewrite.folder((manifest) => ({ ...manifest, dataset: strongEtag(Buffer.from(dataset)) }));
    },
  ]) {
    const places = createPlaces(t);
    const { find, put, told, settings } = places;
    await put.folder(NEW);
    await put.store(OLD);
    damage(places);
    const { release, after, documents } = find();
    assert.deepEqual([release?.from, release?.manifest.ordinal], ['store', OLD.manifest.ordinal]);
    assert.deepEqual([after, documents.length, told], [NEW.manifest.ordinal, count, PASSED_OVER]);
    assert.ok(existsSync(join(settings.outDir, 'client/feed.xml')));
  }
});

test('a replica prefers an older release that can be read; a service that makes them does not', async (t) => {
  const { found, find, put, rewrite } = createPlaces(t);
  await put.folder(NEW);
  rewrite.folder(inOtherFormat);
  await put.store(OLD);
  assert.deepEqual(found({ watch: 'release' }), ['store', OLD.manifest.ordinal]);
  const { release } = find();
  assert.deepEqual([release?.from, release?.data], ['folder', undefined]);
});

test('a release is withheld that shows a review which removed.yaml names', async (t) => {
  const { put, rewrite, isWithheld } = createPlaces(t);
  await put.store(OLD);
  const shown = () => ['review-a', 'gone-2026'].map(isWithheld);
  assert.deepEqual(shown(), [true, false]);
  rewrite.store(inOtherFormat);
  assert.deepEqual(shown(), [true, false], 'the manifest lists what was removed');
});

test('ordinals come after the highest of packs, folder, store and what was announced', async (t) => {
  const { find, put, settings, file, told } = createPlaces(t);
  const { stateDir } = settings;
  await put.folder(OLD);
  assert.equal(find().after, OLD.manifest.ordinal);
  await put.store(NEW);
  assert.equal(find().after, NEW.manifest.ordinal);
  ReleaseStore.open(stateDir, { after: FUTURE }).close();
  assert.equal(find().after, FUTURE);
  const hub = new DatabaseSync(join(stateDir, HUB_FILE));
  hub.exec('CREATE TABLE testimony_topics (ordinal INTEGER)');
  hub.exec(`INSERT INTO testimony_topics VALUES (${FUTURE + 1}), (3)`);
  hub.close();
  assert.equal(find().after, FUTURE + 1);
  mkdirSync(join(stateDir, 'releases/work'), { recursive: true });
  for (const name of [`data-${FUTURE + 2}.pack`, `pages-${FUTURE + 3}.pack`]) {
    writeFileSync(join(stateDir, 'releases', name), 'not a pack');
  }
  assert.equal(find().after, FUTURE + 3);
  rmSync(file);
  assert.equal(find().after, FUTURE + 3);
  assert.equal(find({ isLocked: false }).after, FUTURE + 3);
  assert.deepEqual(told, []);
});

test('whatever fails while the store is read, ordinals go on above what is there, and nothing is lost', async (t) => {
  let nth = 1;
  for (let isWhole = false; !isWhole; nth++) {
    const { put, found, settings } = createPlaces(t);
    await put.folder(OLD);
    await put.store(NEW);
    const code = nth % 2 === 0 ? RESULT_CODES.IOERR : RESULT_CODES.BUSY;
    const { disk, failAt, hasFailed } = createFailingStoreDisk(code);
    failAt(nth);
    const { release, after } = findNewest(settings, () => {}, { disk });
    assert.ok(release?.data);
    assert.equal(after, NEW.manifest.ordinal);
    isWhole = !hasFailed();
    assert.deepEqual(found(), ['store', after]);
  }
  assert.ok(nth > 10);
});

const logIn = (stateDir: string) => ReleaseStore.readLog(stateDir) ?? assert.fail();

test('a stored release has its change log, which goes on with what a later build changed', async (t) => {
  const { find, put, settings } = createPlaces(t);
  await put.store(OLD);
  const stored = logIn(settings.stateDir);
  const logNow = () => find().release?.data?.log ?? assert.fail();
  assert.deepEqual(logNow(), stored);
  await put.folder(NEW);
  const { ordinal } = NEW.manifest;
  assert.deepEqual(logNow(), { ...stored, ordinal });
  const edited = sampleReview('review-a', '2026-10-03', {}, 'Edited.');
  await put.folder(await makeRelease({ ...SAMPLE_CONTENT, ...edited }, { previous: OLD.manifest }));
  const [{ time, ...row } = assert.fail(), ...others] = logNow().rows;
  assert.ok(time > stored.floor.time);
  const newest = '2026-10-03';
  assert.deepEqual([row, others], [{ position: 1, id: 'review-a', kind: 'edited', newest }, []]);
});

test('a replica goes on with the log of the build, and with its own where the build has none', async (t) => {
  const { find, put, settings } = createPlaces(t, { watch: 'release' });
  await put.store(OLD);
  await put.folder(NEW);
  const { ordinal } = NEW.manifest;
  const built = { ...NEW_LOG, id: 'ponmlkjihgfedcba', ordinal };
  const logNow = () => find().release?.data?.log;
  await writeKeptLog(settings.outDir, built);
  assert.deepEqual(logNow(), built);
  await writeKeptLog(settings.outDir, { ...built, ordinal: ordinal + 1 });
  assert.ok(![built.id, NEW_LOG.id].includes(logNow()?.id ?? ''));
  rmSync(settings.outDir, { recursive: true });
  assert.deepEqual(logNow(), logIn(settings.stateDir));
});

test('where no log is kept, or it is of another process or cannot go on, one begins', async (t) => {
  const { find, put, settings, file } = createPlaces(t);
  await put.folder(NEW);
  const logs = [find(), find({ isLocked: false })].map(({ release }) => release?.data?.log);
  await put.store(OLD);
  logs.push(find({ watch: 'release' }).release?.data?.log);
  logs.push(find({ isLocked: false }).release?.data?.log);
  const stored = logIn(settings.stateDir);
  const database = new DatabaseSync(file);
  database.exec('UPDATE log SET ordinal = ordinal - 1');
  logs.push(find().release?.data?.log);
  database.exec("UPDATE log SET ordinal = ordinal + 1; UPDATE release SET digest = 'x'");
  logs.push(find().release?.data?.log);
  database.close();
  const { release } = findNewest(settings, () => {}, { now: () => FUTURE });
  assert.equal(release?.data?.log.floor.time, FUTURE);
  logs.push(release.data.log);
  for (const log of logs) assert.deepEqual([log?.ordinal, log?.rows], [NEW.manifest.ordinal, []]);
  const ids = new Set(logs.map((log) => log?.id));
  assert.equal(ids.size, logs.length);
  assert.ok(!ids.has(stored.id));
});
