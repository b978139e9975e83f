import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FORMATS } from '#formats/formats.ts';
import { FORMATS_FOLDER } from '../../../sidecar/formats/formats.ts';
import {
  isTakenDown,
  OWN_PAGE,
  SECRET_CONTENT,
  SECRET_FILE,
  SECRETS,
  TAKEN_DOWN,
} from '../../journeys/publish/secret-review.ts';
import { ask } from '../../support/ask.ts';
import { atLength } from '../../support/at-length.ts';
import type { Files } from '../../support/content-files.ts';
import { createDeployment } from '../../support/deployment.ts';
import { findWords, wordsBelow } from '../../support/find-words.ts';
import { sampleReview } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';

const WORDS = [...SECRETS, OWN_PAGE];
const MANY = atLength(9_000, 600);
const DAY_MS = 86_400_000;

/** The secret review among thousands of others. */
function manyReviews(): Files {
  const others = Array.from({ length: MANY - Object.keys(SECRET_CONTENT).length }, (_, index) => {
    const time = Date.parse('2026-09-30') - (index % 2_000) * DAY_MS;
    const date = new Date(time).toISOString().slice(0, 10);
    return sampleReview(`other-${index}`, date, {}, `Number ${index}: they kept me informed.`);
  });
  return Object.assign({ ...SECRET_CONTENT }, ...others);
}

test('after a takedown no byte below STATE_DIR is of the review, neither while the service runs nor after a restart', {
  timeout: 120_000,
}, async (t) => {
  const { contentDir, stateDir, save, start } = createDeployment(t, manyReviews());
  const { url, stop } = await start();
  assert.equal((await ask(url, OWN_PAGE)).status, 200);
  // Each coding of a format is a file of its own.
  const paths = FORMATS.map(({ path }) => path);
  const askAll = () =>
    Promise.all(
      paths.flatMap((path) =>
        ['identity', 'zstd', 'br', 'gzip'].map((coding) =>
          ask(url, path, { headers: { 'Accept-Encoding': coding } }),
        ),
      ),
    );
  await askAll();
  const kept = join(stateDir, FORMATS_FOLDER);
  assert.deepEqual(wordsBelow(kept, SECRETS), [...SECRETS]);
  assert.deepEqual(wordsBelow(stateDir, WORDS), WORDS);

  // Made again, and taken down while they are made.
  save(sampleReview('late', '2026-10-01'));
  await waitUntil('an edit', async () => (await ask(url, '/reviews/late/')).status === 200);
  const asked = askAll();
  save(TAKEN_DOWN);
  rmSync(join(contentDir, SECRET_FILE));
  await waitUntil('the takedown', () => isTakenDown(url));
  await waitUntil('it is erased', () => wordsBelow(stateDir, WORDS).length === 0, 30_000);
  assert.deepEqual(await findWords(url, paths, SECRETS), []);
  for (const { status } of await asked) assert.equal(status, 200);
  assert.deepEqual(await findWords(url, paths, SECRETS), []);
  await waitUntil('no format brings it back', () => wordsBelow(stateDir, WORDS).length === 0);
  assert.equal(await stop(), 0);
  assert.deepEqual(wordsBelow(stateDir, WORDS), []);
  const again = await start();
  assert.ok(await isTakenDown(again.url));
  assert.deepEqual(wordsBelow(stateDir, WORDS), []);
});
