import { memoize } from '#dataset/memoize.ts';
import type { Review } from '#dataset/review.ts';

/** The ids, dates and ratings of reviews, newest first, by which search orders and names them. */
export type Columns = {
  readonly ids: readonly string[];
  /** Each date on which reviews were published, newest first, and the number of those since. */
  readonly datePrefixes: readonly { readonly date: string; readonly count: number }[];
  /** The rating of each review, in half stars: 2 to 10. */
  readonly halfStars: Uint8Array<ArrayBuffer>;
};

type Ids = Pick<Columns, 'ids'>;

/** The columns of reviews, newest first. */
export function columnsOf(reviews: readonly Review[]): Columns {
  const last = reviews.map(({ datePublished: date }, at) => ({ date, count: at + 1 }));
  return {
    ids: reviews.map(({ id }) => id),
    datePrefixes: last.filter(({ date }, at) => last[at + 1]?.date !== date),
    halfStars: Uint8Array.from(reviews, ({ reviewRating }) => reviewRating.ratingValue * 2),
  };
}

/** The date of the review at a position. */
export function dateAt({ datePrefixes }: Pick<Columns, 'datePrefixes'>, position: number): string {
  return datePrefixes.find(({ count }) => count > position)?.date ?? '';
}

/** The id of the review at a position. */
export function idAt({ ids }: Ids, position: number): string {
  return ids[position] ?? '';
}

/** The position of the review with an id; undefined if there is none. */
export function positionOf(columns: Ids, id: string): number | undefined {
  return positionsOf(columns).get(id);
}

const positionsOf = memoize(
  ({ ids }: Ids): ReadonlyMap<string, number> => new Map(ids.map((id, at) => [id, at])),
);
