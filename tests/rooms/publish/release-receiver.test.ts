import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serializeDataset } from '#release/stored-dataset.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { readSearchDocuments } from '#search/search.ts';
import type { DataMessage, SearchMessage } from '../../../sidecar/publish/messages.ts';
import { ReleaseReceiver } from '../../../sidecar/publish/release-receiver.ts';
import { bytesAt, type MadeRelease, makeRelease } from '../../support/release.ts';
import { hitsOf } from '../../support/review-source.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';

const made = await makeRelease();
const next = await makeRelease(
  { ...SAMPLE_CONTENT, ...sampleReview('review-0', '2026-11-10', {}, 'Brand new words.') },
  { previous: made.manifest },
);

function indexOf({ encoded }: MadeRelease) {
  return buildSearchIndex(readSearchDocuments([bytesAt(encoded, '/reviews.json')]));
}

function messageOf(
  { release, manifest, dataset, encoded }: MadeRelease,
  search: SearchMessage,
): DataMessage {
  return {
    type: 'data',
    manifest,
    dataset: serializeDataset(dataset),
    files: encoded,
    corpus: release.corpus,
    removed: release.removed,
    names: { technicians: [], services: [], serviceAreas: [], aspects: [] },
    search,
    changes: release.changes,
  };
}

/** A receiver that was handed the first release. */
function createReceiver() {
  const receiver = new ReleaseReceiver(undefined);
  const message = messageOf(made, { index: indexOf(made) });
  receiver.receive(message);
  return { receiver, message };
}

test('releases are searched through the index that was handed over last', async () => {
  const { receiver } = createReceiver();
  const { ordinal } = next.release;
  const search = async (base: number) => {
    const release = receiver.receive(messageOf(next, { base, edits: undefined }));
    return hitsOf(await release?.search({ limit: 1, query: 'brand new' })).total;
  };
  assert.equal(await search(made.release.ordinal), 0);
  assert.ok(!receiver.isIndexed(ordinal));
  receiver.receive({ type: 'index', ordinal, index: indexOf(next) });
  assert.ok(receiver.isIndexed(ordinal));
  assert.equal(await search(ordinal), 1);
});

test('compressed variants are added to the release they were made for; all else changes nothing', () => {
  const { receiver, message } = createReceiver();
  const { ordinal } = message.manifest;
  const { files } = message;
  const bare = files.map(({ entry, bodies }) => ({
    entry: { ...entry, variants: { identity: entry.variants.identity } },
    bodies: { identity: bodies.identity },
  }));
  const fresh = new ReleaseReceiver(undefined);
  const first = fresh.receive({ ...message, files: bare });
  assert.equal(first?.files.get('/reviews.json')?.coded.size, 0);
  assert.deepEqual(fresh.receive({ type: 'codings', ordinal, files })?.files, made.release.files);
  for (const other of [
    { type: 'codings', ordinal: ordinal - 1, files },
    { type: 'index', ordinal: ordinal - 1, index: indexOf(made) },
    { type: 'current' },
  ] as const) {
    assert.equal(receiver.receive(other), undefined, other.type);
  }
});
