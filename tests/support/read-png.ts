import assert from 'node:assert/strict';
import { crc32, inflateSync } from 'node:zlib';

/** An indexed PNG without filters, as it is read back: RGB of each pixel. */
export type Png = { readonly width: number; readonly height: number; readonly colors: Buffer };

/** Reads a PNG (third edition, §5), and holds each chunk against its checksum. */
export function readPng(bytes: Uint8Array): Png {
  const png = Buffer.from(bytes);
  assert.equal(png.toString('latin1', 0, 8), '\x89PNG\r\n\x1a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at);
    assert.equal(png.readUInt32BE(end), crc32(png.subarray(at + 4, end)));
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, end));
    at = end + 4;
  }
  assert.deepEqual([...chunks.keys()], ['IHDR', 'PLTE', 'IDAT', 'IEND']);
  const header = chunks.get('IHDR') ?? assert.fail();
  const palette = chunks.get('PLTE') ?? assert.fail();
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  // Eight bits, indexed, and the only methods that there are.
  assert.deepEqual([...header.subarray(8)], [8, 3, 0, 0, 0]);
  const lines = inflateSync(chunks.get('IDAT') ?? assert.fail());
  assert.equal(lines.length, (width + 1) * height);
  const colors = Buffer.alloc(3 * width * height);
  for (let at = 0, end = 0; at < lines.length; at++) {
    const place = lines[at] ?? 0;
    if (at % (width + 1) === 0) assert.ok(place === 0);
    else end += palette.copy(colors, end, 3 * place, 3 * place + 3);
  }
  return { width, height, colors };
}
