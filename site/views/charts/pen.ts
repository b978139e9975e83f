import { escapeMarkup, stripForXml } from '#artifacts/markup.ts';

/** The size of all text on pages, in pixels: there, what is upright grows with it. */
const EM = 13;
const font = (fill: string, weight = 400, size = EM) =>
  `fill="${fill}" font-size="${size}" font-weight="${weight}" font-family="system-ui,-apple-system,Segoe UI,Helvetica,Arial,sans-serif"`;

/** The look of marks in a file: the light colors of pages (site/ui/styles/tokens.css). On pages each is a class. */
const LOOKS = {
  paper: 'fill="#fffdf9"',
  rule: 'stroke="#dcd4c6"',
  axis: 'stroke="#8f8574"',
  interval: 'stroke="#6b6254" stroke-width="1.5"',
  dot: 'fill="#1f1c18"',
  count: 'fill="#6b6254"',
  praise: 'fill="#2f6577"',
  criticism: 'fill="#a8500f"',
  title: font('#1f1c18', 600, 20),
  words: font('#1f1c18'),
  note: font('#5b544a'),
  'of-count': font('#1f1c18', 600),
  'of-praise': font('#2f6577', 600),
  'of-criticism': font('#a8500f', 600),
} as const;
export type Look = keyof typeof LOOKS;

/** A place: a share of the width, and pixels from the top. */
export type Point = readonly [x: number, y: number];
type Anchor = { readonly anchor?: 'start' | 'middle' | 'end'; readonly dx?: number };

/**
 * Writes marks as SVG. With a width it writes for a file of that many pixels. Without one it writes for pages: the
 * plot grows with its place, and its text like other text. All text is escaped; nothing is a script.
 */
export function createPen(width?: number) {
  const [h, v] =
    width === undefined
      ? [(share: number) => `${round(share * 100)}%`, (pixels: number) => `${round(pixels / EM)}em`]
      : [(share: number) => round(share * width), round];
  const as = (look: Look) => (width === undefined ? `class="chart-${look}"` : LOOKS[look]);
  return {
    /** A length from the top or bottom. */
    v,
    rect: (look: Look, [x, y]: Point, [right, bottom]: Point) =>
      `<rect ${as(look)} x="${h(x)}" y="${v(y)}" width="${h(right - x)}" height="${v(bottom - y)}"/>`,
    line: (look: Look, [x1, y1]: Point, [x2, y2]: Point) =>
      `<line ${as(look)} x1="${h(x1)}" y1="${v(y1)}" x2="${h(x2)}" y2="${v(y2)}"/>`,
    dot: ([x, y]: Point) => `<circle ${as('dot')} cx="${h(x)}" cy="${v(y)}" r="${v(4.5)}"/>`,
    text: (look: Look, [x, y]: Point, words: string, { anchor, dx = 0 }: Anchor = {}) =>
      `<text ${as(look)} x="${h(x)}" y="${v(y)}"${anchor ? ` text-anchor="${anchor}"` : ''}${dx ? ` dx="${v(dx)}"` : ''}>${escapeText(words)}</text>`,
    /** Marks with their figures as a tooltip. */
    group: (title: string, marks: readonly string[]) =>
      `<g><title>${escapeText(title)}</title>${marks.join('')}</g>`,
  };
}
export type Pen = ReturnType<typeof createPen>;

export const escapeText = (words: string) => escapeMarkup(stripForXml(words));

const round = (value: number) => Math.round(value * 1000) / 1000;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const NARROW = /^[a-ln-vx-z0-9 .,;:!'’()/-]$/;
const SQUARE =
  /[MWmw@%\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uff00-\uff60\p{Extended_Pictographic}\p{RI}]/u;

/** Returns a name that fits in a width in pixels, in any font; a longer one ends with an ellipsis. */
export function fitName(name: string, width: number): string {
  let [line, used] = ['', 0];
  for (const { segment } of graphemes.segment(name.replaceAll(/\s+/g, ' ').trim())) {
    used += NARROW.test(segment) ? 7.5 : SQUARE.test(segment) ? 14 : 9.5;
    if (used > width) return `${line.trimEnd()}…`;
    line += segment;
  }
  return line;
}
