import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDeployment } from '../../support/deployment.ts';
import { REPOSITORY, runScript } from '../../support/run-script.ts';
import { businessOf, faqText, sampleReview } from '../../support/sample-content.ts';
import { loggedFailure } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';

const REVIEWS = Array.from({ length: 9 }, (_, at) => sampleReview(`review-${at}`, '2026-10-02'));
// An answer names a review that is to vanish.
const CONTENT = {
  ...businessOf(1),
  'faq.yaml': faqText('review-3'),
  ...Object.assign({}, ...REVIEWS),
};
const TOMBSTONE = '- { id: review-0, dateRemoved: 2026-11-20, reason: spam }\n';

test('a folder that is emptied by mishap is not published, until that is confirmed', {
  timeout: 120_000,
}, async (t) => {
  const { start, save, contentDir, folder, stateDir } = createDeployment(t, CONTENT);
  const [reviews, aside] = [join(contentDir, 'reviews'), join(folder, 'aside')];
  const empty = () => renameSync(reviews, aside);
  const refill = () => renameSync(aside, reviews);
  const confirm = () => runScript('scripts/confirm.ts', [], REPOSITORY, { STATE_DIR: stateDir });
  const open = async () => {
    const service = await start();
    const reviewsShown = async () => (await service.health()).release?.reviews;
    return {
      ...service,
      reviewsShown,
      shown: (count: number) =>
        waitUntil(`${count} reviews`, async () => (await reviewsShown()) === count),
      held: () =>
        waitUntil('a fault', async () => {
          const { faults } = await service.health();
          return faults.find(({ code }) => code === 'CONTENT_VANISHED');
        }),
    };
  };

  const first = await open();
  // Within a second nothing is noticed.
  empty();
  refill();
  assert.equal(await first.reviewsShown(), 9);

  empty();
  const fault = await first.held();
  assert.deepEqual([fault.kind, fault.nextTry], ['content', null]);
  assert.match(fault.message, /9 published reviews vanished; npm run confirm/);
  const [line] = await loggedFailure(first.log, 'CONTENT_VANISHED', 0);
  assert.match(line ?? '', /^9 of 9 published reviews would vanish .*npm run confirm$/);
  // Tombstones take effect on what is held.
  save({ 'removed.yaml': TOMBSTONE });
  await first.shown(8);
  assert.equal(await first.status('/reviews/review-0/'), 410);
  assert.equal(await first.status('/reviews/review-1/'), 200);
  refill();
  await first.recovered();
  assert.ok(!first.log.some(({ code }) => code === 'CONTENT_INVALID'));
  renameSync(contentDir, aside);
  await first.logged('/content does not exist; name the folder');
  assert.equal((await first.health()).lastError?.code, 'CONTENT_INVALID');
  assert.equal(await first.reviewsShown(), 8);
  renameSync(aside, contentDir);
  await first.recovered();
  assert.equal(await first.stop(), 0);

  // While nothing runs it is no other.
  empty();
  save({ 'faq.yaml': '' });
  const second = await open();
  await second.held();
  assert.equal(await second.reviewsShown(), 8);
  const confirmed = confirm();
  assert.deepEqual([confirmed.status, confirmed.stderr], [0, '']);
  assert.match(confirmed.stdout, /^8 of 8 published reviews are confirmed as removed/);
  await second.shown(0);
  await second.recovered();
});
