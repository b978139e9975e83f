import type { ReviewsDocument } from '#artifacts/reviews-json.ts';

/** A review as it stands in reviews.json. */
export type Review = ReviewsDocument['reviews'][number];
type Mention = NonNullable<Review['aspects']>[number];

/** A mention and the review that it stands in. */
export type Said = { readonly review: Review; readonly mention: Mention };

/** Whom or what a quote may name; a person is blamed by name only. */
export type Named = {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly isPerson?: boolean;
};

/** The mentions with one sentiment. */
export const labelled = (said: readonly Said[], label: Mention['sentiment']) =>
  said.filter(({ mention }) => mention.sentiment === label);

/** The folded words of a text between single spaces. */
const spaced = (text: string) =>
  ` ${text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')} `;

/** The best quotes of some mentions, all pairs compared, against first. */
export function quotesOf(said: readonly Said[], positive: number, negative: number, named?: Named) {
  const isNaming = ({ mention }: Said) =>
    named !== undefined &&
    [named.name, ...named.aliases].some((name) => spaced(mention.quote).includes(spaced(name)));
  const used = new Set<string>();
  const pick = (sentiment: 'positive' | 'negative', count: number) =>
    labelled(said, sentiment)
      .filter(({ mention }) => mention.quote.length >= 12 && mention.quote.length <= 280)
      .filter((one) => sentiment === 'positive' || !named?.isPerson || isNaming(one))
      .sort(
        (a, b) =>
          Number(isNaming(b)) - Number(isNaming(a)) ||
          b.mention.confidence - a.mention.confidence ||
          Date.parse(b.review.datePublished) - Date.parse(a.review.datePublished) ||
          (a.review.id === b.review.id ? 0 : a.review.id < b.review.id ? -1 : 1) ||
          a.mention.start - b.mention.start,
      )
      .filter(({ review: { id } }) => used.size < count && !used.has(id) && used.add(id))
      .map(({ review, mention }) => ({
        reviewId: review.id,
        url: review.url,
        text: review.reviewBody.slice(mention.start, mention.end),
        start: mention.start,
        end: mention.end,
        sentiment,
        confidence: mention.confidence,
        datePublished: review.datePublished,
      }));
  const against = pick('negative', negative);
  return [...pick('positive', positive + used.size), ...against];
}
