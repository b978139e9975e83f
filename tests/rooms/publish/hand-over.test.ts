import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reviewText } from '#search/corpus/corpus.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { prepareHandOver } from '../../../sidecar/publish/hand-over.ts';
import type { RebuildMessage } from '../../../sidecar/publish/messages.ts';
import { makeRelease } from '../../support/release.ts';

const { release, manifest } = await makeRelease();
const entry = manifest.entries.find(({ path }) => path === '/reviews.json');
assert.ok(entry);
const reviewsJson = entry;

/** A message of one file whose bodies are cut out of a larger piece of memory, but for one block. */
function messageWith(identity: number, shared: Uint8Array = new Uint8Array()) {
  const memory = new Uint8Array(identity + 30).fill(7);
  const body = [memory.subarray(5, 5 + identity), shared];
  const br = [memory.subarray(5 + identity, 25 + identity)];
  return {
    type: 'data',
    manifest,
    dataset: memory.subarray(0, 5),
    files: [{ entry: reviewsJson, bodies: { identity: body, br } }],
    corpus: { ...release.corpus, body },
    removed: [],
    names: { technicians: [], services: [], serviceAreas: [], aspects: [] },
    index: buildSearchIndex([]),
    changes: release.changes,
  } satisfies RebuildMessage;
}

function receive(sent: RebuildMessage) {
  const { message, transfer } = prepareHandOver(sent);
  const received = structuredClone(message, { transfer: [...transfer] });
  assert.ok(received.type === 'data');
  return received;
}

test('what is handed over arrives whole, with no memory beside it, and the sender keeps its own', () => {
  const sent = messageWith(100_000);
  const { files, corpus, dataset } = receive(sent);
  const bodies = files[0]?.bodies;
  assert.deepEqual(bodies?.identity[0], new Uint8Array(100_000).fill(7));
  assert.deepEqual(bodies?.br, [new Uint8Array(20).fill(7)]);
  assert.equal(sent.files[0]?.bodies.identity[0]?.length, 100_000, 'not taken away');
  assert.equal(bodies?.identity[0]?.buffer.byteLength, 100_000);
  assert.equal(bodies?.br?.[0]?.buffer.byteLength, 20);
  assert.equal(dataset.buffer.byteLength, 5);
  assert.equal(corpus.body, bodies?.identity, 'answers come from what is served');
});

test('reviews are found in bytes that an earlier release has in other pieces', () => {
  const { corpus } = release;
  const bodies = { identity: [joinPieces(corpus.body)] };
  const sent = { ...messageWith(5), files: [{ entry: reviewsJson, bodies }], corpus };
  const received = receive(sent).corpus;
  assert.ok(corpus.body.length > 1 && received.body.length === 1);
  for (let position = 0; position < corpus.count; position++) {
    assert.equal(reviewText(received, position), reviewText(corpus, position));
  }
});

test('what threads share is neither copied nor taken away', () => {
  const shared = new Uint8Array(new SharedArrayBuffer(100_000)).fill(1);
  const block = receive(messageWith(5, shared)).files[0]?.bodies.identity[1];
  assert.ok(block?.buffer instanceof SharedArrayBuffer);
  // One memory in both threads.
  shared[99_999] = 2;
  assert.equal(block[99_999], 2);
});
