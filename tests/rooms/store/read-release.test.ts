import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { BrokenReleaseError } from '#release/release.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { createRandom } from '../../../scripts/generate/random.ts';
import { ReleaseStore } from '../../../sidecar/store/store.ts';
import { StoreFault } from '../../../sidecar/store/store-disk.ts';
import { STORE_FILE } from '../../../sidecar/store/store-schema.ts';
import { createFolder } from '../../support/content-folder.ts';
import { makeRelease } from '../../support/release.ts';
import { storedReview } from '../../support/reviews.ts';
import { assertStored, createEditions, toStorable } from '../release/stored-release.ts';

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
  const file = join(folder, STORE_FILE);
  const read = (tell: (message: string) => void = assert.fail) => ReleaseStore.read(folder, tell);
  return { folder, file, release, read, bytes: readFileSync(file) };
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
  for (const ordinal of [0, 7]) {
    if (ordinal > 0) ReleaseStore.open(folder, { after: ordinal }).close();
    assert.equal(ReleaseStore.read(folder, assert.fail), undefined);
    assert.equal(ReleaseStore.readManifest(folder), undefined);
    assert.equal(ReleaseStore.readOrdinal(folder, 'write'), ordinal);
  }
});

test('the manifest and a file are read while the store is open, a missing file is refused', async (t) => {
  const folder = createFolder(t);
  const made = await makeRelease();
  const [first = assert.fail()] = made.encoded;
  const readFile = (entry = first.entry) => ReleaseStore.readFile(folder, entry);
  assert.throws(() => readFile(), BrokenReleaseError);
  const store = ReleaseStore.open(folder);
  store.write(toStorable(made));
  assert.deepEqual(ReleaseStore.readManifest(folder), made.manifest);
  for (const { entry, bodies } of made.encoded) {
    assert.ok(joinPieces(readFile(entry)).equals(joinPieces(bodies.identity)), entry.path);
  }
  store.close();
  const other = { ...first.entry, variants: { identity: { etag: '"other"', bytes: 1 } } };
  assert.throws(() => readFile(other), BrokenReleaseError);
});

test('where anything but a compressed variant was changed or is gone, nothing is read', async (t) => {
  const { file, release, read, bytes } = await createStored(t);
  const etags = release.files.map(({ entry }) => entry.variants.identity.etag);
  const where = 'WHERE etag = ? AND number = 0';
  for (const [sql, ...values] of [
    [`UPDATE reviews SET line = ${FLIPPED('line')} WHERE id = 'review-3'`],
    ["UPDATE reviews SET date = '2020-01-01' WHERE id = 'review-3'"],
    ["DELETE FROM reviews WHERE id = 'review-3'"],
    ["UPDATE release SET manifest = replace(manifest, 'review', 'Review')"],
    ['UPDATE release SET digest = \'"x"\''],
    ...[...new Set([release.manifest.dataset, ...etags])].flatMap((etag) => [
      [`UPDATE pieces SET bytes = ${FLIPPED('bytes')} ${where}`, etag],
      [`DELETE FROM pieces ${where}`, etag],
    ]),
  ]) {
    damage(file, sql ?? '', ...values);
    assert.throws(() => read(), BrokenReleaseError, sql);
    writeFileSync(file, bytes);
  }
  assertStored(read(), release);
});

test('a compressed variant that is damaged is left out and logged, until it is stored again', async (t) => {
  const { folder, file, release, read } = await createStored(t);
  const damaged = release.files.find(({ entry }) => entry.variants.br) ?? assert.fail();
  const { path, variants } = damaged.entry;
  const etag = variants.br?.etag ?? '';
  damage(file, `UPDATE pieces SET bytes = ${FLIPPED('bytes')} WHERE etag = ?`, etag);
  const told: string[] = [];
  const found = read((message) => told.push(message));
  assert.deepEqual(told, [`the stored br variant of ${path} is damaged and left out`]);
  const entries = release.manifest.entries.map((entry) =>
    entry.path === path ? { ...entry, variants: { identity: variants.identity } } : entry,
  );
  assert.deepEqual(found?.manifest.entries, entries);
  assert.deepEqual(
    found.files.map(({ entry }) => entry),
    entries,
  );
  const { bodies } = found.files.find(({ entry }) => entry.path === path) ?? assert.fail();
  assert.deepEqual(Object.keys(bodies), ['identity']);

  const store = ReleaseStore.open(folder);
  store.addVariants(release.manifest, [damaged]);
  store.close();
  assertStored(read(), release);
});

test('whatever byte of the file is changed, no other bytes than were stored are read', async (t) => {
  const { file, release, read, bytes } = await createStored(t);
  const random = createRandom(20261122);
  const outcomes = { whole: 0, fewer: 0, refused: 0, none: 0 };
  const tryToRead = () => {
    try {
      return { release: read(() => {}) };
    } catch (error) {
      const isExpected = error instanceof BrokenReleaseError || error instanceof StoreFault;
      assert.ok(isExpected, String(error));
      return undefined;
    }
  };
  for (let round = 0; round < 600; round++) {
    const changed = Buffer.from(bytes);
    // The header, in which every byte has a meaning, and then anywhere.
    const at = round < 100 ? round : random.integer(100, bytes.length - 1);
    changed[at] = (changed[at] ?? 0) ^ (1 << random.integer(0, 7));
    writeFileSync(file, changed);
    const found = tryToRead();
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
