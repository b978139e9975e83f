import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ask } from '../../support/ask.ts';
import { createCallFaults, STAGES } from '../../support/call-faults.ts';
import { reviewText } from '../../support/content-files.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
import { findWords } from '../../support/find-words.ts';
import { readHealth } from '../../support/read-health.ts';
import { startListening } from '../../support/service.ts';
import { createSmallDisk } from '../../support/small-disk.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { goodContent } from './good-content.ts';
import { EVERYWHERE, OWN_PAGE, SECRET_CONTENT, SECRETS, TOMBSTONE } from './secret-review.ts';

const BROKEN_FILE = 'reviews/2026/10/broken.md';
const BROKEN = { [BROKEN_FILE]: reviewText({ id: 'broken', rating: '9' }) };
const OTHER_TOMBSTONE = '- { id: review-3, dateRemoved: 2026-11-21, reason: spam }\n';
const OTHER_PAGE = '/reviews/review-3/';

async function start(t: TestContext, stateDir?: string) {
  const contentDir = createContentFolder(t, SECRET_CONTENT);
  const folder = createFolder(t);
  const faults = createCallFaults(folder);
  const STATE_DIR = stateDir ?? join(folder, 'state');
  const service = await startListening(t, {
    content: contentDir,
    env: { ...faults.env, STATE_DIR },
  });
  const { url } = service;
  const shows = async (path: string, edition: number) =>
    (await ask(url, path)).text.includes(`edition-${edition}.`);
  /** Resolves when an edition is in the data; the pages show it from that moment on. */
  const published = async (edition: number) => {
    await waitUntil(`edition ${edition}`, () => shows('/reviews.json', edition));
    assert.ok(await shows('/', edition));
  };
  await service.logged('serving');
  const edit = (edition: number) =>
    saveFiles(contentDir, { 'business.yaml': goodContent(edition)['business.yaml'] ?? '' });
  return { ...service, faults, contentDir, published, edit };
}

for (const stage of ['read', 'stored', 'current'] as const) {
  test(`a rebuild thread that dies at "${stage}" is started again and loses no edit`, {
    timeout: 60_000,
  }, async (t) => {
    const { url, faults, published, edit } = await start(t);
    const before = await readHealth(url);
    faults.exitAt(STAGES[stage]);
    edit(2);
    await waitUntil('its end', () => !faults.isSet());
    assert.equal((await ask(url, '/reviews.json')).status, 200);
    assert.equal((await ask(url, OWN_PAGE)).status, 200);
    await published(2);
    await waitUntil('no error', async () => (await readHealth(url)).lastError === null);
    const { release } = await readHealth(url);
    assert.ok((release?.ordinal ?? 0) > (before.release?.ordinal ?? 0));
    edit(3);
    await published(3);
  });
}

test('a takedown holds when the rebuild thread dies after it, stored or not', {
  timeout: 90_000,
}, async (t) => {
  const disk = createSmallDisk(t, 4);
  if (!disk) return;
  const { url, faults, contentDir, published, edit } = await start(t, join(disk.folder, 'state'));
  disk.fill();
  saveFiles(contentDir, { 'removed.yaml': TOMBSTONE });
  await waitUntil('the takedown', async () => (await ask(url, OWN_PAGE)).status === 410);
  assert.deepEqual(await findWords(url, EVERYWHERE, SECRETS), []);

  // What only the server has in memory is known to the next thread, too.
  faults.exitAt(STAGES.read);
  saveFiles(contentDir, BROKEN);
  await waitUntil('its end', () => !faults.isSet());
  saveFiles(contentDir, { 'removed.yaml': `${TOMBSTONE}${OTHER_TOMBSTONE}` });
  await waitUntil('the takedown', async () => (await ask(url, OTHER_PAGE)).status === 410);
  assert.deepEqual(await findWords(url, EVERYWHERE, SECRETS), []);
  rmSync(join(contentDir, BROKEN_FILE));

  disk.free();
  faults.exitAt(STAGES.read);
  edit(2);
  await waitUntil('its end', () => !faults.isSet());
  assert.deepEqual(await findWords(url, EVERYWHERE, SECRETS), []);
  assert.equal((await ask(url, '/')).status, 200);
  await published(2);
  assert.deepEqual(await findWords(url, EVERYWHERE, SECRETS), []);
});
