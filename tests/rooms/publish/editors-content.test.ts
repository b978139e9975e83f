import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vocabularyOf } from '#dataset/annotate.ts';
import { loadContent } from '#dataset/check/check-content.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import type { Analysed } from '#insights/annotation/earlier-analyses.ts';
import { EditorsContent } from '../../../sidecar/publish/editors-content.ts';
import { createContentFolder, saveFiles } from '../../support/content-folder.ts';
import { BASE_URL } from '../../support/release.ts';
import { goodContent, sampleReview } from '../../support/sample-content.ts';

const EVERYTHING = { paths: new Set<string>(), everything: true };
const MARK = { label: 'mixed', score: 0.123 } as const;

/** Says of every review what no analysis would. */
function marked(dataset: Dataset): Analysed {
  const byId = new Map(dataset.reviews.map((review) => [review.id, review]));
  return {
    vocabulary: vocabularyOf(dataset),
    review: (id) => {
      const review = byId.get(id);
      return review && { ...review, sentiment: MARK };
    },
  };
}

test('what was found before is taken over by the first dataset, and by no later one', (t) => {
  const folder = createContentFolder(t, goodContent(1));
  const before = createDataset(loadContent(folder).content, BASE_URL, createAnnotator());
  let readings = 0;
  const content = new EditorsContent(folder, BASE_URL, () => {
    readings++;
    return marked(before);
  });
  const marks = () => {
    content.refresh(EVERYTHING);
    return content.check().dataset?.reviews.map(({ sentiment }) => sentiment?.score === MARK.score);
  };

  saveFiles(folder, { 'business.yaml': 'id: [' });
  assert.equal(marks(), undefined);
  assert.equal(readings, 0);
  // The name of the business is among the words that texts are held against, and so stays.
  const edited = sampleReview('review-2', '2026-10-02', {}, 'Thanks!');
  saveFiles(folder, { ...goodContent(1), ...edited });
  assert.deepEqual(marks(), [true, false, true]);
  saveFiles(folder, sampleReview('review-4', '2026-10-04'));
  assert.deepEqual(marks(), [false, true, false, true]);
  assert.equal(readings, 1);
});

test('a correction of an editor alone changes what is published, until it is taken back', (t) => {
  const folder = createContentFolder(t, goodContent(1));
  const content = new EditorsContent(folder, BASE_URL);
  const reviewWith = (more: Readonly<Record<string, string>>) => {
    saveFiles(folder, sampleReview('review-2', '2026-10-02', more));
    content.refresh(EVERYTHING);
    const reading = content.check();
    if (!reading.dataset) assert.fail('the content is wrong');
    const { dataset, key } = reading;
    return { dataset, key, review: dataset.reviews.find(({ id }) => id === 'review-2') };
  };
  const plain = reviewWith({});
  for (const [key, words] of [
    ['aspects', '{ staff: none }'],
    ['aspects', '{ staff: { about: other } }'],
    ['sentiment', 'neutral'],
    ['quotes', 'never'],
    ['quotes', '[kept me]'],
  ] as const) {
    const edited = reviewWith({ [key]: words });
    assert.notDeepEqual(edited.review, plain.review, `${key}: ${words}`);
    assert.notEqual(edited.key.content, plain.key.content);
    assert.deepEqual(edited.dataset.judged, ['review-2']);
    assert.deepEqual(reviewWith({}), plain);
  }
});

test('dates in the future are warnings, as long as they are, and change nothing published', (t) => {
  const folder = createContentFolder(t, {
    ...goodContent(1),
    ...sampleReview('review-2', '2026-10-02'),
    ...sampleReview('review-9', '2062-10-02'),
  });
  let today = new Date('2026-11-20T12:00:00Z');
  const content = new EditorsContent(folder, BASE_URL, undefined, undefined, () => today);
  const without = new EditorsContent(folder, BASE_URL);
  const read = (one: EditorsContent) => {
    one.refresh(EVERYTHING);
    const reading = one.check();
    if (!reading.dataset) assert.fail('the content is wrong');
    const later = reading.warnings.filter(({ message }) => / is later than tomorrow/.test(message));
    return { dataset: reading.dataset, later: later.map(({ message }) => message.split(':')[0]) };
  };
  const first = read(content);
  assert.equal(first.later[0], 'datePublished');
  assert.deepEqual(read(without), { dataset: first.dataset, later: [] });
  saveFiles(folder, sampleReview('review-8', '2063-10-02'));
  assert.ok(read(content).later.length > first.later.length);
  today = new Date('2070-01-01T12:00:00Z');
  assert.deepEqual(read(content).later, []);
});
