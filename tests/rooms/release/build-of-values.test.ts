import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeVariants } from '#artifacts/encode-variants.ts';
import { annotateNothing } from '#dataset/annotate.ts';
import { checkContent } from '#dataset/check/check-content.ts';
import { rememberNotes } from '#insights/notes/notes.ts';
import { addCodings, type Build, build, lacksCodings, type Previous } from '#release/build.ts';
import { createManifest } from '#release/manifest.ts';
import type { EncodedFile, ReleaseOnDisk } from '#release/release.ts';
import { readPrevious, serializeDataset } from '#release/stored-dataset.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { type Files, filesOf } from '../../support/content-files.ts';
import { BASE_URL, RELEASE_KEY } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const LATER = new Date('2026-11-20T09:00:00Z');
/** Enough that reviews.json is large. */
const MANY: Files = Object.assign(
  {},
  ...Array.from({ length: 400 }, (_, id) => sampleReview(`many-${id}`, '2026-11-01')),
);

function buildOf(more: Files = {}, previous?: Previous, now = NOW): Promise<Build> {
  const { content } = checkContent(filesOf({ ...SAMPLE_CONTENT, ...more }));
  return build(content, previous, {
    baseUrl: BASE_URL,
    createAnnotate: annotateNothing,
    takeNotes: rememberNotes(),
    now,
  });
}

function fileAt({ files }: { readonly files: readonly EncodedFile[] }, path: string): EncodedFile {
  return files.find(({ entry }) => entry.path === path) ?? assert.fail(path);
}

/** A build as another process reads it: its records are in one piece. */
function readAgain({ ordinal, dataset, files, removed, entries }: Build): ReleaseOnDisk {
  const stored = serializeDataset(dataset);
  const manifest = createManifest({
    ordinal,
    key: RELEASE_KEY,
    removed: removed.map(({ id }) => id),
    vanished: [],
    dataset: strongEtag(stored),
    entries: [...entries],
  });
  const inOnePiece = files.map(({ entry, bodies }) => ({
    entry,
    bodies: { ...bodies, identity: [joinPieces(bodies.identity)] },
  }));
  return { manifest, files: inOnePiece, dataset: stored };
}

test('a file that did not change is the same object and keeps its date, others are dated now', async () => {
  const before = await buildOf();
  const after = await buildOf(sampleReview('new-1', '2026-11-01'), before, LATER);
  assert.equal(after.ordinal, LATER.getTime());
  assert.ok(fileAt(after, '/openapi.json') === fileAt(before, '/openapi.json'));
  assert.equal(fileAt(after, '/openapi.json').entry.lastModified, NOW.toISOString());
  assert.equal(fileAt(after, '/feed.xml').entry.lastModified, LATER.toISOString());
  // Where only the entries are known, all is encoded again.
  const again = await buildOf({}, { ...before, files: [] }, LATER);
  assert.deepEqual(again.entries, before.entries);
  assert.deepEqual(again.files, before.files);
});

test('small files have every compressed variant, and those of large ones follow', async () => {
  const made = await buildOf(MANY);
  for (const file of made.files) {
    const { path, variants, lastModified } = file.entry;
    const { identity, ...coded } = await encodeVariants(file.bodies.identity);
    const isLarge = path === '/reviews.json';
    const whole = isLarge ? await addCodings(file) : file;
    assert.equal(lacksCodings(file), isLarge, path);
    assert.equal(lacksCodings(whole), false);
    assert.equal(variants.identity.etag, identity.etag);
    assert.equal(whole.entry.lastModified, lastModified);
    assert.deepEqual(whole.bodies, {
      identity: file.bodies.identity,
      ...Object.fromEntries(Object.entries(coded).map(([coding, { body }]) => [coding, body])),
    });
    if (isLarge) assert.deepEqual(Object.keys(file.bodies), ['identity']);
    const files = made.files.map((one) => (one === file ? whole : one));
    assert.ok(fileAt(await buildOf(MANY, { ...made, files }), path) === whole, path);
  }
});

test('a release that was read is followed as the build itself is', async () => {
  const first = await buildOf(MANY);
  const read = readAgain(first);
  const previous = readPrevious(read, first.log);
  const edited = { ...MANY, ...sampleReview('new-1', '2020-11-01') };
  for (const content of [MANY, edited, {}]) {
    const [one, other] = [await buildOf(content, first), await buildOf(content, previous)];
    assert.deepEqual(other.changes, one.changes);
    assert.deepEqual(other.log, one.log);
    assert.deepEqual(other.entries, one.entries);
    assert.deepEqual(joinPieces(other.corpus.body), joinPieces(one.corpus.body));
    assert.deepEqual(other.corpus.starts, one.corpus.starts);
  }
});
