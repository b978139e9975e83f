import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { bodyInParts } from '../../../../sidecar/hub/callback/body-in-parts.ts';

const MIB = 1024 * 1024;

test('a body of 1 MiB is sent whole', () => {
  const body = Buffer.alloc(MIB);
  assert.equal(bodyInParts(body), body);
});

test('a larger body is sent in parts of 256 kB that are no copies', async () => {
  const body = Buffer.alloc(MIB + 1);
  body.fill('abc');
  const parts = bodyInParts(body);
  assert.ok(parts instanceof Readable);
  const sizes: number[] = [];
  for await (const part of parts) {
    sizes.push(part.byteLength);
    assert.equal(part.buffer, body.buffer);
  }
  assert.deepEqual(sizes, [MIB / 4, MIB / 4, MIB / 4, MIB / 4, 1]);
});

test('the parts are the body', async () => {
  const body = Buffer.alloc(3 * MIB + 7, 'äbc');
  const parts = bodyInParts(body);
  assert.ok(parts instanceof Readable);
  assert.ok(body.equals(await buffer(parts)));
});
