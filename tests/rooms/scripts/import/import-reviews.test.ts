import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
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
