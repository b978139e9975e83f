import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARCHIVE_PART, archivePartsOf } from '#search/archive.ts';
import { dateAt } from '#search/corpus/corpus.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';

/** A month whose reviews fill two pages of the archive and begin a third. */
const MANY = 2 * ARCHIVE_PART + 1;
const many = Array.from({ length: MANY }, (_, index) =>
  sampleReview(`many-${index}`, index % 2 ? '2023-07-31' : '2023-07-01'),
);
const { release: large } = await makeRelease(Object.assign({}, SAMPLE_CONTENT, ...many));

test('each review is on one page of the archive, of which a long month has several', () => {
  const parts = archivePartsOf(large.corpus);
  assert.equal(archivePartsOf(large.corpus), parts);
  assert.deepEqual(
    parts.map(({ path, month, part, parts }) => [path, month, part, parts]),
    [
      ['/archive/2026/10/', '2026-10', 1, 1],
      ['/archive/2026/06/', '2026-06', 1, 1],
      ['/archive/2025/05/', '2025-05', 1, 1],
      ['/archive/2024/02/', '2024-02', 1, 1],
      ['/archive/2023/07/', '2023-07', 1, 3],
      ['/archive/2023/07/2/', '2023-07', 2, 3],
      ['/archive/2023/07/3/', '2023-07', 3, 3],
    ],
  );
  let position = 0;
  for (const { month, from, to } of parts) {
    assert.equal(from, position);
    for (const at of [from, to - 1]) assert.equal(dateAt(large.corpus, at).slice(0, 7), month);
    assert.ok(to > from && to - from <= ARCHIVE_PART);
    position = to;
  }
  assert.equal(position, large.corpus.count);
});
