import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import type { ReviewSource, SourceFile } from '#search/review-source.ts';
import { ResourceUpdates } from '../../../sidecar/mcp/resource-updates.ts';
import { sourceOf } from '../../support/review-source.ts';
import { datasetOf, numberedReviews } from '../artifacts/sample-datasets.ts';

const SOURCE = sourceOf(datasetOf({ reviews: numberedReviews(350) }));
const uriOf = (path: string) => `${SOURCE.baseUrl}${path}`;
const sinceOf = (day: string) => uriOf(`/api/reviews/since/${day}`);
const [REVIEWS, INSIGHTS, FEED] = ['/reviews.json', '/insights.json', '/feed.xml'].map(uriOf);

/** The release in which some files have other entity tags, by their path. */
function releaseWith(etags: Readonly<Record<string, string>>): ReviewSource {
  const file = async (path: string): Promise<SourceFile | undefined> => {
    const known = await SOURCE.file(path);
    const etag = etags[path];
    return known && etag !== undefined ? { ...known, etag } : known;
  };
  return { ...SOURCE, file };
}

/** Updates of some resources: those that were notified of, in order. */
function watch(...uris: (string | undefined)[]) {
  const told: string[] = [];
  const own = new Set(uris.filter((uri) => uri !== undefined));
  const updates = new ResourceUpdates({
    watched: () => own,
    notify: (uri) => told.push(uri),
  });
  return { told, updates, unwatch: () => own.clear() };
}

test('a review that comes, changes or goes is an update of its resource', async () => {
  const reviewOf = (at: number) => uriOf(`/reviews/review-00${at}.json`);
  const { told, updates, unwatch } = watch(reviewOf(0), reviewOf(1), reviewOf(2));
  const [one = assert.fail(), two = assert.fail(), three = assert.fail()] = numberedReviews(3);
  const sourceWith = (...reviews: StoredReview[]) => sourceOf(datasetOf({ reviews }));
  const before = sourceWith(one, two);
  await updates.announce(before, sourceWith({ ...one, reviewBody: 'Edited.' }, two));
  await updates.announce(before, sourceWith(one));
  await updates.announce(before, sourceWith(one, two, three));
  unwatch();
  await updates.announce(before, SOURCE);
  assert.deepEqual(told, [0, 1, 2].map(reviewOf));
});

test('releases are compared in their order; of those that come meanwhile, the last', async () => {
  // So many that the first comparison takes several turns.
  const days = numberedReviews(350).map(({ datePublished }) => sinceOf(datePublished));
  const { told, updates } = watch(REVIEWS, ...days, FEED, INSIGHTS);
  const releases = ['"1"', '"2"', '"3"', '"4"'].map((etag, index) =>
    releaseWith({ '/feed.xml': etag, [index % 2 ? '/reviews.json' : '/insights.json']: etag }),
  );
  const [first = SOURCE, second = SOURCE, third = SOURCE, last = SOURCE] = releases;
  const announced = updates.announce(first, second);
  await setImmediate();
  await Promise.all([announced, updates.announce(second, third), updates.announce(third, last)]);
  assert.deepEqual(told, [REVIEWS, FEED, INSIGHTS, REVIEWS, FEED]);
});
