import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadContent } from '#dataset/load-content.ts';
import { listPublished } from '../../../../../scripts/lab/bench/bench-content.ts';
import {
  createEditor,
  replaceBody,
  saveEdit,
} from '../../../../../scripts/lab/bench/publish/review-edits.ts';
import { createContentFolder } from '../../../../support/content-folder.ts';

const REVIEWS = 20;
const FILES = Object.fromEntries([...listPublished(REVIEWS)].map(({ path, text }) => [path, text]));

test('the body of a review is replaced, and its front matter is not', () => {
  assert.equal(replaceBody('---\nid: a\n---\nold\n---\ntext\n', 'new'), '---\nid: a\n---\nnew\n');
  assert.equal(replaceBody('---\nid: a\n---\n', 'new'), '---\nid: a\n---\nnew\n');
  assert.throws(() => replaceBody('no front matter', 'new'), /no front matter/);
});

test('every edit is of another review, has another length, and takes the other way', (t) => {
  const nextEdit = createEditor(join(createContentFolder(t, FILES), 'reviews'));
  const edits = Array.from({ length: REVIEWS }, nextEdit);
  for (const values of [
    edits.map(({ file }) => file),
    edits.map(({ marker }) => marker),
    edits.map(({ text }) => String(text.slice(text.indexOf('Edit')).length)),
  ]) {
    assert.equal(new Set(values).size, REVIEWS);
  }
  const ways = edits.slice(0, 3).map(({ way }) => way);
  assert.deepEqual(ways, ['by rename', 'in place', 'by rename']);
});

test('a saved edit leaves good content, and no other file', (t) => {
  const folder = createContentFolder(t, FILES);
  const list = () => readdirSync(folder, { recursive: true }).sort();
  const before = list();
  const nextEdit = createEditor(join(folder, 'reviews'));
  const edits = [nextEdit(), nextEdit()];
  for (const edit of edits) saveEdit(edit);
  assert.deepEqual(list(), before);
  const { reviews } = loadContent(folder).content;
  for (const { reviewId, marker } of edits) {
    const review = reviews.find(({ id }) => id === reviewId);
    assert.ok(review?.reviewBody.startsWith(marker));
  }
});
