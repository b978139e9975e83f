import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Published } from '../../../sidecar/release/current-release.ts';
import { ask } from '../../support/ask.ts';
import { reviewText } from '../../support/content-files.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
import { findWords } from '../../support/find-words.ts';
import { startRebuilding } from '../../support/publishing.ts';
import { readHealth } from '../../support/read-health.ts';
import { loggedFailure, startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import {
  EVERYWHERE,
  OWN_PAGE,
  SECRET_CONTENT,
  SECRET_FILE,
  SECRET_ID,
  SECRET_TEXT,
  SECRETS,
  SHOWING,
  TOMBSTONE,
} from './secret-review.ts';

/** One is wrong by mistake, and one wants to be looked at for as long as possible. */
const BROKEN = {
  'reviews/2026/10/broken.md': reviewText({ id: 'broken', rating: '9' }),
  'reviews/2026/10/hostile.md': reviewText(
    Object.fromEntries(Array.from({ length: 15_000 }, (_, index) => [`key${index}`, '1'])),
    `Z${'\u0301\u0323'.repeat(16_000)}\u202e`,
  ),
};

test('a review is taken down', { timeout: 120_000 }, async (t) => {
  const contentDir = createContentFolder(t, SECRET_CONTENT);
  const { url, log } = await startService(t, { content: contentDir });
  const health = () => readHealth(url);
  const ordinal = async () => (await health()).release?.ordinal ?? 0;
  const find = () => findWords(url, EVERYWHERE, SECRETS);
  const statusAt = async (path: string) => (await ask(url, path)).status;

  /** Does something and waits until it is published, looking for nothing else meanwhile. */
  const publish = async (edit: () => void) => {
    const before = await ordinal();
    edit();
    await waitUntil('the next release', async () => (await ordinal()) > before);
  };
  const assertGone = async (own: number) => {
    for (const path of SHOWING) {
      const { status, text } = await ask(url, path);
      assert.deepEqual([path, status], [path, 200]);
      assert.ok(!text.includes(`"${OWN_PAGE}"`), `${path} links to it`);
    }
    assert.deepEqual(await find(), []);
    assert.equal(await statusAt(OWN_PAGE), own);
    assert.equal(await statusAt('/reviews/review-9/'), 200);
  };

  const shown = await find();
  for (const place of [...SHOWING, OWN_PAGE, '/reviews.json', '/feed.xml', '/api/feed.json']) {
    assert.ok(
      shown.some((line) => line.includes(` at ${place} `)),
      `it is shown at ${place}`,
    );
  }
  assert.ok(shown.some((line) => line.includes('/search?query=brewed')));
  assert.ok(shown.some((line) => line.includes('/since/2026-10-10')));

  await t.test('with other files broken, everywhere at once', async () => {
    saveFiles(contentDir, BROKEN);
    await waitUntil('the error', async () => (await health()).lastError);
    await publish(() => saveFiles(contentDir, { 'removed.yaml': TOMBSTONE }));
    await assertGone(410);
    const { removed } = (await ask(url, '/api/reviews/since/2026-11-20')).json();
    const told = [{ id: SECRET_ID, dateRemoved: '2026-11-20', reason: 'author-request' }];
    assert.deepEqual(removed, told);
    const { _removed } = (await ask(url, '/api/feed.json')).json();
    assert.deepEqual(_removed, told);
    assert.equal((await health()).lastError?.code, 'CONTENT_INVALID');
  });

  await t.test('and stays so once the other files are mended', async () => {
    for (const path of Object.keys(BROKEN)) rmSync(join(contentDir, path));
    await waitUntil('no error', async () => (await health()).lastError === null);
    await assertGone(410);
  });

  await t.test('and comes back where its tombstone is deleted', async () => {
    await publish(() => saveFiles(contentDir, { 'removed.yaml': '' }));
    assert.deepEqual((await find()).toSorted(), shown.toSorted());
  });

  await t.test('not while removed.yaml itself is wrong, but once it is corrected', async () => {
    const before = await ordinal();
    const from = log.length;
    saveFiles(contentDir, { 'removed.yaml': TOMBSTONE.replace('author-request', 'no-reason') });
    const [told = ''] = await loggedFailure(log, 'CONTENT_INVALID', from);
    assert.match(told, /removed\.yaml:1:\d+ error 0\.reason: .*author-request/);
    assert.equal(await ordinal(), before);
    assert.deepEqual((await find()).toSorted(), shown.toSorted());
    await publish(() => saveFiles(contentDir, { 'removed.yaml': TOMBSTONE }));
    await assertGone(410);
  });

  for (const [what, takeAway] of [
    ['its file is deleted', () => rmSync(join(contentDir, SECRET_FILE))],
    [
      'it is withheld',
      () => {
        const verification = 'verification: { status: withheld, reason: spam, date: 2026-11-20 }';
        const text = SECRET_TEXT.replace(/^verification: .*$/m, verification);
        saveFiles(contentDir, { [SECRET_FILE]: text });
      },
    ],
  ] as const) {
    await t.test(`in the same way where ${what}`, async () => {
      // Evidence that is not published is an error, unless it was taken down.
      const faq = (SECRET_CONTENT['faq.yaml'] ?? '').replace(`${SECRET_ID}, `, '');
      const restore = { ...SECRET_CONTENT, 'faq.yaml': faq, 'removed.yaml': '' };
      await publish(() => saveFiles(contentDir, restore));
      assert.ok((await find()).length > 20);
      await publish(takeAway);
      await assertGone(404);
    });
  }
});

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
