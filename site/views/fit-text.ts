import widths from './glyph-widths.json' with { type: 'json' };

/** A font of images. */
export type ImageFont = 'serif' | 'sans';

/** The room for a title in serifs. Lengths are in pixels. */
type Room = {
  readonly width: number;
  readonly height: number;
  /** The possible sizes of the font, largest first. */
  readonly sizes: readonly number[];
};

/** The distance between baselines, in sizes of the font. */
export const LINE_HEIGHT = 1.14;

/** The index of each character of the fonts in the table of widths. */
const PLACES: ReadonlyMap<string, number> = new Map(
  widths.ranges
    .flatMap(([first = 0, last = first]) =>
      Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
    )
    .map((character, place) => [character, place]),
);

const WRITING = /[\p{L}\p{N}\p{M}]/u;
/** These only choose between the forms of an emoji. */
const SELECTOR = /\p{Variation_Selector}|\u20e3/u;
const SOFT_HYPHEN = '\u00ad';

/**
 * Returns a text as the fonts of images can write it, on one line and without symbols that they
 * lack, such as emoji. Undefined if they lack a letter or a digit: it would be a box, and omitting
 * it would change the text.
 */
export function writable(text: string): string | undefined {
  let line = '';
  for (const character of text.normalize('NFC')) {
    if (/\s/.test(character)) line += ' ';
    else if (character === SOFT_HYPHEN) continue;
    else if (PLACES.has(character)) line += character;
    else if (WRITING.test(character) && !SELECTOR.test(character)) return undefined;
  }
  line = line.replaceAll(/ +/g, ' ').trim();
  return WRITING.test(line) ? line : undefined;
}

/** Returns the width of a writable text in pixels. Kerning makes it a little narrower. */
export function measureText(text: string, font: ImageFont, size: number): number {
  const advances = widths[font];
  const thousandths = Array.from(text, (one) => advances[PLACES.get(one) ?? -1] ?? 0);
  return (size / 1000) * thousandths.reduce((sum, width) => sum + width, 0);
}

/**
 * Breaks a writable text into lines between its words, as large as fits into a room; returns the size of their
 * font as well. A text that is too long even in the smallest size ends with an ellipsis.
 */
export function fitText(text: string, { width, height, sizes }: Room) {
  const fitted = sizes.map((size) => {
    const all = wrap(text, (line) => measureText(line, 'serif', size) <= width);
    const most = Math.floor(height / (size * LINE_HEIGHT));
    const shown = all.slice(0, most - 1);
    if (all.length >= most) shown.push(all[most - 1] + (all.length > most ? '…' : ''));
    const lines = shown.map((line) => fitLine(line, 'serif', size, width));
    return { size, lines, isWhole: lines.join(' ') === text };
  });
  return fitted.find(({ isWhole }) => isWhole) ?? fitted.at(-1) ?? { size: 0, lines: [] };
}

/** Fits a writable text into a line; if it is too long, it ends with an ellipsis. */
export function fitLine(text: string, font: ImageFont, size: number, width: number): string {
  if (measureText(text, font, size) <= width) return text;
  const characters = [...text];
  const shortened = () => `${characters.join('').replace(/[\s,;:.…–—-]+$/u, '')}…`;
  while (characters.length > 0 && measureText(shortened(), font, size) > width) characters.pop();
  return shortened();
}

/** Puts as many words into a line as fit. */
function wrap(text: string, fit: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && fit(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
