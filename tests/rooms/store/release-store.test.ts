import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { NO_EDIT } from '#dataset/edits/list-edit.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { ReleaseStore } from '../../../sidecar/store/release-store.ts';
import { STORE_DISK, type StoreDisk } from '../../../sidecar/store/store-disk.ts';
import { STORE_FILE } from '../../../sidecar/store/store-schema.ts';
import { createFolder } from '../../support/content-folder.ts';
import { arbitraryEdit, editReviews } from '../../support/edits.ts';
import { makeRelease } from '../../support/release.ts';
import { storedReview } from '../../support/reviews.ts';
import { assertStored, createEditions, toStorable } from '../../support/stored-release.ts';

const REVIEWS: readonly StoredReview[] = ['03', '02', '02', '01'].map((day, index) =>
  storedReview({ id: `review-${index}`, datePublished: `2026-10-${day}` }),
);

/** The reviews, of which the first has another text. */
const changed = ([first, ...others]: readonly StoredReview[]) =>
  first ? [{ ...first, reviewBody: 'They did not.' }, ...others] : [];

const failIfTold = (message: string) => assert.fail(message);

/** SQLite, with every statement that changes something told. */
function createRecording() {
  const statements: string[] = [];
  const connect: StoreDisk['connect'] = (file, use) => {
    const connection = STORE_DISK.connect(file, use);
    return {
      ...connection,
      run: (sql, ...values) => {
        statements.push(sql);
        return connection.run(sql, ...values);
      },
    };
  };
  const count = (start: string) => statements.filter((sql) => sql.startsWith(start)).length;
  return { disk: { ...STORE_DISK, connect }, count, forget: () => statements.splice(0) };
}

test('what is written is read byte for byte', async (t) => {
  const folder = createFolder(t);
  const release = toStorable(await makeRelease());
  const store = ReleaseStore.open(folder, { tell: failIfTold });
  assert.ok(!store.holds(release.manifest.ordinal));
  store.write(release);
  assert.ok(store.holds(release.manifest.ordinal));
  assertStored(ReleaseStore.read(folder, failIfTold), release);
  store.close();
  assertStored(ReleaseStore.read(folder, failIfTold), release);
});

