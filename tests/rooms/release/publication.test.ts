import assert from 'node:assert/strict';
import { readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { vocabularyOf } from '#dataset/annotate.ts';
import { loadContent } from '#dataset/check/check-content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { readContent } from '#dataset/read/read-content.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { loadPublication, readAnalysed, releaseInFolder } from '#release/publication.ts';
import { releaseKeyOf } from '#release/release-key.ts';
import { BUSINESS, reviewText } from '../../support/content-files.ts';
import { createContentFolder, createFolder, saveFiles } from '../../support/content-folder.ts';
import { makeRelease, writeRelease } from '../../support/release.ts';

const BASE_URL = 'https://reviews.example';
const FILES = {
  'business.yaml': BUSINESS,
  'reviews/a.md': reviewText({ id: 'review-1' }, 'Write to a@b.example.'),
  'reviews/b.md': reviewText({ id: 'review-2' }),
};

test('a publication is the dataset of a folder, its key, and what editors should look at', (t) => {
  const folder = createContentFolder(t, FILES);
  const { dataset, key, warnings } = loadPublication(folder, BASE_URL);
  const { content } = loadContent(folder);
  assert.deepEqual(dataset, createDataset(content, BASE_URL, createAnnotator()));
  assert.deepEqual(key, releaseKeyOf(readContent(folder).files, BASE_URL));
  assert.deepEqual(
    warnings.map(({ file, severity }) => [file, severity]),
    [['reviews/a.md', 'warning']],
  );
  // Wherever and whenever the files were written.
  const other = createContentFolder(t, Object.fromEntries(Object.entries(FILES).toReversed()));
  utimesSync(join(other, 'business.yaml'), 1, 1);
  assert.deepEqual(loadPublication(other, BASE_URL), { dataset, key, warnings });
});

test('analyses of unchanged texts are taken from the release before', (t) => {
  const folder = createContentFolder(t, FILES);
  const { dataset, key } = loadPublication(folder, BASE_URL);
  const sentiment = { label: 'mixed', score: 0.123 } as const;
  const reviews = new Map(dataset.reviews.map((review) => [review.id, { ...review, sentiment }]));
  const vocabulary = vocabularyOf(dataset);
  const readAnalyses = () => ({ vocabulary, review: (id: string) => reviews.get(id) });
  saveFiles(folder, { 'reviews/b.md': reviewText({ id: 'review-2' }, 'Never again!') });
  const again = loadPublication(folder, BASE_URL, { key, readAnalyses });
  const [kept, edited] = again.dataset.reviews;
  assert.deepEqual(kept?.sentiment, sentiment);
  assert.notDeepEqual(edited?.sentiment, sentiment);
});

const made = await makeRelease();
const { key } = made.manifest;

async function writeBuilt(t: TestContext): Promise<string> {
  const folder = createFolder(t);
  await writeRelease(folder, made);
  return folder;
}

test('the analyses of a release in a folder are read, whatever its content', async (t) => {
  const before = releaseInFolder(await writeBuilt(t));
  const analysed = readAnalysed(before, { ...key, content: 'another' });
  assert.deepEqual(analysed?.vocabulary, vocabularyOf(made.dataset));
  assert.ok(made.dataset.reviews.length > 0);
  for (const review of made.dataset.reviews) assert.deepEqual(analysed.review(review.id), review);
  assert.equal(analysed.review('nobody'), undefined);
});

test('the release of another program is not even read', () => {
  const readAnalyses = () => assert.fail('it is read');
  assert.equal(readAnalysed({ key, readAnalyses }, { ...key, code: 'another' }), undefined);
});

test('a release whose reviews are damaged is ignored, which is reported', async (t) => {
  for (const damage of [
    (file: string) => writeFileSync(file, `${readFileSync(file)}`.replace('kept', 'let')),
    (file: string) => truncateSync(file, 2000),
  ]) {
    const folder = await writeBuilt(t);
    damage(join(folder, 'client/reviews.json'));
    const told: unknown[] = [];
    const analysed = readAnalysed(releaseInFolder(folder), key, (error) => told.push(error));
    assert.equal(analysed, undefined);
    assert.match(String(told), /is damaged: reviews\.json is not what was built/);
  }
});
