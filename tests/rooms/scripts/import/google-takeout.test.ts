import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFolder, FIXTURES } from './run-in-folder.ts';

const ONE = { reviewId: 'One1', starRating: 'FIVE', createTime: '2026-05-01T12:00:00Z' };

test('of two copies of a review in one export the newer one counts', async (t) => {
  const folder = createFolder(t);
  const review = { ...ONE, comment: 'Edited.', updateTime: '2026-05-03T12:00:00Z' };
  const old = { ...review, comment: 'First.', updateTime: review.createTime };
  const { out } = await folder.google([old, review, old]);
  assert.deepEqual(folder.reviewBy('One1').verification, { status: 'pending' });
  assert.match(out, /pending.*\n.*\n +npm run verify -- --source Google --content \S+$/m);
  assert.equal(folder.reviewBy('One1').reviewBody, 'Edited.');
  assert.match(out, /review 3: has the same id as reviews\.json, review 2/);
});

test("the reviewer's side of a Takeout is refused, and passed over where the owner's side is there", async (t) => {
  const folder = createFolder(t);
  const refused = await folder.run(join(FIXTURES, 'reviewer-side'));
  assert.equal(refused.code, 1);
  assert.match(refused.errors, /other parts have only reviews that you wrote/);
  assert.equal(folder.files().size, 1);
  for (const name of ['Takeout', 'reviewer-side']) {
    cpSync(join(FIXTURES, name), join(folder.root, 'both', name), { recursive: true });
  }
  const { code } = await folder.run(join(folder.root, 'both'));
  assert.equal(code, 0);
  assert.equal(folder.load().reviews.length, 4);
});
