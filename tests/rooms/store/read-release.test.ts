import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { BrokenReleaseError } from '#release/release.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { createRandom } from '../../../scripts/generate/random.ts';
import { ReleaseStore } from '../../../sidecar/store/release-store.ts';
import { StoreFault } from '../../../sidecar/store/store-disk.ts';
import { STORE_FILE } from '../../../sidecar/store/store-schema.ts';
import { createFolder } from '../../support/content-folder.ts';
import { makeRelease } from '../../support/release.ts';
import { storedReview } from '../../support/reviews.ts';
import {
  assertStored,
  createEditions,
  storeRelease,
  toStorable,
} from '../../support/stored-release.ts';

const WORDS = 'They kept me informed of every step, and told me what it would cost. ';
const REVIEWS = Array.from({ length: 6 }, (_, index) =>
  storedReview({
    id: `review-${index}`,
    datePublished: `2026-10-0${index + 1}`,
    reviewBody: `Number ${index}. ${WORDS.repeat(20)}`,
  }),
);

/** A stored release with the place of its file. */
async function createStored(t: TestContext) {
  const folder = createFolder(t);
  const release = await createEditions().next(REVIEWS);
  const store = ReleaseStore.open(folder);
  store.write(release);
  store.close();
  return { folder, file: join(folder, STORE_FILE), release };
}

/** Changes the bytes of a row, as a disk would. */
function damage(file: string, sql: string, ...values: readonly string[]): void {
  const database = new DatabaseSync(file);
  assert.equal(database.prepare(sql).run(...values).changes, 1);
  database.close();
}

/** The value with its last byte but one changed. */
const FLIPPED = (name: string) =>
  `CAST(substr(${name}, 1, length(${name}) - 2) || 'Z' || substr(${name}, -1) AS BLOB)`;

test('where nothing is stored there is nothing, and no file is made', (t) => {
  const folder = createFolder(t);
  assert.equal(ReleaseStore.read(folder, assert.fail), undefined);
  assert.equal(ReleaseStore.readManifest(folder), undefined);
  assert.equal(ReleaseStore.readOrdinal(folder, 'write'), 0);
  const store = ReleaseStore.open(folder, { after: 7 });
  store.close();
  assert.equal(ReleaseStore.read(folder, assert.fail), undefined);
  assert.equal(ReleaseStore.readManifest(folder), undefined);
  assert.equal(ReleaseStore.readOrdinal(folder, 'write'), 7);
});

test('the manifest and a file are read while the store is open', async (t) => {
  const folder = createFolder(t);
  const made = await makeRelease();
  const store = ReleaseStore.open(folder);
  store.write(toStorable(made));
  assert.deepEqual(ReleaseStore.readManifest(folder), made.manifest);
  for (const { entry, bodies } of made.encoded) {
    const read = joinPieces(ReleaseStore.readFile(folder, entry));
    assert.ok(read.equals(joinPieces(bodies.identity)), entry.path);
  }
  store.close();
});

test('a file that is not there is told as such', async (t) => {
  const folder = createFolder(t);
  const made = await makeRelease();
  const [first] = made.encoded;
  assert.ok(first);
  assert.throws(() => ReleaseStore.readFile(folder, first.entry), BrokenReleaseError);
  storeRelease(folder, made);
  const other = { ...first.entry, variants: { identity: { etag: '"other"', bytes: 1 } } };
  assert.throws(() => ReleaseStore.readFile(folder, other), BrokenReleaseError);
});

for (const [what, sql] of [
  ['the line of a review', `UPDATE reviews SET line = ${FLIPPED('line')} WHERE id = 'review-3'`],
  ['the manifest', "UPDATE release SET manifest = replace(manifest, 'review', 'Review')"],
  ['the digest of the manifest', 'UPDATE release SET digest = \'"x"\''],
  ['the order of reviews', "UPDATE reviews SET date = '2020-01-01' WHERE id = 'review-3'"],
  ['the number of reviews', "DELETE FROM reviews WHERE id = 'review-3'"],
] as const) {
  test(`where ${what} was changed, nothing is read`, async (t) => {
    const { folder, file } = await createStored(t);
    damage(file, sql);
    assert.throws(() => ReleaseStore.read(folder, assert.fail), BrokenReleaseError);
  });
}