test('so it is after each of whatever edits, also where the store is opened in between', async (t) => {
  const arbitrarySteps = fc.array(fc.record({ edit: arbitraryEdit, opens: fc.boolean() }), {
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(arbitrarySteps, async (steps) => {
      const folder = createFolder(t);
      const editions = createEditions();
      let store = ReleaseStore.open(folder, { tell: failIfTold });
      let reviews: readonly StoredReview[] = REVIEWS.slice(0, 2);
      store.write(await editions.next(reviews));
      for (const [number, { edit, opens }] of steps.entries()) {
        if (opens) {
          store.close();
          store = ReleaseStore.open(folder, { tell: failIfTold });
        }
        reviews = editReviews(reviews, edit, 100 + number);
        const release = await editions.next(reviews);
        store.write(release, opens ? 'everything' : release.edit);
        assertStored(ReleaseStore.read(folder, failIfTold), release);
        assert.equal(store.ordinal, release.manifest.ordinal);
      }
      store.close();
    }),
    { numRuns: 25 },
  );
});

test('a release without reviews is read, and so is the next one with some', async (t) => {
  const folder = createFolder(t);
  const editions = createEditions();
  const store = ReleaseStore.open(folder);
  for (const reviews of [[], REVIEWS, []]) {
    const release = await editions.next(reviews);
    store.write(release, release.edit);
    assertStored(ReleaseStore.read(folder, failIfTold), release);
  }
  store.close();
});

test('an edit of one review writes one line, and no file that is unchanged', async (t) => {
  const { disk, count, forget } = createRecording();
  const editions = createEditions();
  const store = ReleaseStore.open(createFolder(t), { tell: failIfTold, disk });
  const first = await editions.next(REVIEWS);
  store.write(first);
  assert.equal(count('INSERT INTO reviews'), REVIEWS.length);
  forget();
  const second = await editions.next(changed(REVIEWS));
  store.write(second, second.edit);
  assert.equal(count('INSERT INTO reviews'), 1);
  assert.equal(count('DELETE FROM reviews'), 0);
  const before = new Set(first.files.map(({ entry }) => entry.variants.identity.etag));
  const touched = second.files.filter(({ entry }) => !before.has(entry.variants.identity.etag));
  assert.ok(touched.length < second.files.length);
  const most = touched.reduce((sum, { bodies }) => sum + Object.keys(bodies).length, 0);
  // Of reviews.json what stands before and after the lines, and dataset.json.
  assert.ok(count('INSERT INTO pieces') <= most + 2);
  forget();
  store.write({ ...second, manifest: { ...second.manifest, ordinal: 3 } }, NO_EDIT);
  assert.equal(count('INSERT INTO reviews') + count('INSERT INTO pieces'), 0);
  store.close();
});

test('what an edit leaves in the file is known until it is erased', async (t) => {
  const folder = createFolder(t);
  const editions = createEditions();
  let store = ReleaseStore.open(folder);
  const write = async (reviews: readonly StoredReview[]) => {
    const release = await editions.next(reviews);
    store.write(release);
    return release;
  };
  await write(REVIEWS.slice(1));
  assert.equal(store.residue, undefined);
  await write(REVIEWS);
  assert.equal(store.residue, undefined);
  await write(changed(REVIEWS));
  assert.equal(store.residue, 'changed');
  await write(changed(REVIEWS).slice(1));
  assert.equal(store.residue, 'removed');
  const last = await write(changed(REVIEWS.slice(1)));
  assert.equal(store.residue, 'removed');
  store.close();
  store = ReleaseStore.open(folder);
  assert.equal(store.residue, 'removed');
  store.erase(last);
  assert.equal(store.residue, undefined);
  assertStored(ReleaseStore.read(folder, failIfTold), last);
  // Compared with what is stored, where this process did not store it.
  store.close();
  store = ReleaseStore.open(folder);
  await write(changed(changed(REVIEWS.slice(1))));
  assert.equal(store.residue, undefined);
  await write(REVIEWS.slice(1));
  assert.equal(store.residue, 'changed');
  store.close();
});

test('the highest ordinal outlives a release, an erasure and the process', async (t) => {
  const folder = createFolder(t);
  assert.equal(ReleaseStore.open(createFolder(t)).ordinal, 0);
  const store = ReleaseStore.open(folder, { after: 1_795_000_000_000 });
  assert.equal(store.ordinal, 1_795_000_000_000);
  const low = await createEditions(5).next(REVIEWS);
  store.write(low);
  store.erase(low);
  assert.equal(store.ordinal, 1_795_000_000_000);
  store.close();
  const again = ReleaseStore.open(folder);
  again.write(await createEditions(1_795_000_000_000).next([]));
  assert.equal(again.ordinal, 1_795_000_000_001);
  again.close();
});

test('a store of another version is told and replaced, and ordinals go on', async (t) => {
  const folder = createFolder(t);
  const first = ReleaseStore.open(folder);
  first.write(await createEditions(41).next(REVIEWS));
  first.close();
  const database = new DatabaseSync(join(folder, STORE_FILE));
  database.exec('PRAGMA user_version = 99');
  database.close();
  assert.equal(ReleaseStore.read(folder, failIfTold), undefined);
  const told: string[] = [];
  const store = ReleaseStore.open(folder, { tell: (message) => told.push(message) });
  assert.equal(told.length, 1);
  assert.match(told[0] ?? '', /another version \(99\)/);
  assert.equal(store.ordinal, 42);
  assert.equal(ReleaseStore.read(folder, failIfTold), undefined);
  const release = await createEditions(42).next(REVIEWS);
  store.write(release);
  store.close();
  assertStored(ReleaseStore.read(folder, failIfTold), release);
});

test('so is a store of another version without any mark', async (t) => {
  const folder = createFolder(t);
  const database = new DatabaseSync(join(folder, STORE_FILE));
  database.exec('CREATE TABLE release (other TEXT); PRAGMA user_version = 99');
  database.close();
  const store = ReleaseStore.open(folder);
  const release = await createEditions().next(REVIEWS);
  store.write(release);
  store.close();
  assertStored(ReleaseStore.read(folder, failIfTold), release);
});

for (const [what, bytes] of [
  ['text', Buffer.from('This is no database. '.repeat(5000))],
  ['the beginning of a database', Buffer.from('SQLite format 3\0'.padEnd(200, 'x'))],
  ['zeros', Buffer.alloc(100_000)],
] as const) {
  test(`a file of ${what} is replaced`, async (t) => {
    const folder = createFolder(t);
    writeFileSync(join(folder, STORE_FILE), bytes);
    const told: string[] = [];
    const store = ReleaseStore.open(folder, { tell: (message) => told.push(message) });
    assert.deepEqual(
      told.map((message) => /damaged/.test(message)),
      [true],
    );
    const release = await createEditions().next(REVIEWS);
    store.write(release);
    store.close();
    assertStored(ReleaseStore.read(folder, failIfTold), release);
  });
}

test('an empty file becomes a store', async (t) => {
  const folder = createFolder(t);
  writeFileSync(join(folder, STORE_FILE), '');
  const store = ReleaseStore.open(folder, { tell: failIfTold });
  const release = await createEditions().next(REVIEWS);
  store.write(release);
  store.close();
  assertStored(ReleaseStore.read(folder, failIfTold), release);
});

test('a file that is damaged while it is open is made anew by the next release', async (t) => {
  const folder = createFolder(t);
  const editions = createEditions();
  const told: string[] = [];
  const store = ReleaseStore.open(folder, { tell: (message) => told.push(message) });
  store.write(await editions.next(REVIEWS));
  writeFileSync(join(folder, STORE_FILE), Buffer.alloc(100_000, 'x'));
  const release = await editions.next(changed(REVIEWS));
  store.write(release);
  assert.equal(told.length, 1);
  assert.equal(store.ordinal, 2);
  store.close();
  assertStored(ReleaseStore.read(folder, failIfTold), release);
});
