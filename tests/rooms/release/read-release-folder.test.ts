import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { encodeVariants } from '#artifacts/encode-variants.ts';
import { HTML_TYPE } from '#artifacts/media-types.ts';
import { writeManifest } from '#release/manifest.ts';
import { BrokenReleaseError, toEncodedFile, writePublicFile } from '#release/release.ts';
import { serializeDataset } from '#release/stored-dataset.ts';
import { joinPieces, type Pieces } from '#search/corpus/pieces.ts';
import { readReleaseFolder } from '../../../sidecar/release/read-release-folder.ts';
import { createFolder } from '../../support/content-folder.ts';
import { makeRelease, writeRelease } from '../../support/release.ts';

const made = await makeRelease();
const { manifest } = made;

async function writeFolder(t: TestContext): Promise<string> {
  const folder = createFolder(t);
  await writeRelease(folder, made);
  return folder;
}

test('a release is read as it was made, every byte', async (t) => {
  const read = readReleaseFolder(await writeFolder(t));
  assert.deepEqual(read.manifest, manifest);
  assert.deepEqual(read.dataset, Buffer.from(serializeDataset(made.dataset)));
  const joined = (files: typeof made.encoded) =>
    files.map(({ bodies }) =>
      Object.entries(bodies).map(([coding, body]: [string, Pieces]) => [coding, joinPieces(body)]),
    );
  assert.deepEqual(joined(read.files), joined(made.encoded));
});

test('pages of a build are not read: they are rendered from the data', async (t) => {
  const folder = await writeFolder(t);
  const names = { path: '/', file: 'index.html', mediaType: HTML_TYPE };
  const variants = await encodeVariants([Buffer.from('<p>Old')]);
  const page = toEncodedFile(names, variants, undefined, new Date(0));
  writePublicFile(join(folder, 'client'), page);
  await writeManifest(folder, { ...manifest, entries: [...manifest.entries, page.entry] });
  assert.deepEqual(readReleaseFolder(folder).manifest, manifest);
});

test('a byte that changed on disk, and a file that is missing, are found', async (t) => {
  for (const name of [
    'client/reviews.json',
    'client/reviews.json.br',
    'client/api/feed.json.gz',
    'client/insights.json.zst',
    'dataset.json',
  ]) {
    const folder = await writeFolder(t);
    const file = join(folder, name);
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
    writeFileSync(file, bytes);
    const isNamed = (error: unknown) =>
      error instanceof BrokenReleaseError && error.message.includes(file);
    assert.throws(() => readReleaseFolder(folder), isNamed);
    rmSync(file);
    assert.throws(() => readReleaseFolder(folder), {
      name: 'BrokenReleaseError',
      message: `${file} is missing; build the release again.`,
    });
  }
});

test('a folder without a release is refused', (t) => {
  assert.throws(() => readReleaseFolder(createFolder(t)), /holds no release; build it again/);
});
