import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '../../../support/run-script.ts';
import { createFolder, FIXTURES, runAt } from './run-in-folder.ts';

const TAKEOUT = join(FIXTURES, 'Takeout');
const REVIEW = {
  reviewId: 'Own1',
  reviewer: { displayName: 'Petra Vale' },
  starRating: 'FOUR',
  comment: 'Kept me informed.',
  createTime: '2026-05-01T12:00:07Z',
};

test('a dry run writes nothing, and a second import on a later day changes no byte', async (t) => {
  const folder = createFolder(t);
  const empty = folder.files();
  const { out: told } = await folder.run(TAKEOUT, '--dry-run');
  assert.match(told, /would add +4\n/);
  assert.deepEqual(folder.files(), empty);
  await folder.run(TAKEOUT, '--verified');
  const before = folder.files();
  const args = [TAKEOUT, '--verified', '--content', folder.content];
  const { out } = await runAt(new Date('2027-01-01T00:00:00Z'), args);
  assert.match(out, /added +0\n.*changed +0\n.*unchanged +4\n/);
  assert.deepEqual(folder.files(), before);
});

test('a review that left the export stays, and one that cannot be stored is skipped', async (t) => {
  const folder = createFolder(t);
  await folder.google(REVIEW);
  const large = { ...REVIEW, reviewId: 'A', comment: 'x'.repeat(64 * 1024 + 1) };
  const long = { ...REVIEW, reviewId: 'x'.repeat(600), comment: 'Other.' };
  const other = { ...REVIEW, reviewId: 'B', reviewer: { displayName: 'Olaf Tarn' } };
  const { code, out } = await folder.google([large, long, other]);
  assert.equal(code, 0);
  assert.match(out, /review 1: its text has 65 KiB and may have at most 64 KiB/);
  assert.match(out, /review 2: source\.id must be at most 500 characters/);
  assert.match(out, /not in the export; they stay:\n {2}reviews\/2026\/05\//);
});

test('a failure to write stops with one sentence and leaves no half file', async (t) => {
  const folder = createFolder(t);
  folder.write('content/reviews/2026', 'a file where a folder should be');
  const { code, errors } = await folder.google(REVIEW);
  assert.equal(code, 1);
  assert.match(errors, /could not be written/);
  const files = [...folder.files().keys()].filter((file) => !file.startsWith('.import/'));
  assert.deepEqual(files, ['business.yaml', 'reviews/2026']);
});

test('a folder without a business is refused with the command that makes one', async (t) => {
  const folder = createFolder(t, null);
  const { code, errors } = await folder.google(REVIEW);
  assert.equal(code, 1);
  assert.match(errors, /has no business\.yaml.*; run npm run init -- /);
});

test('content with an error is refused by its place', async (t) => {
  const folder = createFolder(t);
  folder.write('content/business.yaml', 'id: x\n');
  const { code, errors } = await folder.google(REVIEW);
  assert.equal(code, 1);
  assert.match(errors, /business\.yaml:1:1 error name: is missing/);
});

test('of two copies of a review in one export the newer one counts', async (t) => {
  const folder = createFolder(t);
  const anonymous = { ...REVIEW, reviewer: undefined };
  const review = { ...anonymous, comment: 'Edited.', updateTime: '2026-05-03T12:00:00Z' };
  const old = { ...review, comment: 'First.', updateTime: review.createTime };
  const { out } = await folder.google([old, review, old]);
  assert.deepEqual(folder.reviewBy('Own1').verification, { status: 'pending' });
  assert.match(out, /pending.*\n.*\n +npm run verify -- --source Google --content \S+$/m);
  assert.equal(folder.reviewBy('Own1').reviewBody, 'Edited.');
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

test('nothing is imported among reviews of the demo, and the remedy is said', async (t) => {
  const folder = createFolder(t, null);
  cpSync(join(REPOSITORY, 'content'), folder.content, { recursive: true });
  const before = folder.files();
  const { code, errors } = await folder.google(REVIEW);
  assert.equal(code, 1);
  assert.match(errors, /contains 163 reviews of the demo/);
  assert.match(errors, /pass --content my-content, or set CONTENT_DIR=my-content in \.env/);
  assert.deepEqual(folder.files(), before);
  const reviews = join(folder.content, 'reviews');
  rmSync(reviews, { recursive: true });
  assert.equal((await folder.google(REVIEW)).code, 0);
});
