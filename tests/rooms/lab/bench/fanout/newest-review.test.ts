import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { NewestReview, newestIn } from '../../../../../scripts/lab/bench/fanout/newest-review.ts';
import { createFolder } from '../../../../support/content-folder.ts';

const FEED = JSON.stringify({
  items: [
    { id: 'https://reviews.example/reviews/b-2/' },
    { id: 'https://reviews.example/reviews/a-1/' },
  ],
});
const review = (id: string) => `---\nid: ${id}\nrating: 5\n---\nThe text.\n`;

test('the newest review is the first of the feed', () => {
  assert.equal(newestIn(FEED), 'b-2');
  assert.throws(() => newestIn('{"items":[]}'));
  assert.throws(() => newestIn('{"items":[{"id":"https://reviews.example/"}]}'), /names no review/);
});

test('each edit makes it longer, and in the end it is as before', (t) => {
  const folder = createFolder(t);
  mkdirSync(join(folder, '2024'));
  const file = join(folder, '2024', 'two.md');
  writeFileSync(join(folder, 'one.md'), review('a-1'));
  writeFileSync(file, review('b-2'));
  const read = () => readFileSync(file, 'utf8');
  {
    using newest = new NewestReview(folder, FEED);
    newest.edit();
    const first = read();
    newest.edit();
    assert.match(first, /^---\nid: b-2\nrating: 5\n---\nThey /);
    assert.ok(read().length > first.length);
  }
  assert.equal(read(), review('b-2'));
  assert.equal(readFileSync(join(folder, 'one.md'), 'utf8'), review('a-1'));
});
