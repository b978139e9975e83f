import type { ReviewsDocument } from '#artifacts/reviews-json.ts';
import type { Quote } from '#insights/insights-document.ts';
import { quotationOf } from '#insights/quotes/quotation.ts';

/** A review as it stands in reviews.json. */
export type Review = ReviewsDocument['reviews'][number];
/** What a clause of it says. */
export type Mention = NonNullable<Review['aspects']>[number];
type Side = Quote['sentiment'];

/** A mention and the review that it stands in. */
export type Said = { readonly review: Review; readonly mention: Omit<Mention, 'about'> };

/** Something that quotes are shown of. */
type Shown = {
  readonly said: readonly Said[];
  readonly pin: readonly string[];
  readonly veto: readonly string[];
  /** How much a mention speaks of it, from 0 to 1. */
  readonly worthOf: (said: Said) => number;
  readonly isNaming: (mention: Said['mention']) => boolean;
};

/** The words of names that are familiar, and whether a quote names a person of the business. */
export type Naming = {
  readonly familiar: ReadonlySet<string>;
  readonly isPersonal: (quote: string) => boolean;
};

type Ranked = {
  readonly quote: Quote;
  readonly rank: number;
  readonly isPinned: boolean;
  readonly place: number;
};

const later = (a: string, b: string) => Date.parse(b) - Date.parse(a);
const FINAL = ['contact', 'number', 'health', 'length'];

function surenessOf({ review, mention }: Said): number {
  const { ratingValue } = review.reviewRating;
  return Math.abs(mention.score) * (isAgainst(mention, ratingValue) ? 0.7 : 1);
}

const isAgainst = ({ sentiment }: Said['mention'], stars: number) =>
  sentiment === 'negative' ? stars >= 4 : stars <= 2;

/** What may be quoted of one thing on one side: the 60 surest, read one by one. */
function stockOf(
  shown: Shown,
  side: Side,
  place: number,
  { familiar, isPersonal }: Naming,
): Ranked[] {
  const isPinned = ({ review }: Said) => shown.pin.includes(review.id);
  const orderOf = (one: Said) => (isPinned(one) ? 0 : shown.isNaming(one.mention) ? 1 : 2);
  const candidates = shown.said
    .filter(({ mention }) => mention.sentiment === side)
    .filter(({ review, mention }) => mention.quotable !== false && !shown.veto.includes(review.id))
    .sort(
      (a, b) =>
        orderOf(a) - orderOf(b) ||
        surenessOf(b) - surenessOf(a) ||
        later(a.review.datePublished, b.review.datePublished) ||
        (a.review.id === b.review.id ? 0 : a.review.id < b.review.id ? -1 : 1) ||
        a.mention.start - b.mention.start,
    )
    .slice(0, 60);
  return candidates.flatMap((one) => {
    const { review, mention } = one;
    const found = quotationOf(review.reviewBody, mention, familiar);
    if (!found) return [];
    const text = review.reviewBody.slice(found.start, found.end);
    const isDelicate = isAgainst(mention, review.reviewRating.ratingValue) || isPersonal(text);
    if (!isPinned(one) && isDelicate && mention.confidence < 0.95) return [];
    const rank = surenessOf(one) * found.clarity * shown.worthOf(one);
    if (isPinned(one) ? FINAL.includes(found.refusal ?? '') : found.refusal !== undefined)
      return [];
    if (!isPinned(one) && rank < 0.3) return [];
    const quote = {
      reviewId: review.id,
      url: review.url,
      text,
      start: found.start,
      end: found.end,
      clause: { start: mention.start, end: mention.end },
      sentiment: side,
      confidence: mention.confidence,
      datePublished: review.datePublished,
    };
    return [{ quote, rank, isPinned: isPinned(one), place }];
  });
}

const best = (a: Ranked, b: Ranked) => Number(b.isPinned) - Number(a.isPinned) || b.rank - a.rank;

/** The quotes of some things that are shown together, chosen by looking at all again each time. */
export function quotesOf(
  things: readonly Shown[],
  most: { readonly [Key in Side]: number },
  naming: Naming,
): Quote[][] {
  const sides = ['negative', 'positive'] as const;
  const all = sides.flatMap((side) =>
    things.flatMap((shown, place) => stockOf(shown, side, place, naming).sort(best)).sort(best),
  );
  const chosen: Ranked[] = [];
  const limits = [Number.POSITIVE_INFINITY, 1, 2, 3, 4, 5];
  for (const [turn, limit] of limits.entries()) {
    for (const one of all) {
      if (turn === 0 && !one.isPinned) continue;
      const { sentiment, reviewId, text } = one.quote;
      if (chosen.some(({ quote }) => quote.reviewId === reviewId || quote.text === text)) continue;
      const own = chosen.filter(
        ({ place, quote }) => place === one.place && quote.sentiment === sentiment,
      );
      if (own.length < Math.min(limit, most[sentiment])) chosen.push(one);
    }
  }
  return things.map((_, index) =>
    (['positive', 'negative'] as const).flatMap((side) =>
      chosen
        .filter(({ place, quote }) => place === index && quote.sentiment === side)
        .sort(best)
        .map(({ quote }) => quote),
    ),
  );
}
