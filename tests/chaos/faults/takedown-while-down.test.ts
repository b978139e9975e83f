import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import {
  assertTakenDown,
  isTakenDown,
  OWN_PAGE,
  SECRET_CONTENT,
  SECRETS,
  SHOWING,
  TAKEN_DOWN,
} from '../../journeys/publish/secret-review.ts';
import { storeRelease } from '../../rooms/release/stored-release.ts';
import { ask } from '../../support/ask.ts';
import { type Files, reviewText } from '../../support/content-files.ts';
import { createDeployment } from '../../support/deployment.ts';
import { atEnd } from '../../support/lifetime.ts';
import { makeRelease, writeRelease } from '../../support/release.ts';
import { freePort } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';

const BROKEN_FILE = 'reviews/2026/10/broken.md';
const BROKEN = { [BROKEN_FILE]: reviewText({ id: 'broken', rating: '9' }) };
const REVIEWS = Object.keys(SECRET_CONTENT).length - 2;
const MADE = await makeRelease(SECRET_CONTENT);

/**
 * Asks for some targets in turn from before it listens, and once more after the signal. Returns the
 * answers that contain the words.
 */
async function askFromTheStart(url: string, targets: readonly string[], signal: AbortSignal) {
  const found: string[] = [];
  const statuses = new Set<number>();
  for (let isLast = false; !isLast; ) {
    isLast = signal.aborted;
    for (const target of targets) {
      // It is to start meanwhile, on the same processors.
      await elapse(5);
      const answer = await ask(url, target).catch(() => undefined);
      if (!answer) continue;
      statuses.add(answer.status);
      for (const word of SECRETS) if (answer.text.includes(word)) found.push(`${word} ${target}`);
    }
  }
  return { found, statuses };
}

const TARGETS = [
  '/reviews.json',
  '/feed.xml',
  '/openapi.json',
  OWN_PAGE,
  ...SHOWING,
  '/api/reviews/since/2026-10-10',
];

type Deployment = ReturnType<typeof createDeployment>;

const leaveStored = ({ stateDir }: Deployment) => storeRelease(stateDir, MADE);

async function leaveBuilt({ outDir }: Deployment): Promise<void> {
  mkdirSync(outDir);
  await writeRelease(outDir, MADE);
}

/** Starts a service and asks it all the while, until it serves a number of reviews. */
async function startAfter(
  t: Parameters<typeof createDeployment>[0],
  deployment: Deployment,
  reviews: number,
) {
  const PORT = String(await freePort());
  const ended = new AbortController();
  atEnd(t, () => ended.abort());
  const asking = [TARGETS, TARGETS.toReversed()].map((targets) =>
    askFromTheStart(`http://127.0.0.1:${PORT}`, targets, ended.signal),
  );
  const service = await deployment.start({ env: { PORT } });
  const { health } = service;
  await waitUntil('a release', async () => (await health()).release?.reviews === reviews);
  ended.abort();
  const asked = await Promise.all(asking);
  for (const { statuses } of asked) assert.ok(statuses.has(200));
  return { ...service, found: asked.flatMap(({ found }) => found) };
}

for (const [what, leave, wrong] of [
  ['that the service had stored, while another file is wrong', leaveStored, BROKEN],
  ['that npm run build has left', leaveBuilt, {}],
] as const) {
  test(`of a release ${what}, no answer holds a review that was taken down before the start`, {
    timeout: 60_000,
  }, async (t) => {
    const edit: Files = { ...TAKEN_DOWN, ...wrong };
    const deployment = createDeployment(t, { ...SECRET_CONTENT, ...edit });
    await leave(deployment);
    const { url, found, health } = await startAfter(t, deployment, REVIEWS - 1);
    assert.deepEqual(found, []);
    assert.ok(await isTakenDown(url));
    await assertTakenDown(url);
    if (edit[BROKEN_FILE] === undefined) return;
    const isRefused = async () => (await health()).lastError?.code === 'CONTENT_INVALID';
    await waitUntil('the error', isRefused);
    // Once corrected, the rest follows.
    deployment.save({ [BROKEN_FILE]: reviewText({ id: 'broken', rating: '5' }) });
    const isCorrected = async () => (await health()).release?.reviews === REVIEWS;
    await waitUntil('the new review', isCorrected);
    await assertTakenDown(url);
  });
}

test('answers hold a review that was not taken down', async (t) => {
  const deployment = createDeployment(t, SECRET_CONTENT);
  leaveStored(deployment);
  const { found } = await startAfter(t, deployment, REVIEWS);
  assert.ok(found.length > 0);
});
