import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask } from '../support/ask.ts';
import { reviewText } from '../support/content-files.ts';
import { createContentFolder, createFolder } from '../support/content-folder.ts';
import { saveFiles } from '../support/edit-content.ts';
import { findWords } from '../support/find-words.ts';
import { loggedFailure } from '../support/logged-failure.ts';
import { createPageBuilds } from '../support/page-builds.ts';
import { readHealth } from '../support/read-health.ts';
import { startServiceWith } from '../support/start-service-with.ts';
import { waitUntil } from '../support/wait-until.ts';
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

const BROKEN = { 'reviews/2026/10/broken.md': reviewText({ id: 'broken', rating: '9' }) };

test('a review is taken down', { timeout: 240_000 }, async (t) => {
  const contentDir = createContentFolder(t, SECRET_CONTENT);
  const builds = createPageBuilds(createFolder(t), 'real');
  const { pageBuild, env } = builds;
  const service = await startServiceWith(t, { pageBuild }, { content: contentDir, env });
  const { url, log, logged } = service;
  const health = () => readHealth(url);
  const ordinal = async () => (await health()).release?.ordinal ?? 0;
  const pagesFollow = () =>
    waitUntil('the pages follow', async () => (await health()).release?.hasCurrentPages);
  const find = () => findWords(url, EVERYWHERE, SECRETS);
  const statusAt = async (path: string) => (await ask(url, path)).status;

  /** Does something and waits until it is published, looking for nothing else meanwhile. */
  const publish = async (edit: () => void) => {
    const before = await ordinal();
    edit();
    await waitUntil('the next release', async () => (await ordinal()) > before);
  };
  const assertWithheld = async (own: number) => {
    assert.deepEqual(await find(), []);
    for (const path of SHOWING) {
      const { status, headers } = await ask(url, path);
      assert.deepEqual([path, status], [path, 503]);
      assert.match(headers['retry-after'] ?? '', /^\d+$/);
    }
    assert.equal(await statusAt(OWN_PAGE), own);
    assert.equal(await statusAt('/reviews/review-9/'), 200, 'what shows nothing of it stays');
  };
  const assertRebuilt = async (own: number) => {
    assert.deepEqual(await find(), []);
    for (const path of SHOWING) assert.equal(await statusAt(path), 200);
    assert.equal(await statusAt(OWN_PAGE), own);
  };

  await logged('serving');
  await pagesFollow();
  const shown = await find();
  for (const place of [...SHOWING, OWN_PAGE, '/reviews.json', '/feed.xml', '/api/feed.json']) {
    assert.ok(
      shown.some((line) => line.includes(` at ${place} `)),
      `it is shown at ${place}`,
    );
  }
  assert.ok(shown.some((line) => line.includes('/search?query=brewed')));
  assert.ok(shown.some((line) => line.includes('/since/2026-10-10')));

  await t.test(
    'with another file broken and a failing page build, everywhere at once',
    async () => {
      const from = log.length;
      builds.set('fail');
      saveFiles(contentDir, BROKEN);
      await waitUntil('the error', async () => (await health()).lastError);
      await publish(() => saveFiles(contentDir, { 'removed.yaml': TOMBSTONE }));
      await assertWithheld(410);
      const { removed } = (await ask(url, '/api/reviews/since/2026-11-20')).json();
      assert.deepEqual(removed, [{ id: SECRET_ID, dateRemoved: '2026-11-20' }]);
      const { _removed } = (await ask(url, '/api/feed.json')).json();
      assert.deepEqual(_removed, removed);
      assert.equal((await health()).lastError?.code, 'CONTENT_INVALID');
      await loggedFailure(log, 'PAGES_FAILED', from);
      await assertWithheld(410);
    },
  );

  await t.test('and its pages come back without it, once they can be built', async () => {
    builds.set('real');
    await publish(() => rmSync(join(contentDir, 'reviews/2026/10/broken.md')));
    await pagesFollow();
    await assertRebuilt(410);
    assert.equal((await health()).lastError, null);
  });

  await t.test('and comes back where its tombstone is deleted', async () => {
    await publish(() => saveFiles(contentDir, { 'removed.yaml': '' }));
    await pagesFollow();
    assert.deepEqual((await find()).toSorted(), shown.toSorted());
  });

  await t.test('not while removed.yaml itself is wrong, but once it is corrected', async () => {
    const before = await ordinal();
    const from = log.length;
    builds.set('hold');
    saveFiles(contentDir, { 'removed.yaml': TOMBSTONE.replace('author-request', 'no-reason') });
    const [told = ''] = await loggedFailure(log, 'CONTENT_INVALID', from);
    assert.match(told, /removed\.yaml:1:\d+ error 0\.reason: .*author-request/);
    assert.equal(await ordinal(), before);
    assert.deepEqual((await find()).toSorted(), shown.toSorted());
    await publish(() => saveFiles(contentDir, { 'removed.yaml': TOMBSTONE }));
    await assertWithheld(410);
    builds.set('real');
    await pagesFollow();
    await assertRebuilt(410);
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
      await pagesFollow();
      assert.ok((await find()).length > 20);
      builds.set('hold');
      await publish(takeAway);
      await assertWithheld(404);
      builds.set('real');
      await pagesFollow();
      await assertRebuilt(404);
    });
  }
});
