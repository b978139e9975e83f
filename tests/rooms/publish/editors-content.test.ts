import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorsContent } from '../../../sidecar/publish/editors-content.ts';
import type { Files } from '../../support/content-files.ts';
import { createContentFolder, saveFiles } from '../../support/content-folder.ts';
import { BASE_URL } from '../../support/release.ts';
import { goodContent, sampleReview } from '../../support/sample-content.ts';

const EVERYTHING = { paths: new Set<string>(), everything: true };

test('dates in the future are warnings, as long as they are, and change nothing published', (t) => {
  const folder = createContentFolder(t, {
    ...goodContent(1),
    ...sampleReview('review-2', '2026-10-02'),
    ...sampleReview('review-9', '2062-10-02'),
  });
  let today = new Date('2026-11-20T12:00:00Z');
  const content = new EditorsContent(folder, BASE_URL, undefined, () => today);
  const without = new EditorsContent(folder, BASE_URL);
  const read = (one: EditorsContent) => {
    one.refresh(EVERYTHING);
    const reading = one.check();
    if (!reading.content) assert.fail('the content is wrong');
    const later = reading.warnings.filter(({ message }) => / is later than tomorrow/.test(message));
    return { content: reading.content, later: later.map(({ message }) => message.split(':')[0]) };
  };
  const first = read(content);
  assert.equal(first.later[0], 'datePublished');
  assert.deepEqual(read(without), { content: first.content, later: [] });
  saveFiles(folder, sampleReview('review-8', '2063-10-02'));
  assert.ok(read(content).later.length > first.later.length);
  today = new Date('2070-01-01T12:00:00Z');
  assert.deepEqual(read(content).later, []);
});

test('the files are named that changed since the content was right last, in their order', (t) => {
  const folder = createContentFolder(t, goodContent(1));
  const content = new EditorsContent(folder, BASE_URL);
  const filesAfter = (files: Files) => {
    saveFiles(folder, files);
    content.refresh(EVERYTHING);
    const reading = content.check();
    return reading.content && reading.files;
  };
  assert.deepEqual(filesAfter({}), []);
  const [path = ''] = Object.keys(sampleReview('review-8', '2026-10-01'));
  assert.deepEqual(filesAfter(sampleReview('review-8', '2026-10-01')), [path]);
  const earlier = sampleReview('review-7', '2020-10-01');
  assert.equal(filesAfter({ [path]: '', ...earlier }), undefined);
  const mended = filesAfter(sampleReview('review-8', '2026-10-01', {}, 'Edited.'));
  assert.deepEqual(mended, [...Object.keys(earlier), path]);
  assert.deepEqual(filesAfter({}), []);
});

test('an edit beside a stray file is published, also after a restart, and a review is not lost to one', (t) => {
  const folder = createContentFolder(t, goodContent(1));
  const content = new EditorsContent(folder, BASE_URL);
  const read = (one = content) => {
    one.refresh(EVERYTHING);
    const reading = one.check();
    const { warnings, errors = warnings } = { errors: undefined, warnings: [], ...reading };
    const names = reading.content?.reviews.map(({ author }) => author.name);
    return { names, said: errors.map(({ file, message }) => `${file} ${message}`) };
  };
  const review = (name: string) => sampleReview('review-1', '2026-10-03', { 'author.name': name });
  const copy = REVIEW.replace('.md', ' (conflict).md');
  assert.deepEqual(read().said, []);
  saveFiles(folder, { [copy]: review('Copy')[REVIEW] ?? '', 'reviews/x.txt': '' });
});
