import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareHandOver } from '../../../sidecar/publish/hand-over.ts';
import type { RebuildMessage } from '../../../sidecar/publish/messages.ts';
import { makeRelease } from '../../support/release.ts';

const { release, manifest } = await makeRelease();
const [entry] = manifest.entries.filter(({ path }) => path === '/reviews.json');
assert.ok(entry);
const reviewsJson = { ...entry };

/**
 * A message of one file with bodies of these lengths, cut out of a larger piece of memory; the first
 * has a block of shared memory behind it.
 */
function messageWith(identity: number, br: number, shared: Uint8Array = new Uint8Array()) {
  const memory = new Uint8Array(identity + br + 10).fill(7);
  const body = [memory.subarray(5, 5 + identity), shared];
  return {
    type: 'data',
    manifest,
    dataset: memory.subarray(0, 5),
    files: [
      {
        entry: reviewsJson,
        bodies: {
          identity: body,
          br: [memory.subarray(5 + identity, 5 + identity + br)],
        },
      },
    ],
    corpus: { ...release.corpus, body },
    removed: [],
    technicians: [],
    search: { base: 1, edits: undefined },
  } satisfies RebuildMessage;
}

function receive(sent: RebuildMessage) {
  const { message, transfer } = prepareHandOver(sent);
  const received = structuredClone(message, { transfer: [...transfer] });
  assert.ok(received.type === 'data');
  return received;
}

test('what is handed over arrives whole, and the sender keeps its own', () => {
  const sent = messageWith(100_000, 20);
  const bodies = receive(sent).files[0]?.bodies;
  assert.deepEqual(bodies?.identity[0], new Uint8Array(100_000).fill(7));
  assert.deepEqual(bodies?.br, [new Uint8Array(20).fill(7)]);
  assert.equal(sent.files[0]?.bodies.identity[0]?.length, 100_000, 'not taken away');
});

test('no more memory arrives than what is looked at, and answers come from what is served', () => {
  const received = receive(messageWith(100_000, 20));
  const bodies = received.files[0]?.bodies;
  assert.equal(bodies?.identity[0]?.buffer.byteLength, 100_000);
  assert.equal(bodies?.br?.[0]?.buffer.byteLength, 20);
  assert.equal(received.corpus.body, bodies?.identity);
  assert.equal(received.dataset.buffer.byteLength, 5);
});

test('what threads share is neither copied nor taken away', () => {
  const shared = new Uint8Array(new SharedArrayBuffer(100_000)).fill(1);
  const sent = messageWith(5, 20, shared);
  const { message } = prepareHandOver(sent);
  assert.ok(message.type === 'data');
  assert.equal(message.files[0]?.bodies.identity[1], shared);
  const block = receive(sent).files[0]?.bodies.identity[1];
  assert.ok(block?.buffer instanceof SharedArrayBuffer);
  // One memory in both threads.
  shared[99_999] = 2;
  assert.equal(block[99_999], 2);
});
