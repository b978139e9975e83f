import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '../../../support/run-script.ts';
import { createFolder } from './run-in-folder.ts';

const REVIEW = { starRating: 'FIVE', createTime: '2026-05-01T12:00:00Z', reviewId: 'Own1' };

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
