import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import { joinPieces } from '#search/corpus/pieces.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { LOAD_WORKER, LoadThread } from '../../../sidecar/release/load-thread.ts';
import { ReleaseLoader } from '../../../sidecar/release/release-loader.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { atEnd } from '../../support/lifetime.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { storeRelease } from './stored-release.ts';

const made = await makeRelease();
const { ordinal, entries } = made.manifest;

/** A loader that was asked to load a release that is stored. */
function createLoading(t: TestContext, worker = LOAD_WORKER) {
  const thread = new LoadThread(worker);
  const loader = new ReleaseLoader(thread);
  atEnd(t, () => loader.stop());
  const folder = createFolder(t);
  const stateDir = join(folder, 'state');
  storeRelease(stateDir, made);
  const told: string[] = [];
  const tell = (_fields: unknown, message?: string) => void told.push(message ?? '');
  return {
    told,
    load: () => loader.load({ warn: tell, error: tell }),
    ask: () =>
      thread.ask({
        outDir: join(folder, 'dist'),
        stateDir,
        contentDir: createContentFolder(t, {}),
        watch: 'content',
        baseUrl: BASE_URL,
        isLocked: true,
      }),
  };
}

test('the release on disk is loaded, and its index follows', async (t) => {
  const { ask, load, told } = createLoading(t);
  ask();
  // A message that the thread sends before there is a listener is not lost.
  await elapse(400);
  const { release, whole, isWithheld, after, previous } = await load();
  assert.deepEqual([release?.from, isWithheld], ['store', false]);
  assert.deepEqual([whole?.ordinal, after, previous], [ordinal, ordinal, entries]);
  const { corpus, files } = made.release;
  assert.equal(whole?.corpus.count, corpus.count);
  for (const { path, identity } of whole.data) {
    const expected = files.get(path)?.identity;
    assert.deepEqual(joinPieces(identity.body), joinPieces(expected?.body ?? []));
    assert.equal(identity.etag, expected?.etag);
  }
  const { length } = (await whole.index).body.starts;
  assert.equal(length, corpus.count + 1);
  assert.deepEqual(told, []);
});

test('a thread that fails, at once or when it is asked, is logged and gives nothing', async (t) => {
  const fails = 'throw new Error("broken");';
  for (const source of [
    fails,
    `import { workerData } from "node:worker_threads"; workerData.once("message", () => { ${fails} });`,
  ]) {
    const worker = new URL(`data:text/javascript,${source}`);
    const { ask, load, told } = createLoading(t, worker);
    ask();
    const { release, whole, after } = await load();
    assert.deepEqual([release, whole, after], [undefined, undefined, 0]);
    assert.deepEqual(told, ['no release can be loaded from disk']);
  }
});

test('a release is current from the swap on, and ready once it can be searched', async () => {
  const current = new CurrentRelease();
  assert.equal(current.release, undefined);
  const broken = { ...made.release, searchable: Promise.reject(new Error('out of memory')) };
  await assert.rejects(current.swap(broken), /out of memory/);
  assert.equal(current.release, broken);
  assert.equal(current.isReady, false);
  const searchable = current.swap(made.release);
  assert.equal(current.release, made.release);
  assert.equal(current.isReady, false);
  await searchable;
  assert.equal(current.isReady, true);
});
