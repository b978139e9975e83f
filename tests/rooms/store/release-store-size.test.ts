import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { toVariant } from '#artifacts/encode-variants.ts';
import { mediaTypeOf } from '#artifacts/media-types.ts';
import type { Review } from '#dataset/review.ts';
import { createManifest } from '#release/manifest.ts';
import { type EncodedFile, reviewsJsonOf, toEncodedFile } from '#release/release.ts';
import { readCorpus } from '#search/corpus/corpus.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { createRandom } from '../../../scripts/generate/random.ts';
import { compareLists } from '../../../sidecar/store/compare-lists.ts';
import { ReleaseStore, type StorableRelease } from '../../../sidecar/store/store.ts';
import { STORE_DISK, type StoreDisk } from '../../../sidecar/store/store-disk.ts';
import { STORE_FILE } from '../../../sidecar/store/store-schema.ts';
import { atLength } from '../../support/at-length.ts';
import { createFolder } from '../../support/content-folder.ts';
import { NEW_LOG, RELEASE_KEY } from '../../support/release.ts';
import { publishedReview } from '../../support/reviews.ts';
import { assertStored } from '../release/stored-release.ts';

const EDITS = atLength(3_000, 800);
const REVIEWS = 20;
/** SQLite takes long to remove so much. */
const LARGE_BYTES = 300 * 1024;
const SENTENCE = 'They kept me informed. ';

/** Does not wait for the disk. */
const disk: StoreDisk = {
  ...STORE_DISK,
  sync: () => {},
  connect: (file, use) => {
    const connection = STORE_DISK.connect(file, use);
    connection.run('PRAGMA synchronous = OFF');
    return connection;
  },
};

function fileOf(file: string, text: string): EncodedFile {
  const names = { path: `/${file}`, file, mediaType: mediaTypeOf(file) };
  const coded = Buffer.from(text).reverse();
  const br = { body: [coded], etag: strongEtag(coded) };
  const variants = { identity: toVariant([Buffer.from(text)]), br };
  return toEncodedFile(names, variants, undefined, new Date('2026-11-20T08:00:00Z'));
}

/** A release of which every file differs from those before, as counts in it do. */
function releaseOf(
  ordinal: number,
  reviews: readonly Review[],
  more: readonly EncodedFile[] = [],
): StorableRelease {
  const head = `{"edition":${ordinal},"about":"${SENTENCE.repeat(40)}","reviews":[\n`;
  const lines = reviews.map((review) => JSON.stringify(review));
  const files = [
    fileOf('reviews.json', `${head}${lines.join(',\n')}\n]}\n`),
    fileOf('feed.xml', `<feed>${ordinal} ${SENTENCE.repeat(200)}</feed>`),
    ...more,
  ];
  const dataset = Buffer.from(`{"edition":${ordinal}}`);
  const manifest = createManifest({
    ordinal,
    key: RELEASE_KEY,
    removed: [],
    vanished: [],
    dataset: strongEtag(dataset),
    entries: files.map(({ entry }) => entry),
  });
  const corpus = readCorpus(reviewsJsonOf(files));
  return { manifest, dataset, files, reviews, corpus, log: { ...NEW_LOG, ordinal } };
}

/** An open store, and how large its file is. */
function createStore(t: TestContext) {
  const folder = createFolder(t);
  const store = ReleaseStore.open(folder, { tell: assert.fail, disk });
  return { folder, store, size: () => statSync(join(folder, STORE_FILE)).size };
}

test('many edits leave a file not twice as large as a hundred', (t) => {
  const { folder, store, size } = createStore(t);
  const random = createRandom(1);
  const reviewOf = (index: number) =>
    publishedReview({
      id: `review-${index}`,
      datePublished: `2026-10-${30 - index}`,
      reviewBody: SENTENCE.repeat(random.integer(1, 40)),
    });
  let reviews: readonly Review[] = Array.from({ length: REVIEWS }, (_, index) => reviewOf(index));
  let afterHundred = 0;
  for (let ordinal = 1; ordinal < EDITS; ordinal++) {
    const index = random.integer(0, REVIEWS - 1);
    const before = reviews;
    reviews = reviews.with(index, reviewOf(index));
    const edit = ordinal === 1 ? 'everything' : compareLists(before, reviews);
    store.write(releaseOf(ordinal, reviews), edit);
    if (ordinal === 100) afterHundred = size();
  }
  const last = releaseOf(EDITS, reviews.slice(1));
  store.write(last, compareLists(reviews, last.reviews));
  assert.ok(size() < 2 * afterHundred, `${size()} after ${afterHundred}`);
  store.close();
  assertStored(ReleaseStore.read(folder, assert.fail), last);
});

test('edits that never pause, so that nothing large is removed in between, leave a bounded file', (t) => {
  const { store, size } = createStore(t);
  const review = publishedReview();
  for (let ordinal = 1; ordinal <= 250; ordinal++) {
    const text = `${ordinal} ${SENTENCE.repeat(LARGE_BYTES / SENTENCE.length)}`;
    store.write(releaseOf(ordinal, [review], [fileOf('insights.json', text)]));
  }
  assert.ok(size() < 50 * 1024 * 1024, `${size()} bytes`);
  store.close();
});
