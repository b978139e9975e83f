import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { HTML_TYPE } from '#artifacts/media-types.ts';
import { seal } from '#artifacts/seal.ts';
import { writeManifest } from '#release/manifest-file.ts';
import { packFile } from '#release/packed-file.ts';
import { writePack } from '#release/write-pack.ts';
import { writePublicFile } from '#release/write-public-file.ts';
import { loadRelease } from '../../../sidecar/release/load-release.ts';
import { BrokenReleaseError } from '../../../sidecar/release/read-bodies.ts';
import { createFolder } from '../../support/content-folder.ts';
import { makeRelease, writeRelease } from '../../support/release.ts';

const made = await makeRelease();
const { manifest, release } = made;
type Lifetime = Parameters<typeof createFolder>[0];

async function writeFolder(test: Lifetime) {
  const path = createFolder(test);
  await writeRelease(path, made);
  return { kind: 'folder', path } as const;
}

async function writeDataPack(test: Lifetime, files = made.sealed) {
  const path = join(createFolder(test), 'data.pack');
  const { ordinal, key } = manifest;
  await writePack(path, { meta: { ordinal, key }, files });
  return { kind: 'pack', path } as const;
}

test('a release is loaded as it was made, from a folder and from a pack', async (t) => {
  for (const stored of [await writeFolder(t), await writeDataPack(t)]) {
    const loaded = loadRelease(stored);
    assert.equal(loaded.ordinal, release.ordinal);
    assert.deepEqual(loaded.key, manifest.key);
    assert.deepEqual(loaded.removed, release.removed);
    assert.deepEqual(loaded.corpus, release.corpus);
    const served = new Map(loaded.data.map((file) => [file.path, file]));
    assert.deepEqual(served, release.files);
    const asked = { technician: 'Elena Muñoz', limit: 20 };
    assert.equal((await loaded.index).search(asked).total, 2);
  }
});

test('pages of a build are not loaded: they are rendered from the data', async (t) => {
  const folder = await writeFolder(t);
  const names = { path: '/', file: 'index.html', mediaType: HTML_TYPE };
  const page = packFile(names, await seal(Buffer.from('<p>Old')), undefined, new Date(0));
  const client = join(folder.path, 'client');
  mkdirSync(client, { recursive: true });
  writePublicFile(client, page);
  await writeManifest(folder.path, { ...manifest, entries: [...manifest.entries, page.entry] });
  assert.deepEqual(
    loadRelease(folder).data.map(({ path }) => path),
    [...release.files.keys()],
  );
});

for (const file of ['reviews.json', 'reviews.json.br', 'api/feed.json.gz', 'insights.json.zst']) {
  test(`a byte of ${file} that changed on disk is noticed`, async (t) => {
    const folder = await writeFolder(t);
    const path = join(folder.path, 'client', file);
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
    writeFileSync(path, bytes);
    assert.throws(
      () => loadRelease(folder),
      (error) => {
        assert.ok(error instanceof BrokenReleaseError);
        assert.ok(error.message.includes(path), error.message);
        return true;
      },
    );
  });
}

test('a byte of a pack that changed on disk is noticed', async (t) => {
  const pack = await writeDataPack(t);
  const bytes = readFileSync(pack.path);
  bytes.writeUInt8(bytes.readUInt8(400) ^ 1, 400);
  writeFileSync(pack.path, bytes);
  assert.throws(() => loadRelease(pack), /The pack holds/);
});

test('a file that was cut off is noticed', async (t) => {
  const folder = await writeFolder(t);
  truncateSync(join(folder.path, 'client/insights.json'), 100);
  assert.throws(() => loadRelease(folder), BrokenReleaseError);
});

test('a file that is missing is noticed', async (t) => {
  const folder = await writeFolder(t);
  rmSync(join(folder.path, 'client/feed.xml'));
  assert.throws(
    () => loadRelease(folder),
    (error) => {
      assert.ok(error instanceof BrokenReleaseError);
      assert.match(error.message, /feed\.xml cannot be read; build the release again/);
      assert.ok(error.cause instanceof Error);
      return true;
    },
  );
});

test('a release without the dataset is refused', async (t) => {
  const folder = await writeFolder(t);
  for (const path of ['/reviews.json', '/api/feed.json', '/insights.json']) {
    const entries = manifest.entries.filter((entry) => entry.path !== path);
    await writeManifest(folder.path, { ...manifest, entries });
    assert.throws(() => loadRelease(folder), BrokenReleaseError);
    const pack = await writeDataPack(
      t,
      made.sealed.filter(({ entry }) => entry.path !== path),
    );
    assert.throws(() => loadRelease(pack), BrokenReleaseError);
  }
});

test('what the manifest does not name is not served', async (t) => {
  const folder = await writeFolder(t);
  writeFileSync(join(folder.path, 'client/secret.txt'), 'Not published.');
  assert.ok(loadRelease(folder).data.every(({ path }) => path !== '/secret.txt'));
});

test('a folder without a release is refused', (t) => {
  const folder = { kind: 'folder', path: createFolder(t) } as const;
  assert.throws(() => loadRelease(folder), /holds no release; build it again/);
});
