import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { joinPieces } from '#search/pieces.ts';
import { bodyInParts } from '../../../../sidecar/hub/callback/body-in-parts.ts';

const MIB = 1024 * 1024;

test('a body of 1 MiB is sent whole, without a copy', () => {
  const body = Buffer.alloc(MIB);
  const whole = bodyInParts([body]);
  assert.ok(whole instanceof Uint8Array);
  assert.equal(whole.buffer, body.buffer);
  assert.equal(whole.length, MIB);
});

test('a small body of several pieces is sent whole', () => {
  const body = ['<feed>', '', 'ä', '</feed>'].map((piece) => Buffer.from(piece));
  assert.deepEqual(bodyInParts(body), Buffer.from('<feed>ä</feed>'));
});

test('a larger body is sent in parts of 256 kB that are no copies', async () => {
  const body = Buffer.alloc(MIB + 1);
  body.fill('abc');
  const parts = bodyInParts([body]);
  assert.ok(parts instanceof Readable);
  const sizes: number[] = [];
  for await (const part of parts) {
    sizes.push(part.byteLength);
    assert.equal(part.buffer, body.buffer);
  }
  assert.deepEqual(sizes, [MIB / 4, MIB / 4, MIB / 4, MIB / 4, 1]);
});

test('the parts are the body, whatever its pieces', async () => {
  const whole = Buffer.alloc(3 * MIB + 7, 'äbc');
  for (const cuts of [[], [5], [MIB / 4, MIB, MIB, 2 * MIB + 1]]) {
    const ends = [...cuts, whole.length];
    const body = ends.map((end, index) => whole.subarray(ends[index - 1] ?? 0, end));
    assert.deepEqual(joinPieces(body), whole);
    const parts = bodyInParts(body);
    assert.ok(parts instanceof Readable);
    assert.ok(whole.equals(await buffer(parts)));
  }
});
