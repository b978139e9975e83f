import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { bodyInParts } from '../../../../sidecar/hub/callback/delivery-agent.ts';

const MIB = 1024 * 1024;

test('a body is sent in parts of 256 kB at most that are no copies, whatever its pieces', async () => {
  const whole = Buffer.alloc(MIB + 1, 'äbc');
  for (const [ends, sizes] of [
    [[MIB / 4], [MIB / 4]],
    [
      [5, MIB / 2, MIB / 2, MIB + 1],
      [5, MIB / 4, MIB / 4 - 5, MIB / 4, MIB / 4, 1],
    ],
  ] as const) {
    const body = bodyInParts(ends.map((end, index) => whole.subarray(ends[index - 1] ?? 0, end)));
    assert.equal(body instanceof Readable, sizes.length > 1, 'a small one is sent whole');
    const parts: Uint8Array[] = body instanceof Readable ? await body.toArray() : [body];
    const lengths = parts.map(({ byteLength }) => byteLength);
    assert.deepEqual(lengths, sizes);
    assert.ok(parts.every(({ buffer }) => buffer === whole.buffer));
    assert.ok(Buffer.concat(parts).equals(whole.subarray(0, ends.at(-1))));
  }
});
