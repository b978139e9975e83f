import assert from 'node:assert/strict';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { artifactAt } from '#artifacts/catalog.ts';
import { writeManifest } from '#release/manifest-file.ts';
import { writePack } from '#release/write-pack.ts';
import { loadData, loadPages } from '../../../sidecar/release/load-release.ts';
import { BrokenReleaseError } from '../../../sidecar/release/read-bodies.ts';
import { createFolder } from '../../support/content-folder.ts';
import { bodiesOf, makeRelease, writeRelease } from '../../support/release.ts';

const made = await makeRelease();
const { manifest, release } = made;
type Lifetime = Parameters<typeof createFolder>[0];

async function writeFolder(test: Lifetime) {
  const path = createFolder(test);
  await writeRelease(path, made);
  return { kind: 'folder', path } as const;
}

async function writePacks(test: Lifetime) {
  const folder = createFolder(test);
  const { ordinal, key } = manifest;
  const files = made.sealed.map(({ entry, variants }) => ({ entry, bodies: bodiesOf(variants) }));
  const store = async (name: string, wanted: typeof files) => {
    const path = join(folder, name);
    await writePack(path, { meta: { ordinal, key }, files: wanted });
    return { kind: 'pack', path } as const;
  };
  const isData = ({ entry }: (typeof files)[number]) => artifactAt(entry.path) !== undefined;
  return {
    data: await store('data.pack', files.filter(isData)),
    pages: await store(
      'pages.pack',
      files.filter((file) => !isData(file)),
    ),
  };
}

test('data and pages are loaded as they were made, from a folder and from packs', async (t) => {
  const folder = await writeFolder(t);
  const packs = await writePacks(t);
  for (const { data, pages } of [{ data: folder, pages: folder }, packs]) {
    const loaded = loadData(data);
    assert.equal(loaded.ordinal, release.ordinal);
    assert.deepEqual(loaded.key, manifest.key);
    assert.deepEqual(loaded.removed, release.removed);
    assert.deepEqual(loaded.corpus, release.corpus);
    const served = new Map(loaded.data.map((file) => [file.path, file]));
    assert.deepEqual(served, release.files.data);
    const asked = { technician: 'Elena Muñoz', limit: 20 };
    assert.equal((await loaded.index).search(asked).total, 2);

    const set = loadPages(pages);
    assert.equal(set.ordinal, release.ordinal);
    for (const { path } of manifest.entries.filter((entry) => !artifactAt(entry.path))) {
      assert.deepEqual(set.get(path), release.files.get(path), path);
    }
    assert.equal(set.get('/reviews.json'), undefined, 'data are not among the pages');
  }
});

for (const file of ['reviews.json', 'reviews.json.br', 'api/feed.json.gz', 'index.html.zst']) {
  test(`a byte of ${file} that changed on disk is noticed`, async (t) => {
    const folder = await writeFolder(t);
    const path = join(folder.path, 'client', file);
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
    writeFileSync(path, bytes);
    const load = file.startsWith('index') ? loadPages : loadData;
    assert.throws(
      () => load(folder),
      (error) => {
        assert.ok(error instanceof BrokenReleaseError);
        assert.ok(error.message.includes(path), error.message);
        return true;
      },
    );
  });
}

test('a byte of a pack that changed on disk is noticed', async (t) => {
  const { data, pages } = await writePacks(t);
  for (const { path } of [data, pages]) {
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(400) ^ 1, 400);
    writeFileSync(path, bytes);
  }
  assert.throws(() => loadData(data), /The pack holds/);
  assert.throws(() => loadPages(pages), /The pack holds/);
});

test('a file that was cut off is noticed', async (t) => {
  const folder = await writeFolder(t);
  truncateSync(join(folder.path, 'client/insights.json'), 100);
  assert.throws(() => loadData(folder), BrokenReleaseError);
});

test('a file that is missing is noticed', async (t) => {
  const folder = await writeFolder(t);
  rmSync(join(folder.path, 'client/feed.xml'));
  assert.throws(
    () => loadData(folder),
    (error) => {
      assert.ok(error instanceof BrokenReleaseError);
      assert.match(error.message, /feed\.xml cannot be read; build the release again/);
      assert.ok(error.cause instanceof Error);
      return true;
    },
  );
});

test('a manifest without the dataset is refused', async (t) => {
  const folder = await writeFolder(t);
  for (const path of ['/reviews.json', '/api/feed.json', '/insights.json']) {
    const entries = manifest.entries.filter((entry) => entry.path !== path);
    await writeManifest(folder.path, { ...manifest, entries });
    assert.throws(() => loadData(folder), BrokenReleaseError);
  }
});

test('what the manifest does not name is not served', async (t) => {
  const folder = await writeFolder(t);
  writeFileSync(join(folder.path, 'client/secret.txt'), 'Not published.');
  assert.equal(loadPages(folder).get('/secret.txt'), undefined);
});

test('a folder without a release is refused', (t) => {
  const folder = { kind: 'folder', path: createFolder(t) } as const;
  assert.throws(() => loadData(folder), /holds no release; build it again/);
});
