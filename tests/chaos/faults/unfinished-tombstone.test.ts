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
import { waitUntil } from '../../support/wait-until.ts';

const NOTHING_REMOVED = { 'removed.yaml': '' };
const BROKEN = 'reviews/2026/10/broken.md';

const TOMBSTONES = [
  ['is followed by what is no YAML', `${TOMBSTONE.replace('reason', 'why')}- {\n`],
  ['says no reason that there is', TOMBSTONE.replace('author-request', 'no-reason')],
  ['says its id alone', `- id: ${SECRET_ID}\n`],
] as const;

const Published = z.object({ collection: Collection });
const Since = z.object({ removed: z.array(RemovedReview) });

test('a review whose tombstone is not finished is taken down, and listed once it is finished', {
  timeout: 120_000,
}, async (t) => {
  const { save, start } = createDeployment(t, SECRET_CONTENT);
  let service = await start();
  const get = (path: string, accept?: string) => service.get(path, accept);
  const collection = async () => Published.parse((await get('/reviews.json')).json()).collection;
  const removed = async () =>
    Since.parse((await get('/api/reviews/since/2026-01-01')).json()).removed;
  const isGone = async () => (await service.status(OWN_PAGE)) === 410;
  const followed = `/api/reviews/changes?after=${String((await get('/api/reviews/changes')).json().next)}`;
  const { reviewsPublished } = await collection();

  for (const [what, text] of TOMBSTONES) {
    await t.test(`where it ${what}`, async () => {
      save(NOTHING_REMOVED);
      await waitUntil('it is back', async () => (await service.status(OWN_PAGE)) === 200);
      await service.recovered();
      const from = service.log.length;
      save({ 'removed.yaml': text });
      await service.logged('/removed.yaml:', from);
      await waitUntil('the takedown', isGone);
      assert.deepEqual(await findSecrets(service.url, [followed]), []);
      for (const path of OWN_PATHS) assert.equal(await service.status(path), 410, path);
      const { detail } = (await get(`/reviews/${SECRET_ID}.json`)).json();
      assert.equal(detail, 'This review was taken down; delete copies of it.');
      const page = (await get(OWN_PAGE, 'text/html')).text;
      assert.match(page, /This review was taken down/);
      assert.doesNotMatch(page, /class="definitions"/);
      assert.deepEqual((await get(followed)).json().changes, [{ kind: 'removed', id: SECRET_ID }]);
      assert.deepEqual(await removed(), []);
      const { reviewsPublished: left, reviewsRemoved } = await collection();
      assert.deepEqual([left, reviewsRemoved], [reviewsPublished - 1, 1]);
      assert.equal((await service.health()).lastError?.code, 'CONTENT_INVALID');
    });
  }

  await service.stop();
  service = await start();
  assert.ok(await isGone());
  assert.deepEqual(await removed(), []);
  // Whatever is wrong elsewhere.
  save({ ...TAKEN_DOWN, [BROKEN]: reviewText({ id: 'broken', rating: '9' }) });
  await waitUntil('the removal', async () => (await removed()).length > 0);
  const completed = { id: SECRET_ID, dateRemoved: '2026-11-20', reason: 'author-request' };
  assert.deepEqual(await removed(), [completed]);
  assert.equal((await service.health()).lastError?.code, 'CONTENT_INVALID');
  save({ [BROKEN]: reviewText({ id: 'broken' }) });
  await service.recovered();
  assert.deepEqual(await removed(), [completed]);
  assert.ok(await isGone());
});
