import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { DISK } from '#dataset/file-system.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { ReadingFault } from '../../../sidecar/publish/describe-fault.ts';
import type { DataMessage } from '../../../sidecar/publish/messages.ts';
import type { Dirty } from '../../../sidecar/publish/watch/debounce.ts';
import { ReleaseStore } from '../../../sidecar/store/release-store.ts';
import { type StoreDisk, StoreFault } from '../../../sidecar/store/store-disk.ts';
import { goodContent, REVIEW } from '../../journeys/publish/good-content.ts';
import type { Files } from '../../support/content-files.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
import {
  createFailingStoreDisk,
  createScriptedStoreDisk,
  RESULT_CODES,
} from '../../support/failing-disk.ts';
import { wordsBelow } from '../../support/find-words.ts';
import { createPublishing, type Publishing } from '../../support/publishing.ts';
import { sampleReview } from '../../support/sample-content.ts';

const EVERYTHING: Dirty = { paths: new Set(), everything: true };
const NOTHING: Dirty = { paths: new Set(), everything: false };
const TAKEN_DOWN = 'review-2';
const REMOVALS = `- { id: ${TAKEN_DOWN}, dateRemoved: 2026-11-20, reason: spam }\n`;
const SECRET = 'Zaubertrank';
const WITH_SECRET: Files = {
  ...goodContent(1),
  ...sampleReview(TAKEN_DOWN, '2026-10-02', {}, SECRET),
};
/** Each code is tried at every so many calls, and each at others; at all of them takes minutes. */
const STRIDE = Number(process.env.LOOP_FAULTS_STRIDE ?? 127);

function assertWhole({ files }: DataMessage): void {
  for (const { entry, bodies } of files) {
    assert.equal(strongEtag(...bodies.identity), entry.variants.identity.etag, entry.path);
  }
}

function reviewsIn({ corpus }: DataMessage): string {
  return joinPieces(corpus.body).toString('utf8');
}

/** The store holds what is served, and nobody is told of a fault. */
function assertKept({ newest, posted }: Publishing, stateDir: string): void {
  assert.equal(posted.at(-1)?.type, 'kept');
  const read = ReleaseStore.read(stateDir, assert.fail);
  const { manifest, files } = newest();
  assert.equal(read?.manifest.ordinal, manifest.ordinal);
  assert.deepEqual(
    read.files.map(({ entry }) => entry),
    files.map(({ entry }) => entry),
  );
}

/** A disk that fails, while a test says so, at the statements that begin with a word. */
function createBreakable(word: string) {
  const breaks = { now: false };
  const storeDisk = createScriptedStoreDisk((call) =>
    breaks.now && call.startsWith(word) ? 'EIO' : undefined,
  );
  return { storeDisk, breaks };
}

/** Publishes, edits and takes down, each tried again where it fails. */
async function publishThrough(t: TestContext, disk: StoreDisk): Promise<void> {
  const contentDir = createContentFolder(t, goodContent(1));
  const folder = createFolder(t);
  const publishing = createPublishing({ contentDir, folder, storeDisk: disk });
  const { loop, newest, posted } = publishing;
  const step = async (dirty: Dirty, first = () => {}) => {
    const fault = await loop.rebuild(dirty).then(
      () => undefined,
      (error: unknown) => error,
    );
    assert.ok(fault === undefined || fault instanceof StoreFault, String(fault));
    first();
    if (fault) await loop.rebuild(NOTHING);
    assertKept(publishing, join(folder, 'state'));
  };
  const save = (files: Files): Dirty => {
    saveFiles(contentDir, files);
    return { paths: new Set(Object.keys(files)), everything: false };
  };
  await step(EVERYTHING);
  const text = (goodContent(1)[REVIEW] ?? '').replace('informed', 'in the dark');
  await step(save({ [REVIEW]: text }));
  assert.ok(reviewsIn(newest()).includes('in the dark'));
  await step(save({ 'removed.yaml': REMOVALS }), () =>
    assert.ok(!reviewsIn(newest()).includes(TAKEN_DOWN)),
  );
  await step(save(goodContent(2)));
  assert.ok(reviewsIn(newest()).includes(TAKEN_DOWN));
  for (const message of posted) if (message.type === 'data') assertWhole(message);
  await loop.close();
}

/** Tries the calls at which a failure comes, until one after the last. */
async function failAtEach(t: TestContext, code: number, first: number, stride: number) {
  let nth = first;
  for (let isWhole = false; !isWhole; nth += stride) {
    const { disk, failAt, hasFailed } = createFailingStoreDisk(code);
    failAt(nth);
    await publishThrough(t, disk);
    isWhole = !hasFailed();
  }
  assert.ok(nth > 100);
}

for (const [index, [name, code]] of Object.entries(RESULT_CODES).entries()) {
  test(`releases stay whole and are stored at last, whatever SQLite fails at with ${name}`, (t) =>
    failAtEach(t, code, index + 1, STRIDE));
}

