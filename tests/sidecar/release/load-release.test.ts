import assert from 'node:assert/strict';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BrokenReleaseError, loadRelease } from '../../../sidecar/release/load-release.ts';
import { createFolder } from '../../support/content-folder.ts';
import { makeRelease, writeRelease } from '../../support/release.ts';

const made = await makeRelease();
const { manifest, release } = made;

test('a release is loaded as it was made', async (t) => {
  const folder = createFolder(t);
  await writeRelease(folder, made);
  const loaded = loadRelease(folder, manifest);
  assert.equal(loaded.ordinal, release.ordinal);
  assert.equal(loaded.baseUrl, release.baseUrl);
  assert.equal(loaded.lastModified, release.lastModified);
  assert.deepEqual(loaded.removed, release.removed);
  assert.deepEqual(loaded.corpus, release.corpus);
  assert.deepEqual([...loaded.files], [...release.files]);
  const asked = { mentions_technician: 'attorney munoz', limit: 20 };
  assert.deepEqual(await loaded.search(asked), await release.search(asked));
  assert.equal((await loaded.search(asked)).total, 2);
});

for (const file of ['reviews.json', 'reviews.json.br', 'api/feed.json.gz', 'index.html.zst']) {
  test(`a byte of ${file} that changed on disk is noticed`, async (t) => {
    const folder = createFolder(t);
    await writeRelease(folder, made);
    const path = join(folder, 'client', file);
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
    writeFileSync(path, bytes);
    assert.throws(
      () => loadRelease(folder, manifest),
      (error) => {
        assert.ok(error instanceof BrokenReleaseError);
        assert.ok(error.message.includes(path), error.message);
        return true;
      },
    );
  });
}

test('a file that was cut off is noticed', async (t) => {
  const folder = createFolder(t);
  await writeRelease(folder, made);
  truncateSync(join(folder, 'client/insights.json'), 100);
  assert.throws(() => loadRelease(folder, manifest), BrokenReleaseError);
});

test('a file that is missing is noticed', async (t) => {
  const folder = createFolder(t);
  await writeRelease(folder, made);
  rmSync(join(folder, 'client/feed.xml'));
  assert.throws(
    () => loadRelease(folder, manifest),
    (error) => {
      assert.ok(error instanceof BrokenReleaseError);
      assert.match(error.message, /feed\.xml cannot be read; build the release again/);
      assert.ok(error.cause instanceof Error);
      return true;
    },
  );
});

test('a manifest without the dataset is refused', async (t) => {
  const folder = createFolder(t);
  await writeRelease(folder, made);
  for (const path of ['/reviews.json', '/api/feed.json', '/insights.json']) {
    const entries = manifest.entries.filter((entry) => entry.path !== path);
    assert.throws(() => loadRelease(folder, { ...manifest, entries }), BrokenReleaseError);
  }
});

test('what the manifest does not name is not served', async (t) => {
  const folder = createFolder(t);
  await writeRelease(folder, made);
  writeFileSync(join(folder, 'client/secret.txt'), 'Not published.');
  assert.ok(!loadRelease(folder, manifest).files.has('/secret.txt'));
});
