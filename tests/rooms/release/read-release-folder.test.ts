import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { encodeVariants } from '#artifacts/encode-variants.ts';
import { HTML_TYPE } from '#artifacts/media-types.ts';
import { writeManifest } from '#release/manifest.ts';
import { BrokenReleaseError, toEncodedFile, writePublicFile } from '#release/release.ts';
import { serializeDataset } from '#release/stored-dataset.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { readReleaseFolder } from '../../../sidecar/release/read-release-folder.ts';
import { createFolder } from '../../support/content-folder.ts';
import { makeRelease, writeRelease } from '../../support/release.ts';

const made = await makeRelease();
const { manifest } = made;

async function writeFolder(test: Parameters<typeof createFolder>[0]): Promise<string> {
  const folder = createFolder(test);
  await writeRelease(folder, made);
  return folder;
}

test('a release is read as it was made, every byte', async (t) => {
  const { manifest: read, files, dataset } = readReleaseFolder(await writeFolder(t));
  assert.deepEqual(read, manifest);
  assert.deepEqual(dataset, Buffer.from(serializeDataset(made.dataset)));
  for (const [at, { entry, bodies }] of files.entries()) {
    assert.equal(entry.path, made.encoded[at]?.entry.path);
    for (const [coding, body] of Object.entries(made.encoded[at]?.bodies ?? {})) {
      const [, read = []] = Object.entries(bodies).find(([one]) => one === coding) ?? [];
      assert.deepEqual(joinPieces(read), joinPieces(body));
    }
  }
});

test('pages of a build are not read: they are rendered from the data', async (t) => {
  const folder = await writeFolder(t);
  const names = { path: '/', file: 'index.html', mediaType: HTML_TYPE };
  const page = toEncodedFile(
    names,
    await encodeVariants([Buffer.from('<p>Old')]),
    undefined,
    new Date(0),
  );
  writePublicFile(join(folder, 'client'), page);
  await writeManifest(folder, { ...manifest, entries: [...manifest.entries, page.entry] });
  assert.deepEqual(readReleaseFolder(folder).manifest, manifest);
});

for (const file of ['reviews.json', 'reviews.json.br', 'api/feed.json.gz', 'insights.json.zst']) {
  test(`a byte of ${file} that changed on disk is noticed`, async (t) => {
    const folder = await writeFolder(t);
    const path = join(folder, 'client', file);
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
    writeFileSync(path, bytes);
    assert.throws(
      () => readReleaseFolder(folder),
      (error) => {
        assert.ok(error instanceof BrokenReleaseError);
        assert.ok(error.message.includes(path), error.message);
        return true;
      },
    );
  });
}

test('a byte of dataset.json that changed on disk is noticed', async (t) => {
  const folder = await writeFolder(t);
  const file = join(folder, 'dataset.json');
  writeFileSync(file, readFileSync(file, 'latin1').replace('Harbor', 'Barbor'), 'latin1');
  assert.throws(() => readReleaseFolder(folder), BrokenReleaseError);
});

test('a file that is missing is noticed', async (t) => {
  const folder = await writeFolder(t);
  rmSync(join(folder, 'client/feed.xml'));
  assert.throws(
    () => readReleaseFolder(folder),
    (error) => {
      assert.ok(error instanceof BrokenReleaseError);
      assert.match(error.message, /feed\.xml is missing; build the release again/);
      assert.ok(error.cause instanceof Error);
      return true;
    },
  );
});

test('a folder without a release is refused', (t) => {
  assert.throws(() => readReleaseFolder(createFolder(t)), /holds no release; build it again/);
});
