import { escapeMarkup } from '#artifacts/markup.ts';
import { fitLine, fitText, type ImageFont, LINE_HEIGHT, measureText } from './fit-text.ts';

/** The content of an Open Graph image. All texts are writable (fit-text.ts). */
export type Card = {
  readonly heading: string;
  readonly title: string;
  readonly subtitle?: string | undefined;
  /** A mean of stars, as a number and in words; without one no stars are drawn. */
  readonly rating?: { readonly value: number; readonly words: string } | undefined;
  /** The number of reviews, in words. */
  readonly count: string;
  /** The host of the page. */
  readonly host: string;
};

/** The size that networks show uncropped; the Open Graph protocol names none. */
const CARD_SIZE = { width: 1200, height: 630 } as const;

/** The light colors of pages: site/ui/styles/tokens.css. */
const PAPER = '#f8f5ef';
const INK = '#1f1c18';
const SOFT_INK = '#5b544a';
const OXBLOOD = '#7a2318';
const STAR = '#a3660b';
const EMPTY_STAR = '#ddd3c2';

const FONTS: Readonly<Record<ImageFont, string>> = {
  serif: 'font-family="Testimony Serif" font-weight="600"',
  sans: 'font-family="Testimony Sans" font-weight="400"',
};

/** Like pleading paper: a double rule ends the margin. */
const RULES = [112, 121];
const LEFT = 176;
const RIGHT = 1120;
const WIDTH = RIGHT - LEFT;

/** Baselines, sizes of fonts and gaps, from top to bottom and in pixels. */
const HEADING = { y: 108, size: 32 };
const TITLE = { top: 144, height: 228, sizes: [112, 100, 90, 80, 72, 64, 56, 50, 44, 38] };
const SUBTITLE = { size: 36, gap: 58, height: 54 };
const FIGURE = { y: 502, size: 104 };
const FOOT = { y: 566, size: 32 };
/** The count without a mean above it. */
const COUNT_ALONE = { y: 502, size: 56 };

/** A star in a square of 24, from its tip on, as site/ui/components/figures/StarShape.astro draws it. */
const STAR_SHAPE = ' 3.1 6.6 7.2.9-5.3 5 1.4 7.1-6.4-3.5-6.4 3.5 1.4-7.1-5.3-5 7.2-.9z';
const STAR_SIZE = 24;
const FIVE_STARS = `m12 2${STAR_SHAPE}${`m${STAR_SIZE} 0${STAR_SHAPE}`.repeat(4)}`;
const STARS_SCALE = 2.8;

/** Draws a card as SVG. Equal cards give equal text. */
export function drawCard({ heading, title, subtitle, rating, count, host }: Card): string {
  const { width, height } = CARD_SIZE;
  const room = subtitle === undefined ? TITLE.height : TITLE.height - SUBTITLE.height;
  const { lines, size } = fitText(title, { ...TITLE, font: 'serif', width: WIDTH, height: room });
  const baselineOf = (line: number) => TITLE.top + size * (0.85 + line * LINE_HEIGHT);
  const below = baselineOf(lines.length - 1) + SUBTITLE.gap;
  const parts = [
    `<path fill="${PAPER}" d="M0 0h${width}v${height}H0z"/>`,
    `<path stroke="${OXBLOOD}" stroke-width="2.5" d="${RULES.map((x) => `M${x} 0v${height}`).join('')}"/>`,
    drawLine(heading, 'sans', SOFT_INK, HEADING),
    ...lines.map((line, at) => drawLine(line, 'serif', INK, { y: baselineOf(at), size })),
    subtitle && drawLine(subtitle, 'sans', SOFT_INK, { y: below, size: SUBTITLE.size }),
    rating && drawRating(rating),
    rating ? drawLine(count, 'sans', INK, FOOT) : drawLine(count, 'serif', INK, COUNT_ALONE),
    drawHost(host, rating ? measureText(count, 'sans', FOOT.size) : 0),
  ];
  const root = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`;
  return `${root}\n${parts.filter(Boolean).join('\n')}\n</svg>\n`;
}

type Place = { readonly y: number; readonly size: number };

function drawLine(text: string, font: ImageFont, colour: string, { y, size }: Place): string {
  const line = escapeMarkup(fitLine(text, font, size, WIDTH));
  return `<text x="${LEFT}" y="${round(y)}" fill="${colour}" ${FONTS[font]} font-size="${size}">${line}</text>`;
}

/** Draws the mean, and next to it five stars, filled from the left in proportion. */
function drawRating({ value, words }: NonNullable<Card['rating']>): string {
  const x = LEFT + measureText(words, 'serif', FIGURE.size) + 30;
  // Their middle is the middle of the figures.
  const y = FIGURE.y - 0.335 * FIGURE.size - (STAR_SIZE / 2) * STARS_SCALE;
  const clip = `<clipPath id="filled"><path d="M0 0h${round(value * STAR_SIZE)}v${STAR_SIZE}H0z"/></clipPath>`;
  return `${drawLine(words, 'serif', INK, FIGURE)}
${clip}
<g transform="translate(${round(x)} ${round(y)}) scale(${STARS_SCALE})">
<path fill="${EMPTY_STAR}" d="${FIVE_STARS}"/>
<path fill="${STAR}" clip-path="url(#filled)" d="${FIVE_STARS}"/>
</g>`;
}

/** At the right, in the rest of the line of the count. */
function drawHost(host: string, taken: number): string {
  const text = fitLine(host, 'sans', FOOT.size, WIDTH - taken - 40);
  return `<text x="${RIGHT}" y="${FOOT.y}" text-anchor="end" fill="${SOFT_INK}" ${FONTS.sans} font-size="${FOOT.size}">${escapeMarkup(text)}</text>`;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
