import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { ReviewSource, SourceFile } from '#search/review-source.ts';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import { ResourceUpdates } from '../../../sidecar/mcp/resource-updates.ts';
import { sourceOf } from '../../support/review-source.ts';
import { datasetOf, numberedReviews } from '../artifacts/sample-datasets.ts';

const SOURCE = sourceOf(datasetOf({ reviews: numberedReviews(3) }));
const uriOf = (path: string) => `${SOURCE.baseUrl}${path}`;
const pageOf = (id: number) => uriOf(`/reviews/page-${id}/`);
const [REVIEWS, INSIGHTS, FEED] = ['/reviews.json', '/insights.json', '/feed.xml'].map(uriOf);
const BODY = [Buffer.from('page')];

/** The release in which some files have other entity tags, by their path. */
function releaseWith(etags: Readonly<Record<string, string>>): ReviewSource {
  const file = async (path: string): Promise<SourceFile | undefined> => {
    const etag = etags[path];
    const known = await SOURCE.file(path);
    if (etag === undefined) return known;
    return { mediaType: 'text/html', lastModified: undefined, body: BODY, ...known, etag };
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

test('a page that comes, changes or goes is an update of its resource', async () => {
  const { told, updates, unwatch } = watch(pageOf(1), pageOf(2), pageOf(3));
  const [one, two] = ['/reviews/page-1/', '/reviews/page-2/'];
  const before = releaseWith({ [one]: '"1"', [two]: '"1"' });
  await updates.announce(before, releaseWith({ [one]: '"2"', [two]: '"1"' }));
  await updates.announce(before, releaseWith({ [one]: '"1"' }));
  await updates.announce(releaseWith({ [one]: '"1"' }), before);
  unwatch();
  await updates.announce(before, SOURCE);
  assert.deepEqual(told, [1, 2, 2].map(pageOf));
});

test('releases are compared in their order; of those that come meanwhile, the last', async () => {
  // So many that the first comparison takes several turns.
  const { told, updates } = watch(...Array.from({ length: 350 }, (_, index) => pageOf(index)));
  const releases = ['"1"', '"2"', '"3"', '"4"'].map((etag, index) =>
    releaseWith({ '/reviews/page-340/': etag, [`/reviews/page-${index}/`]: '"only"' }),
  );
  const [first = SOURCE, second = SOURCE, third = SOURCE, last = SOURCE] = releases;
  const announced = updates.announce(first, second);
  await setImmediate();
  await Promise.all([announced, updates.announce(second, third), updates.announce(third, last)]);
  assert.deepEqual(told, [0, 1, 340, 1, 3, 340].map(pageOf));
});

/** A release in which a resource cannot be looked up. */
const releaseWithout = (path: string, reason: Error): ReviewSource => ({
  ...SOURCE,
  file: async (asked) => {
    if (asked === path) throw reason;
    return SOURCE.file(asked);
  },
});

test('what cannot be looked up may have changed, and is no reason to be silent on others', async () => {
  const { told, updates } = watch(REVIEWS, FEED, INSIGHTS);
  const broken = releaseWithout('/reviews.json', new HttpError(503, 'Later.'));
  await updates.announce(broken, releaseWith({ '/feed.xml': '"2"' }));
  assert.deepEqual(told, [REVIEWS, FEED]);
});
