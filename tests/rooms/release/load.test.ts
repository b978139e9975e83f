import assert from 'node:assert/strict';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPRESENTATIONS } from '#artifacts/encode-variants.ts';
import { checkContent } from '#dataset/check/check-content.ts';
import { build, createReader } from '#release/build.ts';
import { knownBy } from '#release/known-reviews.ts';
import { BrokenReleaseError, load } from '#release/load.ts';
import { listFiles } from '#release/release-key.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { folderOf } from '../../../sidecar/publish/store/release-folders.ts';
import { type Files, filesOf } from '../../support/content-files.ts';
import { createFolder } from '../../support/content-folder.ts';
import {
  BASE_URL,
  digestsOf,
  type MadeRelease,
  makeRelease,
  storeRelease,
  writeRelease,
} from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';

/** Enough for several blocks. */
const MANY: Files = Object.assign(
  { ...SAMPLE_CONTENT },
  ...Array.from({ length: 400 }, (_, at) => sampleReview(`many-${at}`, '2026-09-01')),
);
const MADE = await makeRelease(MANY);
const SMALL = await makeRelease();

const WRITE: Readonly<Record<string, (folder: string, made: MadeRelease) => string>> = {
  STATE_DIR: (folder, made) => {
    storeRelease(folder, made);
    return folderOf(folder, made.manifest.ordinal);
  },
  OUT_DIR: (folder, made) => {
    writeRelease(folder, made);
    return folder;
  },
};

for (const [where, write] of Object.entries(WRITE)) {
  test(`a release in ${where} is loaded as it was made`, (t) => {
    const folder = write(createFolder(t), MADE);
    const loaded = load(folder);
    const { dataset, corpus, log, index } = MADE.data;
    assert.deepEqual(loaded.dataset, dataset);
    assert.deepEqual({ ...loaded.corpus, body: [] }, { ...corpus, body: [] });
    assert.ok(joinPieces(loaded.corpus.body).equals(joinPieces(corpus.body)));
    assert.deepEqual([loaded.log, loaded.index()], [log, index()]);
    assert.deepEqual(digestsOf(loaded), digestsOf(MADE.data));
    for (const [at, { entry, bodies }] of MADE.encoded.entries()) {
      const found = loaded.files[at] ?? assert.fail(entry.path);
      const { identity } = entry.variants;
      // Compressed variants are not stored.
      const isBuild = where === 'OUT_DIR';
      assert.deepEqual(found.entry, isBuild ? entry : { ...entry, variants: { identity } });
      for (const coding of REPRESENTATIONS) {
        const expected = isBuild || coding === 'identity' ? bodies[coding] : undefined;
        const read = joinPieces(found.bodies[coding] ?? []);
        assert.ok(read.equals(joinPieces(expected ?? [])), `${entry.path} ${coding}`);
      }
    }
  });

  test(`whichever file of a release in ${where} is damaged, it is not loaded`, (t) => {
    const folder = write(createFolder(t), SMALL);
    for (const file of listFiles(folder)) {
      const path = join(folder, file);
      const bytes = readFileSync(path);
      for (const [what, damage] of DAMAGES) {
        // A manifest has no digest of its own.
        if (file === 'manifest.json' && what === 'has another byte') continue;
        damage(path, bytes);
        assert.throws(() => load(folder), BrokenReleaseError, `${file} ${what}`);
        writeFileSync(path, bytes);
      }
    }
    load(folder);
  });
}

const DAMAGES: readonly (readonly [string, (path: string, bytes: Buffer) => void])[] = [
  [
    'has another byte',
    (path, bytes) => {
      const at = Math.floor(bytes.length / 2);
      writeFileSync(path, Buffer.from(bytes).fill((bytes[at] ?? 0) ^ 1, at, at + 1));
    },
  ],
  // As after a power cut.
  ['is of zeros', (path, bytes) => writeFileSync(path, Buffer.alloc(bytes.length))],
  ['is empty', (path) => truncateSync(path)],
  ['is missing', (path) => rmSync(path)],
];

test('where one file changed, all blocks but that of its review go on in another process, and the log has it', async (t) => {
  const edited = sampleReview('many-7', '2026-09-01', {}, 'David Okafor won it.');
  const content = { ...MANY, ...edited };
  const folder = createFolder(t);
  storeRelease(folder, MADE);
  const loaded = load(folderOf(folder, MADE.manifest.ordinal));
  const how = {
    baseUrl: BASE_URL,
    sidecarUrl: BASE_URL,
    reader: createReader(knownBy(loaded)),
    after: 0,
  };
  const said = checkContent(filesOf(content)).content;
  const built = await build(said, loaded, { ...how, now: new Date('2026-11-21T08:00:00Z') });
  assert.ok(loaded.blocks.length > 2);
  const lost = loaded.blocks.filter((block) => !built.blocks.includes(block));
  assert.equal(lost.length, 1);
  assert.deepEqual(built.changes, [{ id: 'many-7', kind: 'edited', newest: '2026-09-01' }]);
  assert.deepEqual(built.dataset, (await makeRelease(content)).dataset);
  // Another program may read reviews otherwise.
  const key = { ...loaded.manifest.key, code: 'another' };
  assert.equal(knownBy({ ...loaded, manifest: { ...loaded.manifest, key } }), undefined);
});
