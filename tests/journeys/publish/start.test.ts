import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { STAGES } from '../../support/call-faults.ts';
import { BUSINESS, reviewText } from '../../support/content-files.ts';
import { createDeployment } from '../../support/deployment.ts';
import { businessOf, goodContent, sampleReview } from '../../support/sample-content.ts';
import { loggedReleases, runService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';

const READY = { status: 'ready', pages: 'ready' };
const [FILE_3 = ''] = Object.keys(sampleReview('review-3', '2026-10-01'));
const takeDown = (...ids: readonly string[]) => ({
  'removed.yaml': ids
    .map((id) => `- { id: ${id}, dateRemoved: 2026-11-20, reason: spam }\n`)
    .join(''),
});

test('a service from its first start on: what is published is there at each start, and then what is new', {
  timeout: 120_000,
}, async (t) => {
  const deployment = createDeployment(t, goodContent(1));
  const { faults, start, startHeld, save, contentDir, stateDir } = deployment;
  const first = await startHeld({ until: 'listening' });
  const ready = await first.get('/readyz');
  assert.deepEqual([ready.status, ready.json()], [503, { status: 'starting' }]);
  assert.match((await first.get('/', 'text/html')).text, /<meta http-equiv="refresh"/);
  faults.clear();
  await first.logged('serving');
  assert.deepEqual((await first.get('/readyz')).json(), READY);

  // A second service refuses to start, and has not listened.
  const second = await runService(t, { content: contentDir, env: { STATE_DIR: stateDir } });
  assert.deepEqual([second.code, second.log], [1, []]);
  assert.equal(
    second.stderr,
    `STATE_DIR ${stateDir} is in use by another process; end that process, or set STATE_DIR to a folder of its own.\n`,
  );

  faults.holdAt(STAGES.rendered);
  save(businessOf(2));
  await waitUntil('the rebuild', async () => (await first.health()).isRebuilding);
  for (const edition of [3, 4, 5]) {
    save({ ...businessOf(edition), ...sampleReview(`late-${edition}`, `2026-10-0${edition}`) });
  }
  assert.ok(await first.shows(1));
  faults.clear();
  await first.published(5);
  const data = await first.get('/reviews.json');
  for (const edition of [3, 4, 5]) assert.ok(data.text.includes(`"late-${edition}"`));
  const page = await first.get('/reviews/late-5/');
  // The first, the one that was held, and one for all the rest.
  assert.equal(loggedReleases(first.log).length, 3);
  const before = await first.health();
  assert.equal(await first.stop(), 0);

  const again = await start();
  const { release, lastError } = await again.health();
  assert.deepEqual([release?.ordinal, release?.reviews], [before.release?.ordinal, 6]);
  assert.equal(lastError, null);
  assert.equal((await again.get('/reviews.json')).headers.etag, data.headers.etag);
  assert.equal((await again.get('/reviews/late-5/')).text, page.text);
  assert.deepEqual((await again.get('/readyz')).json(), READY);
  assert.deepEqual(loggedReleases(again.log), []);
  assert.equal(await again.stop(), 0);

  save(businessOf(6));
  rmSync(join(contentDir, FILE_3));
  const last = await startHeld({ until: 'listening', env: { WATCH: 'off' } });
  await waitUntil('pages of what was published', () => last.shows(5, '/'));
  assert.ok(await last.shows(5));
  // It ends no process, however early it comes.
  last.process.kill('SIGHUP');
  faults.clear();
  await last.published(6);
  const vanished = await last.get('/reviews/review-3/');
  const { 'cache-control': kept } = vanished.headers;
  assert.deepEqual([vanished.status, kept], [404, 'public, max-age=60']);
  const isGone = (id: string) => async () => (await last.status(`/reviews/${id}/`)) === 410;
  // By then, the signal has been followed.
  save(takeDown('review-2'));
  await waitUntil('a takedown', isGone('review-2'));
  // A watcher would have seen the edit before the next one, and a thread that ended would run again.
  save({ ...businessOf(7), ...takeDown('review-2', 'late-5') });
  await waitUntil('one after it', isGone('late-5'));
  assert.ok(await last.shows(6), 'no edit is followed');
  const from = last.log.length;
  last.process.kill('SIGHUP');
  await last.logged('checking for changes now', from);
  await last.published(7);
  await last.recovered();
  assert.equal(await last.stop(), 0);
});

test('wrong content and nothing to serve: every problem is named, and the exit code is 1', async (t) => {
  const content = {
    'business.yaml': BUSINESS,
    'reviews/2026/10/a.md': reviewText({ rating: '7' }),
    'removed.yaml': '- { id: gone-1 }\n',
  };
  const { code, stderr } = await runService(t, { content });
  assert.equal(code, 1);
  assert.match(stderr, /\/reviews\/2026\/10\/a\.md:5:\d+ error .*rating/);
  assert.match(stderr, /\/removed\.yaml:1:\d+ error /);
  assert.doesNotMatch(stderr, /^\s+at |node:internal|\.ts:\d/m, 'no stack trace');
});
