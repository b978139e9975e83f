import { parseReview } from '#dataset/read/parse-markdown.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import type { Plan } from '../plan/plan.ts';

const SHOWN = 3;
/** So many are parsed to find good examples. */
const LOOKED_AT = 50;
const MAX_LINES = 3;
const WIDTH = 74;

/** Returns three of the reviews that an import would write, as readers would see them. */
export function renderPreview({ added, updates }: Plan): string[] {
  const reviews = [
    ...added.slice(0, LOOKED_AT).flatMap(({ file, text }) => parseReview(file, text).value ?? []),
    ...updates.filter(({ taken }) => taken.length > 0).map(({ review }) => review),
  ];
  // The longest show the most of what the columns became.
  const cards = reviews
    .map(renderCard)
    .sort((one, other) => other.length - one.length)
    .slice(0, SHOWN)
    .flatMap((card) => [...card, '']);
  return cards.length === 0 ? [] : ['', 'For example:', '', ...cards];
}

function renderCard(review: StoredReview): string[] {
  const { rating, author, source, name, reviewBody, ownerReply, verification } = review;
  const state = verification.status === 'verified' ? '' : ', not published yet';
  const half = rating % 1 >= 0.5 ? '½' : '';
  const stars = ('★'.repeat(Math.floor(rating)) + half).padEnd(5, '☆');
  const date = new Date(review.datePublished).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  const texts = [name, reviewBody || '(stars without a text)'];
  if (ownerReply) texts.push(`Your reply: ${ownerReply.text}`);
  return [
    `  ${stars}  ${author.name}, ${date} (${source.name}${state})`,
    ...texts.flatMap((text) => (text ? shortenText(text) : [])),
  ];
}

function shortenText(text: string): string[] {
  const lines = breakLine(text.replace(/\s+/g, ' '), WIDTH).map((line) => `    ${line}`);
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES - 1), `${lines[MAX_LINES - 1]} …`];
}

/** Returns a line as several that fit on a terminal; a command stays whole, to be copied. */
export function wrapLine(line: string): string[] {
  const indent = /^ */.exec(line)?.[0] ?? '';
  if (line.length <= WIDTH + 4 || line.includes('npm run')) return [line];
  const [first = '', ...others] = breakLine(line.trim(), WIDTH - indent.length);
  return [indent + first, ...others.map((part) => `${indent}  ${part}`)];
}

/** Returns a text as lines of at most a width, broken at spaces. */
export function breakLine(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
