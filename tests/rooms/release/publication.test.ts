import assert from 'node:assert/strict';
import { readFileSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { vocabularyOf } from '#dataset/annotate.ts';
import { loadContent } from '#dataset/check/check-content.ts';
import { ContentError } from '#dataset/content-problem.ts';
import { createDataset } from '#dataset/dataset.ts';
import { readContent } from '#dataset/read/read-content.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import {
  loadPublication,
  type ReleaseBefore,
  readAnalysed,
  releaseInFolder,
} from '#release/publication.ts';
import { releaseKeyOf } from '#release/release-key.ts';
import { BUSINESS, reviewText } from '../../support/content-files.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
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
});

test('what the release before says of the same texts is taken over', (t) => {
  const folder = createContentFolder(t, FILES);
  const { dataset, key } = loadPublication(folder, BASE_URL);
  const sentiment = { label: 'mixed', score: 0.123 } as const;
  const reviews = new Map(
    dataset.reviews.map((review) => [review.id, { ...review, sentiment }] as const),
  );
  const vocabulary = vocabularyOf(dataset);
  const before = {
    key,
    readAnalyses: () => ({ vocabulary, review: (id: string) => reviews.get(id) }),
  };
  saveFiles(folder, { 'reviews/b.md': reviewText({ id: 'review-2' }, 'Never again!') });
  const [kept, edited] = loadPublication(folder, BASE_URL, before).dataset.reviews;
  assert.deepEqual(kept?.sentiment, sentiment);
  assert.notDeepEqual(edited?.sentiment, sentiment);
});

test('the same files give the same publication, wherever and whenever they were written', (t) => {
  const one = createContentFolder(t, FILES);
  const other = createContentFolder(t, Object.fromEntries(Object.entries(FILES).toReversed()));
  utimesSync(join(other, 'business.yaml'), 1, 1);
  assert.deepEqual(loadPublication(other, BASE_URL), loadPublication(one, BASE_URL));
});

test('wrong content is an error with every problem of every file', (t) => {
  const outside = createContentFolder(t, { 'a.md': reviewText() });
  const folder = createContentFolder(t, {
    ...FILES,
    'reviews/c.md': reviewText({ id: 'review-3', rating: '7' }),
    'faq.yaml': '- [',
  });
  symlinkSync(join(outside, 'a.md'), join(folder, 'reviews/d.md'));
  assert.throws(
    () => loadPublication(folder, BASE_URL),
    (error) => {
      assert.ok(error instanceof ContentError);
      const files = new Set(
        error.problems.filter(({ severity }) => severity === 'error').map(({ file }) => file),
      );
      assert.deepEqual([...files], ['faq.yaml', 'reviews/c.md', 'reviews/d.md']);
      return true;
    },
  );
});

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
