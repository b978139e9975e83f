import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rasterizeSvg } from '../../sidecar/render/threads/rasterize-svg.ts';

/** The icons of devices, by the length of their sides in pixels. */
export const ICONS = { 'apple-touch-icon.png': 180, 'icon-192.png': 192, 'icon-512.png': 512 };

export const PUBLIC = join(import.meta.dirname, '../../site/public');

/**
 * Draws the mark as an icon. It fills a square, of which devices cut their own shape: all that counts
 * lies in the safe zone, a circle of 80 % of it (Web App Manifest, masks and safe zones).
 */
export function drawIcon(size: number): Uint8Array {
  return drawMark(size, (mark) => mark.replace(' rx="6"', ''));
}

/** The mark for what asks for this name and reads no links. */
export const FAVICON = 'favicon.ico';
const FAVICON_SIZE = 48;
const ICO_HEADER_LENGTH = 22;

/** Draws the mark as an ICO file of one image, a PNG, as all browsers read it. */
export function drawFavicon(): Uint8Array {
  const image = drawMark(FAVICON_SIZE, (mark) => mark);
  const header = Buffer.alloc(ICO_HEADER_LENGTH);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // of one image:
  header.writeUInt8(FAVICON_SIZE, 6); // its width,
  header.writeUInt8(FAVICON_SIZE, 7); // its height,
  header.writeUInt16LE(1, 10); // its planes,
  header.writeUInt16LE(32, 12); // its bits a pixel,
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(ICO_HEADER_LENGTH, 18); // and where it begins
  return Buffer.concat([header, image]);
}

function drawMark(size: number, shape: (mark: string) => string): Uint8Array {
  const mark = shape(readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8'));
  return rasterizeSvg(mark.replace('<svg', `<svg width="${size}" height="${size}"`));
}

if (import.meta.main) {
  for (const [file, size] of Object.entries(ICONS)) {
    writeFileSync(join(PUBLIC, file), drawIcon(size));
  }
  writeFileSync(join(PUBLIC, FAVICON), drawFavicon());
}
