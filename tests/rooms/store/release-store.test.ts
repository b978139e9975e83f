import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import * as fc from 'fast-check';
import type { Review } from '#dataset/review.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { compareLists } from '../../../sidecar/store/compare-lists.ts';
import { ReleaseStore } from '../../../sidecar/store/store.ts';
import { STORE_DISK, type StoreDisk } from '../../../sidecar/store/store-disk.ts';
import { STORE_FILE } from '../../../sidecar/store/store-schema.ts';
import { runs } from '../../support/at-length.ts';
import { createFolder } from '../../support/content-folder.ts';
import { makeRelease } from '../../support/release.ts';
import { arbitraryEdit, editReviews, storedReview } from '../../support/reviews.ts';
import { assertStored, createEditions, toStorable } from '../release/stored-release.ts';

const REVIEWS: readonly StoredReview[] = ['03', '02', '02', '01'].map((day, index) =>
  storedReview({ id: `review-${index}`, datePublished: `2026-10-${day}` }),
);

/** The reviews, of which the first has another text. */
const changed = ([first, ...others]: readonly StoredReview[]) =>
  first ? [{ ...first, reviewBody: 'They did not.' }, ...others] : [];

/** A folder for a store, what the store reports, and what is stored in it. */
function createPlace(t: TestContext, after = 0) {
  const folder = createFolder(t);
  const told: string[] = [];
  const editions = createEditions(after);
  let last: readonly Review[] = [];
  return {
    folder,
    file: join(folder, STORE_FILE),
    told,
    editions,
    open: (disk?: StoreDisk) =>
      ReleaseStore.open(folder, { tell: (message) => told.push(message), disk }),
    read: () => ReleaseStore.read(folder, assert.fail),
    /** Stores another release, which is read as it was; of what was stored, the edit may be known. */
    write: async (store: ReleaseStore, reviews: readonly StoredReview[], isEdit = false) => {
      const release = await editions.next(reviews);
      store.write(release, isEdit ? compareLists(last, release.reviews) : 'everything');
      last = release.reviews;
      assertStored(ReleaseStore.read(folder, assert.fail), release);
      return release;
    },
  };
}

test('what is written is read byte for byte', async (t) => {
  const { open, read, told } = createPlace(t);
  const release = toStorable(await makeRelease());
  const store = open();
  assert.ok(!store.holds(release.manifest.ordinal));
  store.write(release);
  assert.ok(store.holds(release.manifest.ordinal));
  assertStored(read(), release);
  store.close();
  assertStored(read(), release);
  assert.deepEqual(told, []);
});

test('so it is after each of whatever edits, also where the store is opened in between', async (t) => {
  const steps = fc.array(fc.record({ edit: arbitraryEdit, opens: fc.boolean() }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom([], REVIEWS.slice(0, 2)), steps, async (first, edits) => {
      const { open, write, told } = createPlace(t);
      let store = open();
      let reviews: readonly StoredReview[] = first;
      await write(store, reviews);
      for (const [number, { edit, opens }] of edits.entries()) {
        if (opens) {
          store.close();
          store = open();
        }
        reviews = editReviews(reviews, edit, 100 + number);
        const { manifest } = await write(store, reviews, !opens);
        assert.equal(store.ordinal, manifest.ordinal);
      }
      store.close();
      assert.deepEqual(told, []);
    }),
    { numRuns: runs(25) },
  );
});

test('an edit of one review writes one line, and no file that is unchanged', async (t) => {
  const statements: string[] = [];
  const connect: StoreDisk['connect'] = (file, use) => {
    const connection = STORE_DISK.connect(file, use);
    const run: typeof connection.run = (sql, ...values) => {
      statements.push(sql);
      return connection.run(sql, ...values);
    };
    return { ...connection, run };
  };
  const count = (start: string) => statements.filter((sql) => sql.startsWith(start)).length;
  const { open, write } = createPlace(t);
  const store = open({ ...STORE_DISK, connect });
  const first = await write(store, REVIEWS);
  assert.equal(count('INSERT INTO reviews'), REVIEWS.length);
  statements.length = 0;
  const second = await write(store, changed(REVIEWS), true);
  assert.deepEqual([count('INSERT INTO reviews'), count('DELETE FROM reviews')], [1, 0]);
  const before = new Set(first.files.map(({ entry }) => entry.variants.identity.etag));
  const touched = second.files.filter(({ entry }) => !before.has(entry.variants.identity.etag));
  assert.ok(touched.length < second.files.length);
  const most = touched.reduce((sum, { bodies }) => sum + Object.keys(bodies).length, 0);
  // Of reviews.json what stands before and after the lines, and dataset.json.
  assert.ok(count('INSERT INTO pieces') <= most + 2);
  statements.length = 0;
  store.write(
    { ...second, manifest: { ...second.manifest, ordinal: 3 } },
    { removed: [], added: [] },
  );
  assert.equal(count('INSERT INTO reviews') + count('INSERT INTO pieces'), 0);
  store.close();
});

