import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkContent } from '#dataset/load-content.ts';
import { listPublished } from '../../../../scripts/lab/bench/bench-content.ts';

for (const size of [1, 250]) {
  test(`a folder for ${size} reviews has so many, and all of them are published`, () => {
    const files = [...listPublished(size)].map(({ path, text }) => ({
      path,
      bytes: Buffer.from(text),
    }));
    const { reviews } = checkContent(files).content;
    assert.equal(reviews.length, size);
    assert.ok(reviews.every(({ verification }) => verification.status === 'verified'));
  });
}
