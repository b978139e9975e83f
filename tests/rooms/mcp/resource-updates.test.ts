import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { ReviewSource, SourceFile } from '#search/review-source.ts';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import { ResourceUpdates } from '../../../sidecar/mcp/streams/resource-updates.ts';
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

/** Updates, and what watchers and the one that hears all are told, in order. */
function createUpdates() {
  const told: string[] = [];
  const toldTo = (name: string) => told.filter((line) => line.startsWith(name));
  const updates = new ResourceUpdates((uri) => told.push(`all: ${uri}`));
  const watch = (name: string, ...uris: (string | undefined)[]) => {
    const own = new Set(uris.filter((uri) => uri !== undefined));
    const unwatch = updates.watch({
      uris: () => own,
      notify: (uri) => told.push(`${name}: ${uri}`),
    });
    return { own, unwatch };
  };
  return { told, toldTo, updates, watch };
}

test('watchers hear once of each of their resources that differs, and of no other', async () => {
  const { told, updates, watch } = createUpdates();
  watch('one', REVIEWS, INSIGHTS, FEED);
  watch('two', FEED, REVIEWS);
  watch('three', INSIGHTS);
  watch('none');
  await updates.announce(SOURCE, releaseWith({}));
  // The last is watched by nobody.
  const changed = { '/reviews.json': '"2"', '/feed.xml': '"2"', '/api/feed.json': '"2"' };
  await updates.announce(SOURCE, releaseWith(changed));
  assert.deepEqual(told.toSorted(), [
    `all: ${FEED}`,
    `all: ${REVIEWS}`,
    `one: ${FEED}`,
    `one: ${REVIEWS}`,
    `two: ${FEED}`,
    `two: ${REVIEWS}`,
  ]);
});

test('a page that comes, changes or goes is an update of its resource', async () => {
  const { toldTo, updates, watch } = createUpdates();
  watch('one', pageOf(1), pageOf(2), pageOf(3));
  const [one, two] = ['/reviews/page-1/', '/reviews/page-2/'];
  const before = releaseWith({ [one]: '"1"', [two]: '"1"' });
  await updates.announce(before, releaseWith({ [one]: '"2"', [two]: '"1"' }));
  await updates.announce(before, releaseWith({ [one]: '"1"' }));
  await updates.announce(releaseWith({ [one]: '"1"' }), before);
  assert.deepEqual(toldTo('one'), [`one: ${pageOf(1)}`, `one: ${pageOf(2)}`, `one: ${pageOf(2)}`]);
});

test('releases are compared in the order in which they come', async () => {
  const { toldTo, updates, watch } = createUpdates();
  // So many that the first comparison takes several turns.
  watch('many', ...Array.from({ length: 350 }, (_, index) => pageOf(index)));
  const releases = ['"1"', '"2"', '"3"'].map((etag, index) =>
    releaseWith({ '/reviews/page-340/': etag, [`/reviews/page-${index}/`]: '"only"' }),
  );
  const [first = SOURCE, second = SOURCE, third = SOURCE] = releases;
  const announced = updates.announce(first, second);
  await setImmediate();
  await Promise.all([announced, updates.announce(second, third)]);
  assert.deepEqual(
    toldTo('many'),
    [0, 1, 340, 1, 2, 340].map((id) => `many: ${pageOf(id)}`),
  );
});

test('of the releases that come during a comparison only the last is compared', async () => {
  const { toldTo, updates, watch } = createUpdates();
  const [page1, page2, page3] = ['/reviews/page-1/', '/reviews/page-2/', '/reviews/page-3/'];
  watch('one', pageOf(1), pageOf(2), pageOf(3));
  const looked: string[] = [];
  const lookedAt = (name: string, source: ReviewSource): ReviewSource => ({
    ...source,
    file: (path) => {
      looked.push(name);
      return source.file(path);
    },
  });
  const first = lookedAt('first', releaseWith({ [page1]: '"1"' }));
  const between = lookedAt('between', releaseWith({ [page2]: '"1"' }));
  const last = lookedAt('last', releaseWith({ [page1]: '"1"', [page3]: '"1"' }));
  const announced = updates.announce(SOURCE, first);
  await setImmediate();
  const [some, more] = [updates.announce(first, between), updates.announce(between, last)];
  await Promise.all([announced, some, more]);
  assert.deepEqual(toldTo('one'), [`one: ${pageOf(1)}`, `one: ${pageOf(3)}`]);
  assert.deepEqual([...new Set(looked)], ['first', 'last']);
  await updates.announce(last, between);
  assert.ok(looked.includes('between'));
});

test('who goes meanwhile hears nothing, and who unsubscribes hears of the rest', async () => {
  const { told, updates, watch } = createUpdates();
  const many = Array.from({ length: 250 }, (_, index) => pageOf(index));
  const [going, staying] = [watch('going', ...many), watch('staying', ...many)];
  const after = releaseWith({ '/reviews/page-1/': '"1"', '/reviews/page-2/': '"1"' });
  const announced = updates.announce(SOURCE, after);
  await Promise.resolve();
  going.unwatch();
  staying.own.delete(pageOf(1));
  await announced;
  assert.deepEqual(
    told.filter((line) => !line.startsWith('all')),
    [`staying: ${pageOf(2)}`],
  );
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
  const { toldTo, updates, watch } = createUpdates();
  watch('one', REVIEWS, FEED, INSIGHTS);
  const broken = releaseWithout('/reviews.json', new Error('broken'));
  const failed = assert.rejects(
    updates.announce(broken, releaseWith({ '/feed.xml': '"2"' })),
    /broken/,
  );
  await setImmediate();
  // It does not keep others from being compared, and that too many pages wait is no fault.
  await updates.announce(SOURCE, releaseWithout('/reviews.json', new HttpError(503, 'Later.')));
  await failed;
  const [reviews, feed] = [`one: ${REVIEWS}`, `one: ${FEED}`];
  assert.deepEqual(toldTo('one'), [reviews, feed, reviews]);
});
