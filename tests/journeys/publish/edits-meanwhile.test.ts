import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask } from '../../support/ask.ts';
import { createCallFaults, STAGES } from '../../support/call-faults.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
import { loggedReleases } from '../../support/logged-releases.ts';
import { readHealth } from '../../support/read-health.ts';
import { startListening } from '../../support/service.ts';
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