test('what an edit leaves in the file is known until it is erased', async (t) => {
  const { open, write, read } = createPlace(t);
  let store = open();
  for (const [reviews, residue] of [
    [REVIEWS.slice(1), undefined],
    [REVIEWS, undefined],
    [changed(REVIEWS), 'changed'],
    [changed(REVIEWS).slice(1), 'removed'],
    [changed(REVIEWS.slice(1)), 'removed'],
  ] as const) {
    await write(store, reviews);
    assert.equal(store.residue, residue);
  }
  store.close();
  store = open();
  assert.equal(store.residue, 'removed');
  const last = await write(store, changed(REVIEWS.slice(1)));
  store.erase(last);
  assert.equal(store.residue, undefined);
  assertStored(read(), last);
  // Compared with what is stored, where this process did not store it.
  store.close();
  store = open();
  await write(store, changed(REVIEWS.slice(1)));
  assert.equal(store.residue, undefined);
  await write(store, REVIEWS.slice(1));
  assert.equal(store.residue, 'changed');
  store.close();
});

test('the highest ordinal outlives a release, an erasure and the process', async (t) => {
  const high = 1_795_000_000_000;
  const { folder } = createPlace(t);
  const store = ReleaseStore.open(folder, { after: high });
  const low = await createEditions(5).next(REVIEWS);
  store.write(low);
  store.erase(low);
  assert.equal(store.ordinal, high);
  store.close();
  const again = ReleaseStore.open(folder);
  again.write(await createEditions(high).next([]));
  assert.equal(again.ordinal, high + 1);
  again.close();
});

test('a store of another version is replaced, which is logged, and ordinals go on', async (t) => {
  const { folder, open, write, file, read, told } = createPlace(t, 41);
  const first = open();
  await write(first, REVIEWS);
  first.close();
  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 99');
  database.close();
  assert.equal(read(), undefined);
  assert.equal(ReleaseStore.readOrdinal(folder, 'read'), 42);
  const store = open();
  assert.match(told.join('\n'), /^.*another version \(99\).*$/);
  assert.equal(store.ordinal, 42);
  assert.equal(read(), undefined);
  await write(store, REVIEWS);
  store.close();
});

test('a file that is not such a store becomes one, and damage is logged', async (t) => {
  for (const [bytes, said] of [
    [Buffer.from('This is no database. '.repeat(5000)), /damaged/],
    [Buffer.from('SQLite format 3\0'.padEnd(200, 'x')), /damaged/],
    [Buffer.alloc(100_000), /damaged/],
    [Buffer.alloc(0), /^$/],
    ['CREATE TABLE release (other TEXT); PRAGMA user_version = 99', /another version/],
  ] as const) {
    const { open, write, file, told } = createPlace(t);
    if (typeof bytes === 'string') {
      const database = new DatabaseSync(file);
      database.exec(bytes);
      database.close();
    } else writeFileSync(file, bytes);
    const store = open();
    assert.match(told.join('\n'), said);
    await write(store, REVIEWS);
    store.close();
  }
});

test('a file that is damaged while it is open is made again by the next release', async (t) => {
  const { open, write, file, told } = createPlace(t);
  const store = open();
  await write(store, REVIEWS);
  writeFileSync(file, Buffer.alloc(100_000, 'x'));
  await write(store, changed(REVIEWS));
  assert.equal(told.length, 1);
  assert.equal(store.ordinal, 2);
  store.close();
});
