import assert from 'node:assert/strict';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { vocabularyOf } from '#dataset/annotate.ts';
import { type ReleaseBefore, readAnalysed, releaseInFolder } from '#release/publication.ts';
import { createFolder } from '../../support/content-folder.ts';
import { makeRelease, writeRelease } from '../../support/release.ts';

const MADE = makeRelease();

async function writeBuilt(t: TestContext) {
  const folder = createFolder(t);
  const made = await MADE;
  await writeRelease(folder, made);
  const { key } = made.manifest;
  return { folder, key, dataset: made.dataset, reviewsJson: join(folder, 'client/reviews.json') };
}

test('a release in a folder tells what its reviews were found to say', async (t) => {
  const { folder, key, dataset } = await writeBuilt(t);
  const analysed = readAnalysed(releaseInFolder(folder), { ...key, content: 'another' });
  assert.deepEqual(analysed?.vocabulary, vocabularyOf(dataset));
  assert.ok(dataset.reviews.length > 0);
  for (const review of dataset.reviews) assert.deepEqual(analysed.review(review.id), review);
  assert.equal(analysed.review('nobody'), undefined);
});

test('a folder without a release is none', (t) => {
  assert.equal(releaseInFolder(createFolder(t)), undefined);
  const key = { content: '', baseUrl: '', code: '' };
  assert.equal(readAnalysed(undefined, key), undefined);
});

test('the release of another program is not even read', async () => {
  const { key } = (await MADE).manifest;
  const before: ReleaseBefore = { key, readAnalyses: () => assert.fail('it is read') };
  assert.equal(readAnalysed(before, { ...key, code: 'another' }), undefined);
});

for (const [what, damage] of [
  [
    'changed',
    (file: string) => writeFileSync(file, `${readFileSync(file)}`.replace('kept', 'let')),
  ],
  ['cut off', (file: string) => truncateSync(file, 2000)],
] as const) {
  test(`a release whose reviews are ${what} is none, and somebody is told`, async (t) => {
    const { folder, key, reviewsJson } = await writeBuilt(t);
    damage(reviewsJson);
    const told: unknown[] = [];
    assert.equal(
      readAnalysed(releaseInFolder(folder), key, (error) => told.push(error)),
      undefined,
    );
    assert.match(String(told), /is damaged: reviews\.json is not what was built/);
  });
}
