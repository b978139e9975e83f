import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { createRandom } from '../../../scripts/generate/random.ts';
import { ReleaseStore, type StorableRelease } from '../../../sidecar/store/store.ts';
import type { StoreDisk } from '../../../sidecar/store/store-disk.ts';
import { STORE_FILE } from '../../../sidecar/store/store-schema.ts';
import { atLength } from '../../support/at-length.ts';
import { createFolder } from '../../support/content-folder.ts';
import { storedReview } from '../../support/reviews.ts';
import { assertStored, createEditions } from '../release/stored-release.ts';
import { createScriptedStoreDisk } from './failing-store-disk.ts';
import { wordsInFiles, wordsInRows } from './find-words.ts';

const ROUNDS = atLength(8, 3);
/** As many are added at a time. */
const BATCH = 15;

/** A review whose word stands in no other. */
function secretReview(number: number, length: number): StoredReview {
  const word = wordOf(number);
  return storedReview({
    id: `review-${number}`,
    datePublished: `2026-10-${String((number % 28) + 1).padStart(2, '0')}`,
    reviewBody: `${word} ${'kept me informed. '.repeat(length)} ${word}`,
  });
}

function wordOf(number: number): string {
  return `Geheim${number}wort`;
}

/** A store in which reviews are added and removed round by round. */
function createChanging(t: TestContext, disk?: StoreDisk) {
  const folder = createFolder(t);
  const file = join(folder, STORE_FILE);
  const store = ReleaseStore.open(folder, { tell: assert.fail, disk });
  const editions = createEditions();
  const random = createRandom(5);
  const removed: string[] = [];
  let reviews: readonly StoredReview[] = [];
  let number = 0;
  const next = async (): Promise<StorableRelease> => {
    const isGone = () => (random.integer(0, 2) === 0 ? 'gone' : 'kept');
    const { gone = [], kept = [] } = Object.groupBy(reviews, isGone);
    for (const { reviewBody } of gone) removed.push(reviewBody.split(' ')[0] ?? '');
    const added = Array.from({ length: BATCH }, () =>
      secretReview(number++, random.integer(1, 300)),
    );
    reviews = [...kept, ...added];
    const release = await editions.next(reviews);
    store.write(release);
    return release;
  };
  return {
    folder,
    store,
    next,
    removed,
    inFile: () => wordsInFiles([file, `${file}-journal`, `${file}.new`], removed),
    inRows: () => wordsInRows(file, removed),
  };
}

test('the file holds words of what is gone until they are erased, and none from then on', async (t) => {
  const { folder, store, next, removed, inFile, inRows } = createChanging(t);
  let roundsWithWords = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await next();
    const release = await next();
    assert.deepEqual(inRows(), []);
    if (inFile().length > 0) roundsWithWords++;
    store.erase(release);
    assert.deepEqual([inFile(), inRows()], [[], []]);
    assert.equal(store.residue, undefined);
    assertStored(ReleaseStore.read(folder, assert.fail), release);
    // The file that takes the place of another is for its user alone, as that was.
    assert.equal(statSync(join(folder, STORE_FILE)).mode & 0o777, 0o600);
  }
  assert.ok(removed.length > atLength(100, 15));
  // Otherwise this test would see nothing.
  assert.ok(roundsWithWords > 0);
  store.close();
});

test('an erasure drops the variants of files that are gone, however large', async (t) => {
  const folder = createFolder(t);
  const file = join(folder, STORE_FILE);
  const store = ReleaseStore.open(folder, { tell: assert.fail });
  const editions = createEditions();
  const large = Array.from({ length: 12 }, (_, index) => secretReview(index, 2500));
  const { release, files } = await editions.withCodings(
    await editions.next(large),
    (path) => path === '/reviews.json',
  );
  store.write(release);
  store.addVariants(release.manifest, files);
  assert.deepEqual(wordsInRows(file, [wordOf(3)]), [wordOf(3)]);
  const next = await editions.next(large.toSpliced(3, 1));
  store.write(next);
  store.erase(next);
  assert.deepEqual(wordsInRows(file, [wordOf(3), wordOf(4)]), [wordOf(4)]);
  assert.deepEqual(wordsInFiles([file, `${file}-journal`], [wordOf(3)]), []);
  store.close();
});

/** A disk that has no room for a second file. */
const withoutRoom = createScriptedStoreDisk((call) =>
  call.startsWith('VACUUM') ? 'ENOSPC' : undefined,
);

test('where there is no room for a copy, the old file is removed first, and the release stored again', async (t) => {
  const { folder, store, next, inFile, inRows } = createChanging(t, withoutRoom);
  for (const inMemory of [true, false]) {
    await next();
    const release = await next();
    assert.notDeepEqual(inFile(), []);
    store.erase(inMemory ? release : undefined);
    assert.deepEqual([inFile(), inRows()], [[], []]);
    assert.equal(store.residue, undefined);
    assert.equal(store.ordinal, release.manifest.ordinal);
    assertStored(ReleaseStore.read(folder, assert.fail), release);
  }
  store.close();
});

test('a store that is emptied keeps nothing but its ordinal', async (t) => {
  const { folder, store, next } = createChanging(t);
  const { manifest, reviews } = await next();
  store.empty();
  const words = reviews.flatMap(({ reviewBody = '' }) => reviewBody.split(' ')[0] ?? []);
  assert.equal(words.length, BATCH);
  assert.deepEqual(wordsInFiles([join(folder, STORE_FILE)], words), []);
  assert.equal(ReleaseStore.read(folder, assert.fail), undefined);
  assert.equal(store.ordinal, manifest.ordinal);
  const release = await next();
  assertStored(ReleaseStore.read(folder, assert.fail), release);
  store.close();
});

test('damage that an erasure finds is logged, and the release is stored again', async (t) => {
  const told: string[] = [];
  const folder = createFolder(t);
  const disk = createScriptedStoreDisk((call) =>
    call.startsWith('VACUUM') ? 'SQLITE_CORRUPT' : undefined,
  );
  const store = ReleaseStore.open(folder, { tell: (message) => told.push(message), disk });
  const release = await createEditions().next([secretReview(1, 3)]);
  store.write(release);
  store.erase(release);
  assert.deepEqual(told, ['the release store is damaged; starting with an empty one']);
  assertStored(ReleaseStore.read(folder, assert.fail), release);
  store.close();
});
