import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Published } from '../../../sidecar/release/current-release.ts';
import { reviewText } from '../../support/content-files.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
import { startRebuilding } from '../../support/rebuild-in-process.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { SECRET_CONTENT, SECRETS, TOMBSTONE } from './secret-review.ts';

/** Everything that a listener could push, as text. */
function textOf({ release }: Published): string {
  const files = [...release.files.values()].flatMap(({ identity }) => identity.body);
  return Buffer.concat([...files, ...release.corpus.body]).toString('utf8');
}

test('what is announced from a takedown on holds nothing of the review', async (t) => {
  const contentDir = createContentFolder(t, SECRET_CONTENT);
  const folder = createFolder(t);
  const { current, status, rebuilding } = startRebuilding(t, { contentDir, folder });
  const announced: { readonly text: string; readonly changed: readonly string[] }[] = [];
  current.on('published', (published) =>
    announced.push({ text: textOf(published), changed: published.changed }),
  );
  await rebuilding.first;
  assert.equal(announced.length, 1);
  for (const secret of SECRETS) assert.ok(announced[0]?.text.includes(secret));

  const broken = reviewText({ id: 'broken', rating: '9' });
  saveFiles(contentDir, { 'reviews/2026/10/broken.md': broken });
  await waitUntil('the error', () => status.lastError?.code === 'CONTENT_INVALID');
  saveFiles(contentDir, { 'removed.yaml': TOMBSTONE });
  await waitUntil('the takedown', () => announced.length > 1);

  // Corrections follow; each may announce.
  saveFiles(contentDir, {
    'reviews/2026/10/broken.md': reviewText({ id: 'mended', rating: '5' }),
  });
  await waitUntil('the correction', () => announced.length > 2);
  assert.ok(announced[1]?.changed.includes('/reviews.json'));
  assert.ok(announced[1]?.changed.includes('/feed.xml'));
  for (const { text } of announced.slice(1)) {
    for (const secret of SECRETS) assert.ok(!text.includes(secret), secret);
  }
});
