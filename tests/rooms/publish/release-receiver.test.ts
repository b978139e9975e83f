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
    technicians: [],
    search,
  };
}

const EDITS = {
  removed: [],
  added: [
    {
      position: 0,
      document: {
        body: 'Brand new words.',
        rating: 5,
        date: '2026-11-10',
        technicians: [],
        services: [],
      },
    },
  ],
};

test('a release is put together whole, and searched through its own index', async () => {
  const receiver = new ReleaseReceiver(undefined);
  const release = receiver.receive(messageOf(made, { index: indexOf(made) }));
  assert.deepEqual(release?.files, made.release.files);
  assert.equal(hitsOf(await release?.search({ limit: 5 })).total, 5);
  assert.equal(receiver.isIndexed(made.release.ordinal), true);
});

test('a later one is searched through the index of an earlier one, with the edits on top', async () => {
  const receiver = new ReleaseReceiver(undefined);
  receiver.receive(messageOf(made, { index: indexOf(made) }));
  const base = made.release.ordinal;
  const release = receiver.receive(messageOf(next, { base, edits: EDITS }));
  assert.equal(hitsOf(await release?.search({ query: 'brand new', limit: 5 })).total, 1);
  assert.equal(hitsOf(await release?.search({ limit: 5 })).total, 6);
  assert.equal(receiver.isIndexed(next.release.ordinal), false);

  const { ordinal } = next.release;
  const indexed = receiver.receive({ type: 'index', ordinal, index: indexOf(next) });
  assert.equal(hitsOf(await indexed?.search({ query: 'brand new', limit: 5 })).total, 1);
  assert.deepEqual(indexed?.files, release?.files);
  assert.equal(receiver.isIndexed(ordinal), true);
});

test('edits on an index that is not there fail the search, and nothing else', async () => {
  const receiver = new ReleaseReceiver(undefined);
  const release = receiver.receive(messageOf(next, { base: 1, edits: EDITS }));
  assert.ok(release);
  assert.ok(release.files.get('/reviews.json'));
  await assert.rejects(release.search({ limit: 1 }), /no index of release 1/);
});

test('compressed variants are added to the release they were made for, and to no other', () => {
  const receiver = new ReleaseReceiver(undefined);
  const message = messageOf(made, { index: indexOf(made) });
  const { ordinal } = message.manifest;
  const bare = message.files.map(({ entry, bodies }) => ({
    entry: { ...entry, variants: { identity: entry.variants.identity } },
    bodies: { identity: bodies.identity },
  }));
  const first = receiver.receive({ ...message, files: bare });
  assert.equal(first?.files.get('/reviews.json')?.coded.size, 0);
  const { files } = message;
  assert.equal(receiver.receive({ type: 'codings', ordinal: ordinal - 1, files }), undefined);
  const coded = receiver.receive({ type: 'codings', ordinal, files });
  assert.deepEqual(coded?.files, made.release.files);
});

test('what concerns nothing that is served changes nothing', () => {
  const receiver = new ReleaseReceiver(undefined);
  assert.equal(receiver.receive({ type: 'current' }), undefined);
  assert.equal(receiver.receive({ type: 'codings', ordinal: 1, files: [] }), undefined);
  assert.equal(receiver.receive({ type: 'index', ordinal: 1, index: indexOf(made) }), undefined);
});
