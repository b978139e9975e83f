import widths from './glyph-widths.json' with { type: 'json' };

/** A font of images. */
export type ImageFont = 'serif' | 'sans';

/** A place for text. Lengths are in pixels. */
type Room = {
  readonly font: ImageFont;
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
 * Breaks a writable text into lines that fit into a room, as large as possible and about equally
 * long; returns the size of their font as well. A text that is too long even in the smallest size
 * ends with an ellipsis.
 */
export function fitText(text: string, { font, width, height, sizes }: Room) {
  for (const size of sizes) {
    const widest = Math.max(...text.split(' ').map((word) => measureText(word, font, size)));
    const most = Math.max(1, Math.floor(height / (size * LINE_HEIGHT)));
    const wrapIn = (room: number) => wrap(text, (line) => measureText(line, font, size) <= room);
    const lines = wrapIn(width);
    if (lines.length <= most && widest <= width) {
      // About equally long: in the narrowest room with as many lines.
      let balanced = lines;
      for (let room = width * 0.96; room >= widest; room *= 0.96) {
        const narrower = wrapIn(room);
        if (narrower.length > lines.length) break;
        balanced = narrower;
      }
      return { size, lines: balanced };
    }
    if (size !== sizes.at(-1)) continue;
    if (lines.length <= most) return { size, lines };
    const last = fitLine(`${lines[most - 1]}…`, font, size, width);
    return { size, lines: [...lines.slice(0, most - 1), last] };
  }
  throw new Error('A room for text has no size for its font.');
}

/** Fits a writable text into a line; if it is too long, it ends with an ellipsis. */
export function fitLine(text: string, font: ImageFont, size: number, width: number): string {
  if (measureText(text, font, size) <= width) return text;
  const characters = [...text];
  const shortened = () => `${characters.join('').replace(/[\s,;:.…–—-]+$/u, '')}…`;
  while (characters.length > 0 && measureText(shortened(), font, size) > width) characters.pop();
  return shortened();
}

/** Puts as many words into a line as fit. One that is too long for a line is broken. */
function wrap(text: string, fit: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  const add = (part: string, space: string) => {
    if (line !== '' && !fit(line + space + part)) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? part : space + part;
  };
  for (const word of text.split(' ')) {
    if (fit(word)) add(word, ' ');
    else
      for (const [index, character] of [...word].entries()) add(character, index === 0 ? ' ' : '');
  }
  return [...lines, line];
}