test('what is published once fails until what it replaced is erased, too', async (t) => {
  const { storeDisk, breaks } = createBreakable('VACUUM');
  const contentDir = createContentFolder(t, WITH_SECRET);
  const folder = createFolder(t);
  const publishing = createPublishing({ contentDir, folder, storeDisk });
  const { loop, newest } = publishing;
  await loop.rebuildOnce();
  saveFiles(contentDir, { 'removed.yaml': REMOVALS });
  breaks.now = true;
  for (const _ of ['first', 'second']) {
    await assert.rejects(loop.rebuildOnce(), { code: 'EIO' });
    assert.ok(!reviewsIn(newest()).includes(TAKEN_DOWN));
    assert.notDeepEqual(wordsBelow(folder, [SECRET]), []);
  }
  breaks.now = false;
  await loop.rebuildOnce();
  assertKept(publishing, join(folder, 'state'));
  assert.deepEqual(wordsBelow(folder, [SECRET]), []);
  await loop.close();
});

test('what is owed is stored although the content cannot be read', async (t) => {
  const { storeDisk, breaks } = createBreakable('BEGIN');
  const contentDir = createContentFolder(t, goodContent(1));
  const folder = createFolder(t);
  let isReadable = true;
  const openSync = (...given: Parameters<typeof DISK.openSync>) => {
    if (isReadable) return DISK.openSync(...given);
    throw Object.assign(new Error('EIO: i/o error, open'), { code: 'EIO' });
  };
  const disk = { ...DISK, openSync };
  const { loop, newest, posted } = createPublishing({ contentDir, folder, disk, storeDisk });
  const isStored = () =>
    ReleaseStore.readManifest(join(folder, 'state'))?.ordinal === newest().manifest.ordinal;
  await loop.rebuild(EVERYTHING);
  breaks.now = true;
  saveFiles(contentDir, { 'removed.yaml': REMOVALS });
  await assert.rejects(loop.rebuild(EVERYTHING), { code: 'EIO' });
  assert.ok(!reviewsIn(newest()).includes(TAKEN_DOWN));
  assert.ok(!isStored());
  breaks.now = false;
  isReadable = false;
  saveFiles(contentDir, { [REVIEW]: goodContent(2)[REVIEW] ?? '' });
  await assert.rejects(loop.rebuild({ paths: new Set([REVIEW]), everything: false }), ReadingFault);
  assert.ok(isStored());
  assert.equal(posted.at(-1)?.type, 'kept');
  await loop.close();
});

test('a takedown that is owed leaves a full disk although an edit waits for room', async (t) => {
  let isBroken = false;
  let isFull = false;
  const storeDisk = createScriptedStoreDisk((call) => {
    if (call.startsWith('remove') && call.endsWith('.sqlite')) isFull = false;
    if (isBroken && call.startsWith('BEGIN')) return 'EIO';
    return isFull && /^(INSERT INTO pieces|VACUUM)/.test(call) ? 'ENOSPC' : undefined;
  });
  const contentDir = createContentFolder(t, WITH_SECRET);
  const folder = createFolder(t);
  const { loop, newest } = createPublishing({ contentDir, folder, storeDisk });
  await loop.rebuild(EVERYTHING);
  isBroken = true;
  saveFiles(contentDir, { 'removed.yaml': REMOVALS });
  await assert.rejects(loop.rebuild(EVERYTHING), { code: 'EIO' });
  assert.ok(!reviewsIn(newest()).includes(TAKEN_DOWN));
  assert.notDeepEqual(wordsBelow(folder, [SECRET]), []);
  isBroken = false;
  isFull = true;
  saveFiles(contentDir, { 'business.yaml': goodContent(2)['business.yaml'] ?? '' });
  await assert.rejects(loop.rebuild(EVERYTHING), { code: 'ENOSPC' });
  assert.deepEqual(wordsBelow(folder, [SECRET]), []);
  await loop.rebuild(NOTHING);
  assert.ok(reviewsIn(newest()).includes('edition-2'));
  await loop.close();
});

test('what only the server has is stored by the next thread, whatever is wrong with the content', async (t) => {
  const { storeDisk, breaks } = createBreakable('BEGIN');
  const contentDir = createContentFolder(t, WITH_SECRET);
  const folder = createFolder(t);
  const first = createPublishing({ contentDir, folder, storeDisk });
  await first.loop.rebuild(EVERYTHING);
  breaks.now = true;
  saveFiles(contentDir, { 'removed.yaml': REMOVALS });
  await assert.rejects(first.loop.rebuild(EVERYTHING), { code: 'EIO' });
  await first.loop.close();
  assert.notDeepEqual(wordsBelow(folder, [SECRET]), []);

  saveFiles(contentDir, { [REVIEW]: 'This is no review.' });
  const release = first.newest();
  const served = { from: 'memory', release, corpus: release.corpus } as const;
  const next = createPublishing({ contentDir, folder, served });
  await next.loop.rebuild(EVERYTHING);
  assert.equal(next.posted.at(-1)?.type, 'kept');
  const stateDir = join(folder, 'state');
  assert.equal(ReleaseStore.readManifest(stateDir)?.ordinal, release.manifest.ordinal);
  await next.loop.close();
  assert.deepEqual(wordsBelow(folder, [SECRET]), []);
});
