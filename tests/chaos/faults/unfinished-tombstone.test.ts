import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { Collection } from '#dataset/collection.ts';
import { RemovedReview } from '#search/since.ts';
import {
  findSecrets,
  OWN_PAGE,
  OWN_PATHS,
  SECRET_CONTENT,
  SECRET_ID,
  TAKEN_DOWN,
  TOMBSTONE,
} from '../../journeys/publish/secret-review.ts';
import { reviewText } from '../../support/content-files.ts';
import { createDeployment } from '../../support/deployment.ts';
import { loggedFailure } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';

const NOTHING_REMOVED = { 'removed.yaml': '' };
const BROKEN = 'reviews/2026/10/broken.md';

const TOMBSTONES = [
  ['says its id alone', `- id: ${SECRET_ID}\n`],
  ['says no reason that there is', TOMBSTONE.replace('author-request', 'no-reason')],
  ['is followed by what is no YAML', `${TOMBSTONE.replace('reason', 'why')}- {\n`],
] as const;

const Published = z.object({ collection: Collection });
const Since = z.object({ removed: z.array(RemovedReview) });

test('a review whose tombstone is not finished is taken down', { timeout: 120_000 }, async (t) => {
  const deployment = createDeployment(t, SECRET_CONTENT);
  const { save } = deployment;
  const service = await deployment.start();
  const { url, log, get, health, status, recovered } = service;
  const followed = `/api/reviews/changes?after=${String((await get('/api/reviews/changes')).json().next)}`;
  const { collection } = Published.parse((await get('/reviews.json')).json());

  const publish = async (files: Readonly<Record<string, string>>) => {
    const ordinal = async () => (await health()).release?.ordinal ?? 0;
    const before = await ordinal();
    save(files);
    await waitUntil('the next release', async () => (await ordinal()) > before);
  };
  const assertIdAlone = async () => {
    assert.deepEqual(await findSecrets(url, [followed]), []);
    for (const path of OWN_PATHS) assert.equal(await status(path), 410, path);
    const { detail } = (await get(`/reviews/${SECRET_ID}.json`)).json();
    assert.equal(detail, 'This review was taken down; delete copies of it.');
    const page = (await get(OWN_PAGE, 'text/html')).text;
    assert.match(page, /This review was taken down/);
    assert.doesNotMatch(page, /class="definitions"/);
    const { changes } = (await get(followed)).json();
    assert.deepEqual(changes, [{ kind: 'removed', id: SECRET_ID }]);
    assert.deepEqual(Since.parse((await get('/api/reviews/since/2026-01-01')).json()).removed, []);
    assert.deepEqual(Published.parse((await get('/reviews.json')).json()).collection, {
      ...collection,
      reviewsPublished: collection.reviewsPublished - 1,
      reviewsRemoved: 1,
    });
    assert.equal((await health()).lastError?.code, 'CONTENT_INVALID');
  };

  for (const [what, text] of TOMBSTONES) {
    await t.test(`where it ${what}`, async () => {
      const from = log.length;
      await publish({ 'removed.yaml': text });
      const [told = ''] = await loggedFailure(log, 'CONTENT_INVALID', from);
      assert.match(told, /removed\.yaml:\d+:\d+ error /);
      await assertIdAlone();
      await publish(NOTHING_REMOVED);
      await recovered();
      await service.logged('the content is right again', from);
      assert.equal(await status(OWN_PAGE), 200);
    });
  }

  await publish({ 'removed.yaml': TOMBSTONES[0][1] });
  await assertIdAlone();
  await service.stop();
  await t.test('and is listed once it is finished, whatever is wrong elsewhere', async () => {
    const again = await deployment.start();
    assert.equal(await again.status(OWN_PAGE), 410);
    const removed = async () =>
      Since.parse((await again.get('/api/reviews/since/2026-01-01')).json()).removed;
    assert.deepEqual(await removed(), []);
    save({ ...TAKEN_DOWN, [BROKEN]: reviewText({ id: 'broken', rating: '9' }) });
    await waitUntil('the removal', async () => (await removed()).length > 0);
    const completed = { id: SECRET_ID, dateRemoved: '2026-11-20', reason: 'author-request' };
    assert.deepEqual(await removed(), [completed]);
    assert.equal((await again.health()).lastError?.code, 'CONTENT_INVALID');
    save({ [BROKEN]: reviewText({ id: 'broken' }) });
    await again.recovered();
    assert.deepEqual(await removed(), [completed]);
    assert.equal(await again.status(OWN_PAGE), 410);
  });
});
