import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '../../../support/run-script.ts';
import { createFolder } from './run-in-folder.ts';

const REVIEW = { starRating: 'FIVE', createTime: '2026-05-01T12:00:00Z', reviewId: 'Own1' };

test('nothing is imported among reviews of the demo, though broken, and the remedy is said', async (t) => {
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
  const month = join(REPOSITORY, 'content/reviews/2020/11');
  const [name = ''] = readdirSync(month);
  const review = readFileSync(join(month, name), 'utf8');
  folder.write(`content/reviews/${name}`, review.replace('rating: ', 'rating: 1'));
  assert.match((await folder.google(REVIEW)).errors, /contains 1 reviews of the demo/);
  rmSync(reviews, { recursive: true });
  assert.equal((await folder.google(REVIEW)).code, 0);
});
