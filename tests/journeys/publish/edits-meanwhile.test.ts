import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ReleaseStore } from '../../../sidecar/store/release-store.ts';
import { STORE_FILE } from '../../../sidecar/store/store-schema.ts';
import { ask } from '../../support/ask.ts';
import { createCallFaults, STAGES } from '../../support/call-faults.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
import { numberedContent } from '../../support/numbered-content.ts';
import { startRebuilding } from '../../support/publishing.ts';
import { headOf, openRaw } from '../../support/raw-http.ts';
import { readHealth } from '../../support/read-health.ts';
import { loggedReleases, startListening, startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { goodContent } from './good-content.ts';

test('edits during a rebuild are in the next one, all of them', { timeout: 60_000 }, async (t) => {
  const contentDir = createContentFolder(t, goodContent(1));
  const faults = createCallFaults(createFolder(t));
  const { url, log, logged } = await startListening(t, {
    content: contentDir,
    env: faults.env,
  });
  const text = async () => (await ask(url, '/reviews.json')).text;
  await logged('serving');

  faults.holdAt(STAGES.rendered);
  saveFiles(contentDir, goodContent(2));
  await waitUntil('the rebuild', async () => (await readHealth(url)).isRebuilding);
  for (const edition of [3, 4, 5, 6]) {
    saveFiles(contentDir, goodContent(edition));
    const review = `reviews/2026/10/2026-10-0${edition}-late-${edition}.md`;
    const original = goodContent(1)['reviews/2026/10/2026-10-01-review-3.md'] ?? '';
    saveFiles(contentDir, { [review]: original.replace('id: review-3', `id: late-${edition}`) });
  }
  assert.match(await text(), /edition-1\./);
  faults.clear();
  await waitUntil('the last edition', async () => (await text()).includes('edition-6.'));
  for (const edition of [3, 4, 5, 6]) {
    assert.ok((await text()).includes(`"late-${edition}"`));
  }
  assert.match((await ask(url, '/')).text, /edition-6\./);
  assert.equal((await ask(url, '/reviews/late-6/')).status, 200);
  // The first, the one that was held, and one for all the rest.
  assert.equal(loggedReleases(log).length, 3);
});

test('a release is on disk before it is served, and served before it is announced', async (t) => {
  const contentDir = createContentFolder(t, goodContent(1));
  const folder = createFolder(t);
  const { current, rebuilding } = startRebuilding(t, { contentDir, folder });
  const stateDir = join(folder, 'state');
  const seen: { served: number | undefined; announced: number; stored: number | undefined }[] = [];
  current.on('published', ({ release }) => {
    seen.push({
      served: current.release?.ordinal,
      announced: release.ordinal,
      stored: ReleaseStore.readManifest(stateDir)?.ordinal,
    });
  });
  await rebuilding.first;
  for (const edition of [2, 3, 4]) {
    const count = seen.length;
    saveFiles(contentDir, goodContent(edition));
    await waitUntil(`edition ${edition}`, () => seen.length > count);
  }
  assert.ok(seen.length >= 4);
  for (const { served, announced, stored } of seen)
    assert.deepEqual([served, stored], [announced, announced]);
  const ordinals = seen.map(({ announced }) => announced);
  assert.deepEqual(
    ordinals,
    ordinals.toSorted((a, b) => a - b),
  );
  assert.equal(new Set(ordinals).size, ordinals.length);
  assert.ok(existsSync(join(stateDir, STORE_FILE)));
});

const REVIEWS = 60;
/** Whoever stops a service does not wait for longer. */
const STOP_MS = 5_000;

test('a service that is told to end while pages are rendered answers them whole and ends', {
  timeout: 60_000,
}, async (t) => {
  const { url, process, closed, log } = await startService(t, {
    content: numberedContent(1, REVIEWS),
  });
  const connections = await Promise.all(Array.from({ length: REVIEWS }, () => openRaw(url)));
  let answered = 0;
  const asked = connections.map(async (connection, index) => {
    connection.socket.ref();
    await connection.send(headOf(`/reviews/review-${index}/`));
    const answer = await connection.answer();
    answered++;
    return answer;
  });
  // What is asked later is answered before: the pages have been asked for, and wait for their turn.
  assert.equal((await ask(url, '/healthz')).status, 200);
  const began = performance.now();
  process.kill('SIGTERM');
  assert.ok(answered < REVIEWS, 'some pages are still to be rendered');
  const answers = await Promise.all(asked);
  await closed;
  assert.equal(process.exitCode, 0);
  assert.ok(performance.now() - began < STOP_MS);
  for (const { status, headers, body } of answers) {
    assert.equal(status, 200);
    assert.equal(headers['content-length'], String(body.length));
    assert.match(body.toString('utf8'), /<\/html>\s*$/);
  }
  assert.deepEqual(
    log.filter(({ level }) => Number(level) >= 50),
    [],
  );
});
