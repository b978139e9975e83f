import assert from 'node:assert/strict';
import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createDeployment } from '../../support/deployment.ts';
import { REPOSITORY, runScript } from '../../support/run-script.ts';
import { businessOf, faqText, sampleReview } from '../../support/sample-content.ts';
import { loggedFailure } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';

const CONTENT = {
  ...businessOf(1),
  ...Object.assign(
    {},
    ...Array.from({ length: 8 }, (_, at) => sampleReview(`review-${at}`, '2026-10-02')),
  ),
};

function createSite(t: TestContext) {
  const deployment = createDeployment(t, CONTENT);
  const { contentDir, folder, stateDir, start } = deployment;
  const [reviews, aside] = [join(contentDir, 'reviews'), join(folder, 'aside')];
  return {
    ...deployment,
    empty: () => renameSync(reviews, aside),
    refill: () => renameSync(aside, reviews),
    confirm: (...args: string[]) =>
      runScript('scripts/confirm.ts', args, REPOSITORY, { STATE_DIR: stateDir }),
    open: async (settings?: Parameters<typeof start>[0]) => {
      const service = await start(settings);
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
    },
  };
}

test('a folder that is emptied by mishap is not published, until that is confirmed', {
  timeout: 120_000,
}, async (t) => {
  const { open, empty, refill, save, confirm, contentDir } = createSite(t);
  const first = await open();
  assert.equal(await first.reviewsShown(), 8);
  const unasked = confirm();
  assert.deepEqual([unasked.status, unasked.stdout], [1, '']);
  assert.match(unasked.stderr, /nothing is held back in .*state/);

  // Within a second nothing is noticed.
  for (let round = 0; round < 3; round++) {
    empty();
    refill();
    assert.equal(await first.reviewsShown(), 8);
  }
  save(sampleReview('review-8', '2026-10-02'));
  await first.shown(9);
  await first.recovered();

  empty();
  const fault = await first.held();
  assert.deepEqual([fault.kind, fault.nextTry], ['content', null]);
  assert.match(fault.message, /9 published reviews vanished; npm run confirm/);
  const [line] = await loggedFailure(first.log, 'CONTENT_VANISHED', 0);
  assert.match(line ?? '', /^9 of 9 published reviews would vanish .*npm run confirm$/);
  refill();
  await first.recovered();
  empty();
  await first.held();

  // Tombstones take effect on what is held, by a command as well, though the file is gone.
  save({ 'removed.yaml': '- { id: review-0, dateRemoved: 2026-11-20, reason: spam }\n' });
  await first.shown(8);
  const removed = runScript('scripts/content/main.ts', [
    'remove',
    'review-1',
    '--reason',
    'spam',
    '--force',
    '--content',
    contentDir,
  ]);
  assert.equal(removed.status, 0, removed.stderr);
  await first.shown(7);
  assert.deepEqual(
    await Promise.all([0, 1, 2].map((at) => first.status(`/reviews/review-${at}/`))),
    [410, 410, 200],
  );
  refill();
  await first.recovered();
  assert.equal(await first.stop(), 0);

  // While nothing runs it is no other, and a confirmation counts as well.
  empty();
  const held = await open({ env: { WATCH: 'off' } });
  await held.held();
  assert.equal(await held.reviewsShown(), 7);
  assert.equal(await held.stop(), 0);
  const would = confirm('--dry-run', '--json');
  assert.deepEqual(JSON.parse(would.stdout).vanished.length, 7);
  const confirmed = confirm();
  assert.deepEqual([confirmed.status, confirmed.stderr], [0, '']);
  assert.match(confirmed.stdout, /^7 of 7 published reviews are confirmed to be gone/);
  const last = await open();
  await last.shown(0);
  await last.recovered();

  // It was for that release alone.
  refill();
  await last.shown(7);
  empty();
  await last.held();
  assert.equal(await last.reviewsShown(), 7);
  assert.equal(confirm().status, 0);
  await last.shown(0);
});

test('a folder is held back although answers name reviews that vanished, and while it comes back', {
  timeout: 60_000,
}, async (t) => {
  const { open, empty, refill, save, contentDir, folder } = createSite(t);
  save({ 'faq.yaml': faqText('review-3') });
  const { held, log, recovered, reviewsShown } = await open();
  empty();
  await held();
  await loggedFailure(log, 'CONTENT_VANISHED', 0);
  cpSync(join(folder, 'aside'), join(contentDir, 'reviews'), {
    recursive: true,
    filter: (file) => !/review-[0-3]/.test(file),
  });
  await waitUntil('four are missed', async () => (await held()).message.includes(': 4 published'));
  assert.equal(await reviewsShown(), 8);
  rmSync(join(contentDir, 'reviews'), { recursive: true });
  refill();
  await recovered();
  assert.ok(!log.some(({ code }) => code === 'CONTENT_INVALID'));
  const told = log.filter(({ msg }) => String(msg).includes('would vanish'));
  assert.equal(told.length, 1);
});
