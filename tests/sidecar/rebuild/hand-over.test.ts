import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareHandOver } from '../../../sidecar/rebuild/hand-over.ts';
import type { RebuildMessage } from '../../../sidecar/rebuild/messages.ts';
import { SpareRoom } from '../../../sidecar/rebuild/spare-room.ts';
import { makeRelease } from '../../support/release.ts';

const { release, manifest } = await makeRelease();
const [entry] = manifest.entries.filter(({ path }) => path === '/reviews.json');
assert.ok(entry);
const reviewsJson = { ...entry };

/** A message of one file with bodies of these lengths, cut out of a larger piece of memory. */
function messageWith(identity: number, br: number): RebuildMessage & { type: 'data' } {
  const memory = new Uint8Array(identity + br + 10).fill(7);
  return {
    type: 'data',
    manifest,
    dataset: memory.subarray(0, 5),
    files: [
      {
        entry: reviewsJson,
        bodies: {
          identity: memory.subarray(5, 5 + identity),
          br: memory.subarray(5 + identity, 5 + identity + br),
        },
      },
    ],
    corpus: { ...release.corpus, bytes: memory.subarray(5, 5 + identity) },
    removed: [],
    technicians: [],
    search: { base: 1, edits: undefined },
  };
}

test('what is handed over arrives whole, and the sender keeps its own', () => {
  const sent = messageWith(100_000, 20);
  const { message, transfer } = prepareHandOver(sent);
  const received = structuredClone(message, { transfer: [...transfer] });
  assert.ok(received.type === 'data');
  const bodies = received.files[0]?.bodies;
  assert.deepEqual(bodies?.identity, new Uint8Array(100_000).fill(7));
  assert.deepEqual(bodies?.br, new Uint8Array(20).fill(7));
  assert.equal(sent.files[0]?.bodies.identity.length, 100_000, 'not taken away');
});

test('no more memory arrives than what is looked at, and answers come from what is served', () => {
  const { message, transfer } = prepareHandOver(messageWith(100_000, 20));
  const received = structuredClone(message, { transfer: [...transfer] });
  assert.ok(received.type === 'data');
  const bodies = received.files[0]?.bodies;
  assert.equal(bodies?.identity.buffer.byteLength, 100_000);
  assert.equal(bodies?.br?.buffer.byteLength, 20);
  assert.equal(received.corpus.bytes, bodies?.identity);
  assert.equal(received.dataset.buffer.byteLength, 5);
});

test('room that was made before is used once, and only where it is enough', () => {
  const room = new SpareRoom();
  const five = 5 * 1024 * 1024;
  assert.equal(room.take(five).buffer.byteLength, five, 'none was made before');
  room.prepare(five);
  const taken = room.take(five + 1000);
  assert.equal(taken.length, five + 1000);
  assert.ok(taken.buffer.byteLength > five + 1000);
  assert.notEqual(room.take(five).buffer, taken.buffer);
  room.prepare(five);
  assert.equal(room.take(2 * five).buffer.byteLength, 2 * five);
  room.prepare(1000);
  assert.equal(room.take(10).buffer.byteLength, 10, 'small room is not made before');
});
