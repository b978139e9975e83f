import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Published } from '../../../sidecar/release/current-release.ts';
import { ReleaseStore } from '../../../sidecar/store/store.ts';
import { startRebuilding } from '../../rooms/publish/publishing.ts';
import { STAGES } from '../../support/call-faults.ts';
import { reviewText } from '../../support/content-files.ts';
import { createContentFolder, createFolder, saveFiles } from '../../support/content-folder.ts';
import { createDeployment } from '../../support/deployment.ts';
import { headOf, openRaw } from '../../support/raw-http.ts';
import { goodContent, numberedContent, sampleReview } from '../../support/sample-content.ts';

import { loggedReleases } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { SECRET_CONTENT, SECRETS, TAKEN_DOWN } from './secret-review.ts';

test('edits during a rebuild are in the next one, all of them', { timeout: 60_000 }, async (t) => {
  const { start, faults, save } = createDeployment(t, goodContent(1));
  const { health, get, shows, published, status, log } = await start();
  faults.holdAt(STAGES.rendered);
  save(goodContent(2));
  await waitUntil('the rebuild', async () => (await health()).isRebuilding);
  for (const edition of [3, 4, 5]) {
    save({ ...goodContent(edition), ...sampleReview(`late-${edition}`, `2026-10-0${edition}`) });
  }
  assert.ok(await shows(1));
  faults.clear();
  await published(5);
  const { text } = await get('/reviews.json');
  for (const edition of [3, 4, 5]) assert.ok(text.includes(`"late-${edition}"`));
  assert.equal(await status('/reviews/late-5/'), 200);
  // The first, the one that was held, and one for all the rest.
  assert.equal(loggedReleases(log).length, 3);
});

/** Everything that a listener could push, as text. */
function textOf({ release }: Published): string {
  const files = [...release.files.values()].flatMap(({ identity }) => identity.body);
  return Buffer.concat([...files, ...release.corpus.body]).toString('utf8');
}

test('a release is stored, then served, then announced, and from a takedown on holds nothing of the review', async (t) => {
  const contentDir = createContentFolder(t, SECRET_CONTENT);
  const folder = createFolder(t);
  const { current, status, rebuilding } = startRebuilding(t, { contentDir, folder });
  const announced: Published[] = [];
  current.on('published', (published) => {
    const { ordinal } = published.release;
    const stored = ReleaseStore.readManifest(join(folder, 'state'))?.ordinal;
    assert.deepEqual([current.release?.ordinal, stored], [ordinal, ordinal]);
    assert.ok(announced.every(({ release }) => release.ordinal < ordinal));
    announced.push(published);
  });
  const next = (count: number) => waitUntil(`release ${count}`, () => announced[count - 1]);
  await rebuilding.first;
  const before = textOf(await next(1));
  for (const secret of SECRETS) assert.ok(before.includes(secret));

  const broken = 'reviews/2026/10/broken.md';
  saveFiles(contentDir, { [broken]: reviewText({ id: 'broken', rating: '9' }) });
  await waitUntil('the error', () => status.lastError?.code === 'CONTENT_INVALID');
  saveFiles(contentDir, TAKEN_DOWN);
  const { changed } = await next(2);
  assert.ok(changed.includes('/reviews.json') && changed.includes('/feed.xml'));
  // The correction follows.
  saveFiles(contentDir, { [broken]: reviewText({ id: 'mended', rating: '5' }) });
  await next(3);
  for (const published of announced.slice(1)) {
    for (const secret of SECRETS) assert.ok(!textOf(published).includes(secret), secret);
  }
});

/** Operators do not wait longer for the end of a service. */
const STOP_MS = 5_000;

test('a service that is to end while pages are made answers them whole and ends', {
  timeout: 60_000,
}, async (t) => {
  const reviews = 60;
  const { start, faults } = createDeployment(t, numberedContent(1, reviews));
  const { url, process, closed, log } = await start();
  const connections = await Promise.all(Array.from({ length: reviews }, () => openRaw(url)));
  const beside = await openRaw(url);
  beside.socket.ref();
  faults.holdAt({ when: 'before', thread: 'page coder', call: 'post done' });
  let answered = 0;
  const asked = connections.map(async (connection, index) => {
    connection.socket.ref();
    await connection.send(headOf(`/reviews/review-${index}/`));
    const answer = await connection.answer();
    answered++;
    return answer;
  });
  // What is asked later is answered before: the pages have been asked for, and wait.
  await beside.send(headOf('/healthz'));
  assert.equal((await beside.answer()).status, 200);
  const began = performance.now();
  process.kill('SIGTERM');
  await waitUntil('the service is to end', () =>
    log.some(({ msg }) => /^draining/.test(String(msg))),
  );
  assert.equal(answered, 0);
  faults.clear();
  const answers = await Promise.all(asked);
  await closed;
  assert.equal(process.exitCode, 0);
  assert.ok(performance.now() - began < STOP_MS);
  for (const { status, headers, body } of answers) {
    assert.deepEqual([status, headers['content-length']], [200, String(body.length)]);
    assert.match(body.toString('utf8'), /<\/html>\s*$/);
  }
  assert.ok(!log.some(({ level }) => Number(level) >= 50));
});