test('where a piece of any file was changed or is gone, nothing is read', async (t) => {
  const { folder, file, release } = await createStored(t);
  const whole = readFileSync(file);
  const etags = release.files.map(({ entry }) => entry.variants.identity.etag);
  for (const etag of new Set([release.manifest.dataset, ...etags])) {
    for (const sql of [
      `UPDATE pieces SET bytes = ${FLIPPED('bytes')} WHERE etag = ? AND number = 0`,
      'DELETE FROM pieces WHERE etag = ? AND number = 0',
    ]) {
      damage(file, sql, etag);
      assert.throws(() => ReleaseStore.read(folder, assert.fail), BrokenReleaseError);
      writeFileSync(file, whole);
    }
  }
  assertStored(ReleaseStore.read(folder, assert.fail), release);
});

test('a compressed variant that is damaged is left out and told, until it is stored again', async (t) => {
  const { folder, file, release } = await createStored(t);
  const damaged = release.files.find(({ entry }) => entry.variants.br);
  assert.ok(damaged);
  const { path, variants } = damaged.entry;
  const etag = variants.br?.etag ?? '';
  damage(file, `UPDATE pieces SET bytes = ${FLIPPED('bytes')} WHERE etag = ?`, etag);
  const told: string[] = [];
  const read = ReleaseStore.read(folder, (message) => told.push(message));
  assert.deepEqual(told, [`the stored br variant of ${path} is damaged and left out`]);
  const { identity } = variants;
  const found = read?.files.find(({ entry }) => entry.path === path);
  assert.deepEqual(found?.entry.variants, { identity });
  assert.deepEqual(Object.keys(found?.bodies ?? {}), ['identity']);
  assert.deepEqual(
    read?.manifest.entries,
    release.manifest.entries.map((entry) =>
      entry.path === path ? { ...entry, variants: { identity } } : entry,
    ),
  );

  const store = ReleaseStore.open(folder);
  store.addVariants(release.manifest, [damaged]);
  store.close();
  assertStored(ReleaseStore.read(folder, assert.fail), release);
});

test('whatever byte of the file is changed, nobody gets other bytes than were stored', async (t) => {
  const { folder, file, release } = await createStored(t);
  const whole = readFileSync(file);
  const random = createRandom(20261122);
  const outcomes = { whole: 0, fewer: 0, refused: 0, none: 0 };
  const read = () => {
    try {
      return { release: ReleaseStore.read(folder, () => {}) };
    } catch (error) {
      const isTold = error instanceof BrokenReleaseError || error instanceof StoreFault;
      assert.ok(isTold, String(error));
      return undefined;
    }
  };
  for (let round = 0; round < 600; round++) {
    const bytes = Buffer.from(whole);
    // The header, in which every byte tells something, and then anywhere.
    const at = round < 100 ? round : random.integer(100, whole.length - 1);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.integer(0, 7));
    writeFileSync(file, bytes);
    const found = read();
    if (!found) outcomes.refused++;
    else if (!found.release) outcomes.none++;
    else {
      const { files, manifest, dataset } = found.release;
      assert.equal(manifest.ordinal, release.manifest.ordinal);
      assert.ok(dataset && joinPieces([dataset]).equals(release.dataset));
      const lacking = release.files.filter(({ entry, bodies }, index) => {
        const same = files[index];
        assert.equal(same?.entry.path, entry.path);
        assert.ok(joinPieces(same.bodies.identity).equals(joinPieces(bodies.identity)));
        return Object.keys(same.bodies).length < Object.keys(bodies).length;
      });
      outcomes[lacking.length > 0 ? 'fewer' : 'whole']++;
    }
  }
  for (const [outcome, count] of Object.entries(outcomes)) assert.ok(count > 0, outcome);
});
