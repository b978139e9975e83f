import { crc32, deflateSync } from 'node:zlib';

/** Opaque pixels, of four bytes each, in lines from top to bottom. */
type Bitmap = { readonly width: number; readonly height: number; readonly pixels: Buffer };

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** PNG (third edition) §11.2.1: a pixel is a byte, which is a place in the palette. */
const BIT_DEPTH = 8;
const INDEXED_COLOUR = 3;
const MAX_COLOURS = 256;

/**
 * A bitmap of few colours as PNG, in a third of the bytes that true colour takes. Where there are more
 * than 256, as at the edges of letters, those become one that nobody can tell apart.
 */
export function encodePng({ width, height, pixels }: Bitmap): Uint8Array<ArrayBuffer> {
  const { palette, places } = indexColours(pixels);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BIT_DEPTH, INDEXED_COLOUR], 8);
  // A line begins with its filter: none, as places are no quantities (§12.7).
  const lines = Buffer.alloc((width + 1) * height);
  for (let line = 0; line < height; line++) {
    lines.set(places.subarray(line * width, (line + 1) * width), line * (width + 1) + 1);
  }
  const chunks = [
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  // Bytes of its own, which can be handed to another thread.
  return new Uint8Array(Buffer.concat([SIGNATURE, ...chunks]));
}

/** PNG §5.3. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Drops the last bits of all colours, as few as it takes. The first of those that become one stays. */
function indexColours(pixels: Buffer): { palette: Buffer; places: Uint8Array } {
  const places = new Uint8Array(pixels.length / 4);
  for (let bits = 8; ; bits--) {
    const known = new Map<number, number>();
    const palette: number[] = [];
    for (let pixel = 0; pixel < places.length && known.size <= MAX_COLOURS; pixel++) {
      const at = 4 * pixel;
      const [red = 0, green = 0, blue = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]];
      const key = ((red >> (8 - bits)) << 16) | ((green >> (8 - bits)) << 8) | (blue >> (8 - bits));
      const place = known.get(key) ?? known.size;
      if (place === known.size) {
        known.set(key, place);
        palette.push(red, green, blue);
      }
      places[pixel] = place;
    }
    if (known.size <= MAX_COLOURS) return { palette: Buffer.from(palette), places };
  }
}
