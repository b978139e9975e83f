import assert from 'node:assert/strict';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import { ask } from '../../support/ask.ts';
import { atEnd } from '../../support/at-end.ts';
import { type Files, reviewText } from '../../support/content-files.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
import { findWords } from '../../support/find-words.ts';
import { readHealth } from '../../support/read-health.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { runScript } from '../../support/run-script.ts';
import { freePort, startListening } from '../../support/service.ts';
import { changeStoredManifest, storeRelease } from '../../support/stored-release.ts';
import { waitUntil } from '../../support/wait-until.ts';
import {
  EVERYWHERE,
  OWN_PAGE,
  SECRET_CONTENT,
  SECRETS,
  SHOWING,
  TOMBSTONE,
} from './secret-review.ts';

const TAKEN_DOWN = { 'removed.yaml': TOMBSTONE };
const BROKEN = { 'reviews/2026/10/broken.md': reviewText({ id: 'broken', rating: '9' }) };

type Folders = {
  readonly contentDir: string;
  readonly OUT_DIR: string;
  readonly STATE_DIR: string;
};

/** Starts a service on a port that is known before, so that it can be asked from the first moment. */
async function start(t: TestContext, folders: Folders) {
  const { contentDir, ...dirs } = folders;
  const port = await freePort();
  const settings = { content: contentDir, env: { ...dirs, PORT: String(port) } };
  return { url: `http://127.0.0.1:${port}`, started: startListening(t, settings) };
}

async function foldersOf(t: TestContext): Promise<Folders> {
  const contentDir = createContentFolder(t, SECRET_CONTENT);
  const folder = createFolder(t);
  return { contentDir, OUT_DIR: join(folder, 'dist'), STATE_DIR: join(folder, 'state') };
}

/** A release that a service has left in its folder. */
async function leaveState(t: TestContext): Promise<Folders> {
  const folders = await foldersOf(t);
  const { started } = await start(t, folders);
  const { logged, stop } = await started;
  await logged('serving');
  await stop();
  return folders;
}

/** One that another version of the program has left. */
async function leaveStateOfOther(t: TestContext): Promise<Folders> {
  const folders = await foldersOf(t);
  storeRelease(folders.STATE_DIR, await makeRelease(SECRET_CONTENT));
  changeStoredManifest(folders.STATE_DIR, (manifest) => ({
    ...manifest,
    key: { ...manifest.key, code: 'other' },
  }));
  return folders;
}

/** A release that was built, which no service has seen. */
async function buildElsewhere(t: TestContext): Promise<Folders> {
  const folders = await foldersOf(t);
  const { contentDir, OUT_DIR } = folders;
  const args = ['--content', contentDir, '--base-url', BASE_URL, '--out', OUT_DIR];
  assert.equal(runScript('scripts/build.ts', args).status, 0);
  return folders;
}

/** Asks for some targets in turn, from before it listens; tells which answers hold the words. */
async function askFromTheStart(url: string, targets: readonly string[], signal: AbortSignal) {
  const found: string[] = [];
  const statuses = new Set<number>();
  while (!signal.aborted) {
    for (const target of targets) {
      const answer = await ask(url, target).catch(() => undefined);
      if (!answer) {
        // It is to start meanwhile, on the same processors.
        await elapse(5);
        continue;
      }
      statuses.add(answer.status);
      for (const word of SECRETS) if (answer.text.includes(word)) found.push(`${word} ${target}`);
    }
  }
  return { found, statuses };
}

const TARGETS = [
  '/reviews.json',
  '/feed.xml',
  OWN_PAGE,
  ...SHOWING,
  '/api/reviews/since/2026-10-10',
];

/** Starts a service after an edit and tells what its first answers held. */
async function startAfter(t: TestContext, left: Folders, edit: Files, reviews: number) {
  const folder = createFolder(t);
  const contentDir = createContentFolder(t, { ...SECRET_CONTENT, ...edit });
  const folders = { contentDir, OUT_DIR: join(folder, 'dist'), STATE_DIR: join(folder, 'state') };
  for (const dir of ['OUT_DIR', 'STATE_DIR'] as const) {
    if (existsSync(left[dir])) cpSync(left[dir], folders[dir], { recursive: true });
  }
  const { url, started } = await start(t, folders);
  const ended = new AbortController();
  atEnd(t, () => ended.abort());
  const asking = [TARGETS, TARGETS.toReversed()].map((targets) =>
    askFromTheStart(url, targets, ended.signal),
  );
  const { logged } = await started;
  await logged('serving');
  await waitUntil('a release', async () => (await readHealth(url)).release?.reviews === reviews);
  ended.abort();
  const asked = await Promise.all(asking);
  return { url, folders, found: asked.flatMap(({ found }) => found), asked };
}

for (const [what, leave, isOwn] of [
  ['that the service had stored', leaveState, true],
  ['that another version of the service had stored', leaveStateOfOther, false],
  ['that npm run build has left', buildElsewhere, true],
] as const) {
  test(`of a release ${what}`, { timeout: 120_000 }, async (t) => {
    const left = await leave(t);
    const all = Object.keys(SECRET_CONTENT).length - 2;

    await t.test('no answer holds one that was taken down before the start', async (t) => {
      const { found, url, asked } = await startAfter(t, left, TAKEN_DOWN, all - 1);
      assert.deepEqual(found, []);
      assert.deepEqual(await findWords(url, EVERYWHERE, SECRETS), []);
      assert.equal((await ask(url, OWN_PAGE)).status, 410);
      for (const { statuses } of asked) assert.ok(statuses.has(200));
    });
    if (!isOwn) return;
    await t.test('the first answers hold a review that nobody took down', async (t) => {
      const { found } = await startAfter(t, left, {}, all);
      assert.ok(found.length > 0);
    });
    await t.test('none does while another file is wrong', async (t) => {
      const edit = { ...TAKEN_DOWN, ...BROKEN };
      const { found, url, folders } = await startAfter(t, left, edit, all - 1);
      assert.deepEqual(found, []);
      assert.deepEqual(await findWords(url, EVERYWHERE, SECRETS), []);
      assert.equal((await ask(url, OWN_PAGE)).status, 410);
      await waitUntil(
        'the error',
        async () => (await readHealth(url)).lastError?.code === 'CONTENT_INVALID',
      );
      // Once corrected, the rest follows.
      saveFiles(folders.contentDir, {
        'reviews/2026/10/broken.md': reviewText({ id: 'broken', rating: '5' }),
      });
      await waitUntil(
        'the new review',
        async () => (await readHealth(url)).release?.reviews === all,
      );
      assert.deepEqual(await findWords(url, EVERYWHERE, SECRETS), []);
    });
  });
}
