import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { StoredReview } from '#dataset/stored-review.ts';
import { createRandom } from '../../../scripts/generate/random.ts';
import { readReleaseStore } from '../../../sidecar/store/read-release-store.ts';
import {
  ReleaseStore,
  STORE_FILE,
  type StorableRelease,
} from '../../../sidecar/store/release-store.ts';
import {
  type Connect,
  connectSqlite,
  StoreFault,
} from '../../../sidecar/store/sqlite-connection.ts';
import { createFolder } from '../../support/content-folder.ts';
import { storedReview } from '../../support/reviews.ts';
import { wordsInFiles, wordsInRows } from '../../support/store-words.ts';
import { assertStored, createEditions } from '../../support/stored-editions.ts';

const ROUNDS = 12;
/** As many come and go at a time. */
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

/** A store in which reviews come and go round by round. */
function createComingAndGoing(t: TestContext, connect?: Connect) {
  const folder = createFolder(t);
  const file = join(folder, STORE_FILE);
  const store = ReleaseStore.open(folder, assert.fail, connect);
  const editions = createEditions();
  const random = createRandom(5);
  const removed: string[] = [];
  let reviews: readonly StoredReview[] = [];
  let number = 0;
  const next = async (): Promise<StorableRelease> => {
    const leaving = new Set(reviews.filter(() => random.integer(0, 2) === 0));
    for (const { reviewBody } of leaving) removed.push(reviewBody.split(' ')[0] ?? '');
    const coming = Array.from({ length: BATCH }, () =>
      secretReview(number++, random.integer(1, 300)),
    );
    reviews = [...reviews.filter((review) => !leaving.has(review)), ...coming];
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
  const { folder, store, next, removed, inFile, inRows } = createComingAndGoing(t);
  let roundsWithWords = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await next();
    const release = await next();
    assert.deepEqual(inRows(), []);
    if (inFile().length > 0) roundsWithWords++;
    store.erase(release);
    assert.deepEqual(inFile(), []);
    assert.deepEqual(inRows(), []);
    assert.equal(store.residue, undefined);
    assertStored(readReleaseStore(folder, assert.fail), release);
  }
  assert.ok(removed.length > 100);
  // Otherwise this test would see nothing.
  assert.ok(roundsWithWords > 0);
  store.close();
});

test('an erasure drops the variants of files that are gone, however large', async (t) => {
  const folder = createFolder(t);
  const file = join(folder, STORE_FILE);
  const store = ReleaseStore.open(folder, assert.fail);
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

/** SQLite on a disk that has no room for a second file. */
const withoutRoom: Connect = (file, use) => {
  const connection = connectSqlite(file, use);
  return {
    ...connection,
    run(sql, ...values) {
      if (sql.startsWith('VACUUM')) throw new StoreFault('ENOSPC', 'database or disk is full');
      return connection.run(sql, ...values);
    },
  };
};

test('where there is no room for a copy, the old file goes first', async (t) => {
  const { folder, store, next, inFile, inRows } = createComingAndGoing(t, withoutRoom);
  for (let round = 0; round < ROUNDS / 3; round++) {
    await next();
    const release = await next();
    store.erase(release);
    assert.deepEqual(inFile(), []);
    assert.deepEqual(inRows(), []);
    assert.equal(store.residue, undefined);
    assert.equal(store.ordinal, release.manifest.ordinal);
    assertStored(readReleaseStore(folder, assert.fail), release);
  }
  const { ordinal } = store;
  store.erase(undefined);
  assert.equal(readReleaseStore(folder, assert.fail), undefined);
  assert.equal(store.ordinal, ordinal);
  const release = await next();
  assertStored(readReleaseStore(folder, assert.fail), release);
  store.close();
});
