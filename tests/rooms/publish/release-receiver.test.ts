import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serializeDataset } from '#release/stored-dataset.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { indexReviews } from '#search/index/index-documents.ts';
import type { DataMessage } from '../../../sidecar/publish/messages.ts';
import { ReleaseReceiver } from '../../../sidecar/publish/release-receiver.ts';
import { type MadeRelease, makeRelease } from '../../support/release.ts';
import { hitsOf } from '../../support/review-source.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';

const made = await makeRelease();
const next = await makeRelease(
  { ...SAMPLE_CONTENT, ...sampleReview('review-0', '2026-11-10', {}, 'Brand new words.') },
  { previous: made.manifest },
);

function messageOf({ release, manifest, dataset, encoded }: MadeRelease): DataMessage {
  return {
    type: 'data',
    manifest,
    dataset: serializeDataset(dataset),
    files: encoded,
    corpus: release.corpus,
    removed: release.removed,
    names: { technicians: [], services: [], serviceAreas: [], aspects: [] },
    index: buildSearchIndex([indexReviews(dataset)]),
    changes: release.changes,
  };
}

test('each release is searched through its own index', async () => {
  const receiver = new ReleaseReceiver();
  const totalIn = async (one: MadeRelease) =>
    hitsOf(await receiver.receive(messageOf(one))?.search({ limit: 1, query: 'brand new' })).total;
  assert.equal(await totalIn(made), 0);
  assert.equal(await totalIn(next), 1);
});
