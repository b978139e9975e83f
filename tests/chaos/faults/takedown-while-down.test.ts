import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import {
  assertTakenDown,
  OWN_PAGE,
  SECRET_CONTENT,
  SECRETS,
  SHOWING,
  TAKEN_DOWN,
} from '../../journeys/publish/secret-review.ts';
import { ask } from '../../support/ask.ts';
import { atLength } from '../../support/at-length.ts';
import { type Call, STAGES } from '../../support/call-faults.ts';
import { reviewText } from '../../support/content-files.ts';
import { createDeployment } from '../../support/deployment.ts';
import { wordsBelow } from '../../support/find-words.ts';
import { atEnd } from '../../support/lifetime.ts';
import { makeRelease, storeRelease } from '../../support/release.ts';
import { freePort } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';

const BROKEN_FILE = 'reviews/2026/10/broken.md';
const BROKEN = { [BROKEN_FILE]: reviewText({ id: 'broken', rating: '9' }) };
const REVIEWS = Object.keys(SECRET_CONTENT).length - 2;
const MADE = await makeRelease(SECRET_CONTENT);

type Deployment = ReturnType<typeof createDeployment>;

const TARGETS = [
  ...['/reviews.json', '/feed.xml', '/openapi.json', OWN_PAGE, ...SHOWING],
  '/api/reviews/since/2026-10-10',
];

/** Asks from before it listens until the signal, and once more. Returns the answers with the words. */
async function askFromTheStart(url: string, signal: AbortSignal) {
  const found: string[] = [];
  let answers = 0;
  for (let isLast = false; !isLast; ) {
    isLast = signal.aborted;
    for (const target of TARGETS) {
      // It is to start meanwhile, on the same processors.
      await elapse(5);
      const { status, text } = await ask(url, target).catch(() => ({ status: 0, text: '' }));
      if (status === 200) answers++;
      for (const word of SECRETS) if (text.includes(word)) found.push(`${word} ${target}`);
    }
  }
  assert.ok(answers > 0);
  return found;
}

/** Starts a service and asks it all the while, until it serves a number of reviews. */
async function startAfter(t: TestContext, { startHeld, faults }: Deployment, reviews: number) {
  const PORT = String(await freePort());
  const ended = new AbortController();
  atEnd(t, () => ended.abort());
  const asking = askFromTheStart(`http://127.0.0.1:${PORT}`, ended.signal);
  // Nothing is published but what takes a review down.
  const service = await startHeld({ env: { PORT } });
  const count = async () => (await service.health()).release?.reviews;
  await waitUntil('a release', async () => (await count()) === reviews);
  ended.abort();
  const found = await asking;
  faults.clear();
  return { ...service, count, found };
}

test('no answer holds a review that was taken down before the start, while another file is wrong', {
  timeout: 60_000,
}, async (t) => {
  const deployment = createDeployment(t, { ...SECRET_CONTENT, ...TAKEN_DOWN, ...BROKEN });
  storeRelease(deployment.stateDir, MADE);
  const { url, found, health, count } = await startAfter(t, deployment, REVIEWS - 1);
  assert.deepEqual(found, []);
  await assertTakenDown(url);
  assert.deepEqual(wordsBelow(deployment.stateDir, SECRETS), []);
  const isRefused = async () => (await health()).lastError?.code === 'CONTENT_INVALID';
  await waitUntil('the error', isRefused);
  deployment.save({ [BROKEN_FILE]: reviewText({ id: 'broken', rating: '5' }) });
  await waitUntil('the new review', async () => (await count()) === REVIEWS);
  await assertTakenDown(url);
});

test('wherever a service is killed while it takes a review down, the next one shows and keeps no word of it', {
  timeout: 300_000,
}, async (t) => {
  const stages = Object.entries<Call>(STAGES);
  for (const [stage, call] of stages.filter((_, index) => index % atLength(1, 3) === 0)) {
    await t.test(`at the stage "${stage}"`, async (t) => {
      const deployment = createDeployment(t, SECRET_CONTENT);
      const { process, closed, url } = await deployment.start();
      assert.equal((await ask(url, OWN_PAGE)).status, 200);
      deployment.faults.killAt(call);
      deployment.save(TAKEN_DOWN);
      await closed;
      assert.equal(process.signalCode, 'SIGKILL');
      deployment.save(BROKEN);
      const next = await startAfter(t, deployment, REVIEWS - 1);
      assert.deepEqual(next.found, []);
      const isErased = () => wordsBelow(deployment.stateDir, [...SECRETS, OWN_PAGE]).length === 0;
      await waitUntil('it is erased', isErased, 30_000);
    });
  }
});
