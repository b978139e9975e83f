import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CODINGS } from '#artifacts/encoder.ts';
import { SearchResult } from '#openapi/review-answers.ts';
import { pathsOfReview } from '#release/page-addresses.ts';
import { reviewText } from '../../support/content-files.ts';
import { createDeployment } from '../../support/deployment.ts';
import { loggedFailure } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import {
  findSecrets,
  OWN_PAGE,
  OWN_PATHS,
  SECRET_CONTENT,
  SECRET_FILE,
  SECRET_ID,
  SECRET_TEXT,
  SHOWING,
  TAKEN_DOWN,
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
  const { contentDir, save, start } = createDeployment(t, SECRET_CONTENT);
  const { url, log, get, health, status, recovered } = await start();
  const ordinal = async () => (await health()).release?.ordinal ?? 0;
  // Whoever follows from here gets the review where it comes back, and its removal again.
  const followed = `/api/reviews/changes?after=${String((await get('/api/reviews/changes')).json().next)}`;
  const find = (codings: readonly string[] = ['identity']) =>
    findSecrets(url, [followed, `${followed}&format=ndjson`], codings);

  /** Does something and waits until it is published, looking for nothing else meanwhile. */
  const publish = async (edit: () => void) => {
    const before = await ordinal();
    edit();
    await waitUntil('the next release', async () => (await ordinal()) > before);
  };
  const assertGone = async (own: number, codings?: readonly string[]) => {
    for (const path of SHOWING) {
      const { status, text } = await get(path);
      assert.deepEqual([path, status], [path, 200]);
      assert.ok(!text.includes(`"${OWN_PAGE}"`), `${path} links to it`);
    }
    assert.deepEqual(await find(codings), []);
    for (const path of OWN_PATHS) assert.equal(await status(path), own, path);
    for (const path of pathsOfReview('review-9')) assert.equal(await status(path), 200, path);
    assert.ok(!(await get('/sitemap.xml')).text.includes(OWN_PAGE));
  };

  const shown = await find();
  for (const place of [
    ...[...SHOWING, ...OWN_PATHS, '/reviews.json', '/feed.xml'],
    ...['/archive/2026/10/feed.json', '/api/feed.json?has_reply=true'],
    ...['/api/reviews/search?query=brewed', '/api/reviews/search?source=nowhere'],
    '/api/reviews/since/2026-10-10',
  ]) {
    const isShown = shown.some((line) => line.includes(` at ${place} `));
    assert.ok(isShown, `it is shown at ${place}`);
  }

  const search = async (asked: string) =>
    SearchResult.parse((await get(`/api/reviews/search?${asked}`)).json());
  const hintsOn = async (title: string) => (await search(`query=${title}`)).hints?.join() ?? '';
  assert.match(await hintsOn('Quixotic'), /is in the title of review-5/);
  // Its last review is the one that is taken down.
  const { next, reviews } = await search('limit=6');
  assert.equal(reviews[5]?.id, SECRET_ID);

  await t.test('with other files broken, everywhere at once', async () => {
    save(BROKEN);
    const told = (await loggedFailure(log, 'CONTENT_INVALID', 0)).join('\n');
    assert.match(told, /\/broken\.md:5:\d+ error .*rating/);
    assert.equal((await health()).lastError?.code, 'CONTENT_INVALID');
    await publish(() => save(TAKEN_DOWN));
    await assertGone(410, ['identity', ...CODINGS]);
    const removed = [{ id: SECRET_ID, dateRemoved: '2026-11-20', reason: 'author-request' }];
    assert.deepEqual((await get('/api/reviews/since/2026-11-20')).json().removed, removed);
    const changes = removed.map((one) => ({ kind: 'removed', ...one }));
    assert.deepEqual((await get(followed)).json().changes, changes);
    assert.doesNotMatch(await hintsOn('Quixotic'), /title/);
    const behind = await search(`limit=6&after=${next}`);
    assert.deepEqual(
      behind.reviews.map(({ id }) => id),
      ['review-6', 'review-7', 'review-8', 'review-9', 'review-10', 'review-11'],
      'a cursor leads on from where it stood',
    );
  });

  await t.test('and stays so once the other files are mended', async () => {
    for (const path of Object.keys(BROKEN)) rmSync(join(contentDir, path));
    await recovered();
    await assertGone(410);
  });

  await t.test('and comes back where its tombstone is deleted', async () => {
    await publish(() => save({ 'removed.yaml': '' }));
    const found = await find();
    const elsewhere = found.filter((line) => !line.includes('/api/reviews/changes'));
    assert.deepEqual(elsewhere.toSorted(), shown.toSorted());
    assert.ok(found.some((line) => line.includes(` at ${followed} `)));
  });

  await t.test('in the same way where it is withheld', async () => {
    const withheld = 'verification: { status: withheld, reason: spam, date: 2026-11-20 }';
    // Evidence that is not published is an error, unless it was taken down.
    const faq = (SECRET_CONTENT['faq.yaml'] ?? '').replace(`${SECRET_ID}, `, '');
    const text = SECRET_TEXT.replace(/^verification: .*$/m, withheld);
    await publish(() => save({ [SECRET_FILE]: text, 'faq.yaml': faq }));
    await assertGone(404);
  });
});
