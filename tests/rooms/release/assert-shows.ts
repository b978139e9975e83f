import assert from 'node:assert/strict';
import type { Review } from '#dataset/review.ts';
import { createFormats } from '#words/formats.ts';

const { date } = createFormats('en');

/** A text of this length is not the same in another review by accident. */
const DISTINCT_LENGTH = 20;

/** A page, with the reviews that its manifest says it shows. */
type ShownPage = {
  readonly path: string;
  readonly html: string;
  readonly shows: readonly string[];
};

/**
 * Asserts that a page lists every review of which it shows the text, the title, or the author with
 * the rating or the day, or another review with the same, so that caches can be purged of it.
 */
export function assertShows(pages: readonly ShownPage[], reviews: readonly Review[]): void {
  const parts = partsOf(reviews);
  for (const { path, html, shows } of pages) {
    const shown = new Set(shows);
    const text = textOf(html);
    for (const [part, ids] of parts) {
      const isListed = ids.some((id) => shown.has(id));
      assert.ok(isListed || !text.includes(part), `${path} shows ${ids.join(' or ')}: ${part}`);
    }
  }
}

/** What a page may say of reviews, with the reviews that it is true of. */
function partsOf(reviews: readonly Review[]): Map<string, string[]> {
  const parts = new Map<string, string[]>();
  for (const { id, author, name, reviewBody, reviewRating, datePublished } of reviews) {
    const stars = reviewRating.ratingValue;
    const texts = [name ?? '', reviewBody]
      .map(spaced)
      .filter(({ length }) => length >= DISTINCT_LENGTH)
      .map((one) => one.slice(0, 40));
    // With what follows the name, since one name may be the beginning of another.
    const rated = [
      `${author.name} ${stars}★`,
      `${stars}/5 by ${author.name}: `,
      `${stars}/5 by ${author.name} – `,
      `${stars}/5 - ${author.name}: `,
      `${author.name} ${date(datePublished)}`,
    ];
    for (const part of [...texts, ...rated]) {
      parts.set(part, [...(parts.get(part) ?? []), id]);
    }
  }
  return parts;
}

/** What a reader of HTML sees, then all attributes, with single spaces. */
function textOf(html: string): string {
  const attributes = [...html.matchAll(/="([^"]*)"/g)].map(([, value]) => value).join(' ');
  const seen = `${html.replaceAll(/<[^>]*>/g, ' ')} ${attributes}`
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  return spaced(seen);
}

function spaced(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
