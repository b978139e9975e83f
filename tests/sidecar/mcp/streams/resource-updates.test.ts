import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReviewSource, SourceFile } from '#agents/review-source.ts';
import { ResourceUpdates } from '../../../../sidecar/mcp/streams/resource-updates.ts';
import { datasetOf, numberedReviews } from '../../../artifacts/sample-datasets.ts';
import { sourceOf } from '../../../support/review-source.ts';

const SOURCE = sourceOf(datasetOf({ reviews: numberedReviews(3) }));
const uriOf = (path: string) => `${SOURCE.baseUrl}${path}`;
const pageOf = (id: number) => uriOf(`/reviews/page-${id}/`);
const [REVIEWS, INSIGHTS, FEED] = ['/reviews.json', '/insights.json', '/feed.xml'].map(uriOf);
const BYTES = Buffer.from('page');

/** The release in which some files have other entity tags, by their path. */
function releaseWith(etags: Readonly<Record<string, string>>): ReviewSource {
  const file = (path: string): SourceFile | undefined => {
    const etag = etags[path];
    const known = SOURCE.file(path);
    if (etag === undefined) return known;
    return { mediaType: 'text/html', lastModified: 0, bytes: BYTES, ...known, etag };
  };
  return { ...SOURCE, file };
}

/** Updates, and what watchers and the one that hears all are told, in order. */
function createUpdates() {
  const told: string[] = [];
  const updates = new ResourceUpdates((uri) => told.push(`all: ${uri}`));
  const watch = (name: string, ...uris: (string | undefined)[]) => {
    const own = new Set(uris.filter((uri) => uri !== undefined));
    const unwatch = updates.watch({
      uris: () => own,
      notify: (uri) => told.push(`${name}: ${uri}`),
    });
    return { own, unwatch };
  };
  return { told, updates, watch };
}

test('watchers hear once of each of their resources that differs, and of no other', async () => {
  const { told, updates, watch } = createUpdates();
  watch('one', REVIEWS, INSIGHTS, FEED);
  watch('two', FEED, REVIEWS);
  watch('three', INSIGHTS);
  watch('none');
  await updates.announce(SOURCE, releaseWith({ '/reviews.json': '"2"', '/feed.xml': '"2"' }));
  assert.deepEqual(told.toSorted(), [
    `all: ${FEED}`,
    `all: ${REVIEWS}`,
    `one: ${FEED}`,
    `one: ${REVIEWS}`,
    `two: ${FEED}`,
    `two: ${REVIEWS}`,
  ]);
});

test('nothing is said of releases that are the same, nor of what nobody watches', async () => {
  const { told, updates, watch } = createUpdates();
  watch('one', FEED);
  await updates.announce(SOURCE, SOURCE);
  await updates.announce(SOURCE, releaseWith({}));
  await updates.announce(SOURCE, releaseWith({ '/reviews.json': '"2"' }));
  assert.deepEqual(told, []);
});

test('a page that comes, changes or goes is an update of its resource', async () => {
  const { told, updates, watch } = createUpdates();
  watch('one', pageOf(1), pageOf(2), pageOf(3));
  const [one, two] = ['/reviews/page-1/', '/reviews/page-2/'];
  const before = releaseWith({ [one]: '"1"', [two]: '"1"' });
  await updates.announce(before, releaseWith({ [one]: '"2"', [two]: '"1"' }));
  await updates.announce(before, releaseWith({ [one]: '"1"' }));
  await updates.announce(releaseWith({ [one]: '"1"' }), before);
  assert.deepEqual(
    told.filter((line) => line.startsWith('one')),
    [`one: ${pageOf(1)}`, `one: ${pageOf(2)}`, `one: ${pageOf(2)}`],
  );
});

test('releases are compared in the order in which they come', async () => {
  const { told, updates, watch } = createUpdates();
  // So many that the first comparison takes several turns.
  watch('many', ...Array.from({ length: 350 }, (_, index) => pageOf(index)));
  const releases = ['"1"', '"2"', '"3"'].map((etag, index) =>
    releaseWith({ '/reviews/page-340/': etag, [`/reviews/page-${index}/`]: '"only"' }),
  );
  const [first = SOURCE, second = SOURCE, third = SOURCE] = releases;
  await Promise.all([updates.announce(first, second), updates.announce(second, third)]);
  assert.deepEqual(
    told.filter((line) => line.startsWith('many')),
    [0, 1, 340, 1, 2, 340].map((id) => `many: ${pageOf(id)}`),
  );
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

test('a comparison that fails does not keep others from being made', async () => {
  const { told, updates, watch } = createUpdates();
  watch('one', REVIEWS);
  const broken: ReviewSource = {
    ...SOURCE,
    file: () => {
      throw new Error('broken');
    },
  };
  const failing = updates.announce(SOURCE, broken);
  const next = updates.announce(SOURCE, releaseWith({ '/reviews.json': '"2"' }));
  await assert.rejects(failing, /broken/);
  await next;
  assert.deepEqual(told, [`one: ${REVIEWS}`, `all: ${REVIEWS}`]);
});
