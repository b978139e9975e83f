import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadContent } from '#dataset/check/check-content.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { pagesBesideReviews, pathsOfReview } from '#release/page-addresses.ts';
import { viewPaths } from '#views/views.ts';
import { BUSINESS, type Files } from '../../support/content-files.ts';
import { replaceFiles } from '../../support/content-folder.ts';
import { BASE_URL } from '../../support/release.ts';
import { sourceOf } from '../../support/review-source.ts';
import { sampleReview } from '../../support/sample-content.ts';
import { createPublishing, EVERYTHING } from './publishing.ts';

const BASE: Files = { 'business.yaml': BUSINESS, ...sampleReview('review-1', '2026-10-03') };
const ONE_MONTH = sampleReview('review-2', '2026-09-03');
const ONE_YEAR = sampleReview('review-3', '2019-01-15');
const PERSON = { 'technicians.yaml': '- { id: nemo, name: Nemo Nobody, jobTitle: Partner }\n' };
const PLACE = { 'service-areas.yaml': '- { id: nowhere, name: Nowhere }\n' };
const TOMBSTONE = {
  'removed.yaml': '- { id: review-3, dateRemoved: 2026-11-20, reason: spam }\n',
};

const EDITS: readonly (readonly [what: string, files: Files])[] = [
  ['everything', { ...BASE, ...ONE_MONTH, ...ONE_YEAR, ...PERSON, ...PLACE }],
  ['a month is gone', { ...BASE, ...ONE_YEAR, ...PERSON, ...PLACE }],
  ['a person is gone', { ...BASE, ...ONE_YEAR, ...PLACE }],
  ['the month is back', { ...BASE, ...ONE_MONTH, ...ONE_YEAR, ...PLACE }],
  ['a year is taken down', { ...BASE, ...ONE_MONTH, ...ONE_YEAR, ...PLACE, ...TOMBSTONE }],
  ['its tombstone is gone as well', { ...BASE, ...ONE_MONTH, ...PLACE }],
  ['a place is gone', { ...BASE, ...ONE_MONTH }],
  ['nothing changes', { ...BASE, ...ONE_MONTH }],
  ['everything is back', { ...BASE, ...ONE_MONTH, ...ONE_YEAR, ...PERSON, ...PLACE }],
];

/** Every address at which a dataset publishes a page or a view. */
function addressesOf(dataset: Dataset): ReadonlySet<string> {
  const source = sourceOf(dataset);
  const reviews = dataset.reviews.flatMap(({ id }) => pathsOfReview(id));
  return new Set([...pagesBesideReviews(source), ...viewPaths(source), ...reviews]);
}

for (const how of ['while it is watched', 'while nobody watches'] as const) {
  test(`a release lists the addresses that earlier ones had, edited ${how}`, async (t) => {
    let publishing = createPublishing(t, BASE);
    const { contentDir, folder } = publishing;
    const had = new Set<string>();
    for (const [what, files] of EDITS) {
      if (how === 'while nobody watches') publishing = createPublishing(t, contentDir, { folder });
      replaceFiles(contentDir, files);
      await publishing.loop.rebuild(EVERYTHING);
      const { content } = loadContent(contentDir);
      const dataset = createDataset(content, BASE_URL, createAnnotator());
      const present = addressesOf(dataset);
      for (const path of present) had.add(path);
      const { vanished } = publishing.newest().facts;
      const isBack = (path: string) => present.has(path) && path.startsWith('/reviews/');
      const listed = vanished.filter((path) => !isBack(path));
      // At these, the tombstone is.
      const removed = dataset.removed.flatMap(({ id }) => pathsOfReview(id));
      const expected = had.difference(new Set([...present, ...removed]));
      assert.deepEqual(listed.toSorted(), [...expected].sort(), what);
    }
  });
}
