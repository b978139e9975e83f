import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ask } from '../support/ask.ts';
import { createContentFolder, createFolder } from '../support/content-folder.ts';
import { saveFiles } from '../support/edit-content.ts';
import { findWords } from '../support/find-words.ts';
import { createHold } from '../support/hold-rebuild.ts';
import { createPageBuilds } from '../support/page-builds.ts';
import { readHealth } from '../support/read-health.ts';
import { createSmallDisk } from '../support/small-disk.ts';
import { startServiceWith } from '../support/start-service-with.ts';
import { waitUntil } from '../support/wait-until.ts';
import { goodContent } from './good-content.ts';
import { EVERYWHERE, OWN_PAGE, SECRET_CONTENT, SECRETS, TOMBSTONE } from './secret-review.ts';

async function start(t: TestContext, stateDir?: string) {
  const contentDir = createContentFolder(t, SECRET_CONTENT);
  const folder = createFolder(t);
  const builds = createPageBuilds(folder, 'tiny');
  const hold = createHold(folder);
  const STATE_DIR = stateDir ?? join(folder, 'state');
  const service = await startServiceWith(
    t,
    { pageBuild: builds.pageBuild, worker: hold.worker },
    { content: contentDir, env: { ...builds.env, ...hold.env, STATE_DIR } },
  );
  const { url } = service;
  const serves = (edition: number) => async () =>
    (await ask(url, '/reviews.json')).text.includes(`edition-${edition}.`);
  const pagesFollow = () =>
    waitUntil('the pages', async () => (await readHealth(url)).release?.hasCurrentPages);
  await pagesFollow();
  const edit = (edition: number) =>
    saveFiles(contentDir, { 'business.yaml': goodContent(edition)['business.yaml'] ?? '' });
  return { ...service, builds, hold, contentDir, serves, pagesFollow, edit };
}

for (const stage of ['checked', 'persisted', 'pages-built'] as const) {
  test(`a rebuild thread that dies at "${stage}" is started again and loses no edit`, {
    timeout: 60_000,
  }, async (t) => {
    const { url, hold, serves, pagesFollow, edit } = await start(t);
    const before = await readHealth(url);
    hold.dieAt(stage);
    edit(2);
    await waitUntil('its end', () => hold.hasDied());
    assert.equal((await ask(url, '/reviews.json')).status, 200);
    assert.equal((await ask(url, OWN_PAGE)).status, 200);
    await waitUntil('edition 2', serves(2));
    await pagesFollow();
    const { release, lastError } = await readHealth(url);
    assert.ok((release?.ordinal ?? 0) > (before.release?.ordinal ?? 0));
    assert.equal(lastError, null);
    edit(3);
    await waitUntil('edition 3', serves(3));
    await pagesFollow();
  });
}

test('a takedown holds when the rebuild thread dies after it, stored or not', {
  timeout: 90_000,
}, async (t) => {
  const disk = createSmallDisk(t, 4);
  if (!disk) return;
  const { url, hold, builds, contentDir, serves, edit } = await start(
    t,
    join(disk.folder, 'state'),
  );
  disk.fill();
  saveFiles(contentDir, { 'removed.yaml': TOMBSTONE });
  await waitUntil('the takedown', async () => (await ask(url, OWN_PAGE)).status === 410);
  assert.deepEqual(await findWords(url, EVERYWHERE, SECRETS), []);

  builds.set('hold');
  disk.free();
  hold.dieAt('read');
  edit(2);
  await waitUntil('its end', () => hold.hasDied());
  await waitUntil('edition 2', serves(2));
  assert.deepEqual(await findWords(url, EVERYWHERE, SECRETS), []);
  builds.set('tiny');
  await waitUntil('the pages', async () => (await readHealth(url)).release?.hasCurrentPages);
  assert.deepEqual(await findWords(url, EVERYWHERE, SECRETS), []);
  assert.equal((await ask(url, '/')).status, 200);
});
