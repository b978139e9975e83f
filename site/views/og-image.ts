import { escapeMarkup } from '#artifacts/markup.ts';
import { FEW_RATINGS } from '#insights/score.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { catalogueFor, languageOf } from '#words/words.ts';
import {
  fitLine,
  fitText,
  type ImageFont,
  LINE_HEIGHT,
  measureText,
  writable,
} from './fit-text.ts';

/** The size that networks show uncropped; the Open Graph protocol names none. */
const SIZE = { width: 1200, height: 630 } as const;

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
const [LEFT, RIGHT] = [176, 1120];
const WIDTH = RIGHT - LEFT;

/** Baselines and sizes of fonts, from top to bottom and in pixels. */
const HEADING = { y: 108, size: 32 };
const TITLE = { top: 144, height: 228, sizes: [112, 100, 90, 80, 72, 64, 56, 50, 44, 38] };
const FIGURE = { y: 502, size: 104 };
const FOOT = { y: 566, size: 32 };
/** The count without a mean above it. */
const COUNT_ALONE = { y: 502, size: 56 };

/** A star in a square of 24, from its tip on, as site/ui/layouts/Page.astro draws it. */
const STAR_SHAPE = ' 3.1 6.6 7.2.9-5.3 5 1.4 7.1-6.4-3.5-6.4 3.5 1.4-7.1-5.3-5 7.2-.9z';
const STAR_SIZE = 24;
const FIVE_STARS = `m12 2${STAR_SHAPE}${`m${STAR_SIZE} 0${STAR_SHAPE}`.repeat(4)}`;
const STARS_SCALE = 2.8;

/**
 * Draws the Open Graph image of all pages, as SVG: the name of the business, or the host where the fonts lack
 * letters of it, the mean of its reviews unless they are few, and their number. Equal facts give equal text.
 */
export async function drawOgImage(release: ReviewSource): Promise<string> {
  const { host } = new URL(release.baseUrl);
  const { business, aggregateRating } = await release.head();
  const { ratingCount, ratingValue: mean } = aggregateRating;
  const { t, formats } = catalogueFor(languageOf(business));
  const { lines, size } = fitText(writable(business.name) ?? host, { ...TITLE, width: WIDTH });
  const count = ratingCount === 0 ? t('image.none') : t('image.reviews', { value: ratingCount });
  // On a page a mean of few comes with a warning, for which an image has no room.
  const isRated = mean !== null && ratingCount >= FEW_RATINGS;
  const taken = isRated ? measureText(count, 'sans', FOOT.size) : 0;
  const parts = [
    `<path fill="${PAPER}" d="M0 0h${SIZE.width}v${SIZE.height}H0z"/>`,
    `<path stroke="${OXBLOOD}" stroke-width="2.5" d="${RULES.map((x) => `M${x} 0v${SIZE.height}`).join('')}"/>`,
    drawLine(t('site.verifiedReviews'), 'sans', SOFT_INK, HEADING),
    ...lines.map((line, at) => {
      const y = TITLE.top + size * (0.85 + at * LINE_HEIGHT);
      return drawLine(line, 'serif', INK, { y, size });
    }),
    isRated ? drawRating(mean, formats.mean(mean)) : '',
    isRated ? drawLine(count, 'sans', INK, FOOT) : drawLine(count, 'serif', INK, COUNT_ALONE),
    drawHost(fitLine(host, 'sans', FOOT.size, WIDTH - taken - 40)),
  ];
  const root = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">`;
  return `${root}\n${parts.filter(Boolean).join('\n')}\n</svg>\n`;
}

type Place = { readonly y: number; readonly size: number };

function drawLine(text: string, font: ImageFont, color: string, { y, size }: Place): string {
  return `<text x="${LEFT}" y="${round(y)}" fill="${color}" ${FONTS[font]} font-size="${size}">${escapeMarkup(text)}</text>`;
}

/** Draws the mean, and next to it five stars, filled from the left in proportion. */
function drawRating(mean: number, words: string): string {
  const x = LEFT + measureText(words, 'serif', FIGURE.size) + 30;
  // Their middle is the middle of the figures.
  const y = FIGURE.y - 0.335 * FIGURE.size - (STAR_SIZE / 2) * STARS_SCALE;
  return `${drawLine(words, 'serif', INK, FIGURE)}
<clipPath id="filled"><path d="M0 0h${round(mean * STAR_SIZE)}v${STAR_SIZE}H0z"/></clipPath>
<g transform="translate(${round(x)} ${round(y)}) scale(${STARS_SCALE})">
<path fill="${EMPTY_STAR}" d="${FIVE_STARS}"/>
<path fill="${STAR}" clip-path="url(#filled)" d="${FIVE_STARS}"/>
</g>`;
}

/** At the right, in the rest of the line of the count. */
function drawHost(host: string): string {
  return `<text x="${RIGHT}" y="${FOOT.y}" text-anchor="end" fill="${SOFT_INK}" ${FONTS.sans} font-size="${FOOT.size}">${escapeMarkup(host)}</text>`;
}

const round = (pixels: number) => Math.round(pixels * 10) / 10;
