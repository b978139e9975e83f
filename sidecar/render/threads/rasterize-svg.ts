import { accessSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { PROGRAM } from '../bundle-folder.ts';

/** The only fonts: those of the machine would make other bytes on each. */
const FONTS = ['testimony-serif-600.ttf', 'testimony-sans-400.ttf'].map((file) =>
  join(PROGRAM, 'site/ui/fonts', file),
);
// Without one, images would silently have no text.
for (const file of FONTS) accessSync(file);

const FONT = { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: 'Testimony Sans' };

/**
 * Makes a PNG of an SVG, in the fonts that come with the program. It keeps the thread busy for some
 * 25 ms: for threads of their own. Throws if it is not an SVG.
 */
export function rasterizeSvg(svg: string): Uint8Array<ArrayBuffer> {
  // Bytes of its own, which can be handed to another thread.
  return new Uint8Array(new Resvg(svg, { font: FONT }).render().asPng());
}
