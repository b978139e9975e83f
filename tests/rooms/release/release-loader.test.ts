import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import { FORMAT } from '#release/manifest.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { LOAD_WORKER, LoadThread } from '../../../sidecar/release/load-thread.ts';
import { ReleaseLoader } from '../../../sidecar/release/release-loader.ts';
import { atEnd } from '../../support/at-end.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { changeStoredManifest, storeRelease } from '../../support/stored-release.ts';

const made = await makeRelease();

/** A loader, what it is asked to load, and what it tells. */
function createLoading(t: TestContext, worker = LOAD_WORKER) {
  const thread = new LoadThread(worker);
  const loader = new ReleaseLoader(thread);
  atEnd(t, () => loader.stop());
  const folder = createFolder(t);
  const told: string[] = [];
  const tell = (_fields: unknown, message?: string) => void told.push(message ?? '');
  const settings = {
    outDir: join(folder, 'dist'),
    stateDir: join(folder, 'state'),
    contentDir: createContentFolder(t, {}),
    watch: 'content',
    baseUrl: BASE_URL,
    isLocked: true,
  } as const;
  return {
    settings,
    told,
    ask: () => thread.ask(settings),
    load: () => loader.load({ warn: tell, error: tell }),
  };
}

test('the release on disk is loaded, and its index follows', async (t) => {
  const { settings, ask, load, told } = createLoading(t);
  storeRelease(settings.stateDir, made);
  ask();
  const { release, whole, isHeldBack, after, previous } = await load();
  assert.deepEqual([release?.from, isHeldBack], ['store', false]);
  assert.deepEqual([whole?.ordinal, after], [made.manifest.ordinal, made.manifest.ordinal]);
  assert.deepEqual(previous, made.manifest.entries);
  assert.equal(whole?.corpus.count, made.release.corpus.count);
  for (const file of whole.data) {
    const expected = made.release.files.get(file.path);
    assert.deepEqual(joinPieces(file.identity.body), joinPieces(expected?.identity.body ?? []));
    assert.equal(file.identity.etag, expected?.identity.etag);
  }
  const index = await whole.index;
  assert.equal(index.size, made.release.corpus.count);
  assert.deepEqual(told, []);
});

test('a folder with nothing gives nothing', async (t) => {
  const { ask, load, told } = createLoading(t);
  ask();
  assert.deepEqual(await load(), {
    release: undefined,
    whole: undefined,
    isHeldBack: false,
    previous: [],
    after: 0,
  });
  assert.deepEqual(told, []);
});

test('of a release in another format there are the bytes alone', async (t) => {
  const { settings, ask, load } = createLoading(t);
  storeRelease(settings.stateDir, made);
  changeStoredManifest(settings.stateDir, (manifest) => ({ ...manifest, format: FORMAT + 1 }));
  ask();
  const { release, whole } = await load();
  assert.equal(whole, undefined);
  assert.equal(release?.files.length, made.encoded.length);
});

for (const [when, source] of [
  ['at once', 'throw new Error("broken");'],
  [
    'when it is asked',
    'import { workerData } from "node:worker_threads"; workerData.once("message", () => { throw new Error("broken"); });',
  ],
] as const) {
  test(`a thread that fails ${when} is told, and gives nothing`, async (t) => {
    const { settings, ask, load, told } = createLoading(
      t,
      new URL(`data:text/javascript,${source}`),
    );
    storeRelease(settings.stateDir, made);
    ask();
    const { release, whole, after } = await load();
    assert.deepEqual([release, whole, after], [undefined, undefined, 0]);
    assert.deepEqual(told, ['no release can be loaded from disk']);
  });
}

test('what the thread tells long before anybody listens is not lost', async (t) => {
  const { settings, ask, load, told } = createLoading(t);
  storeRelease(settings.stateDir, made);
  ask();
  await elapse(400);
  assert.equal((await load()).whole?.ordinal, made.manifest.ordinal);
  assert.deepEqual(told, []);
});

test('a release is current from the swap on', async () => {
  const current = new CurrentRelease();
  assert.equal(current.release, undefined);
  const { release } = await makeRelease();
  const searchable = current.swap(release);
  assert.equal(current.release, release);
  assert.equal(current.isReady, false);
  await searchable;
  assert.equal(current.isReady, true);
});

test('a release whose index cannot be built is served, but not ready', async () => {
  const current = new CurrentRelease();
  const { release } = await makeRelease();
  const broken = { ...release, searchable: Promise.reject(new Error('out of memory')) };
  await assert.rejects(current.swap(broken), /out of memory/);
  assert.equal(current.release, broken);
  assert.equal(current.isReady, false);
});
