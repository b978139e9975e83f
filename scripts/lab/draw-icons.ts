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
  const mark = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8');
  const square = mark
    .replace(' rx="6"', '')
    .replace('<svg', `<svg width="${size}" height="${size}"`);
  return rasterizeSvg(square);
}

if (import.meta.main) {
  for (const [file, size] of Object.entries(ICONS)) {
    writeFileSync(join(PUBLIC, file), drawIcon(size));
  }
}
