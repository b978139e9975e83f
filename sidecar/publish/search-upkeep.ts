import { diffReviews } from '#dataset/diff-reviews.ts';
import type { Review } from '#dataset/review.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import type { SearchEdits } from '#search/index/edited-search-index.ts';
import { documentOf } from '#search/search.ts';
import type { SearchMessage } from './messages.ts';

/** More edits than these make each search slower than a new index is worth. */
const MAX_EDITS = 1000;
/** From here on a new index is built beside, while the edits are searched on top of the old one. */
const MANY_EDITS = 200;

/**
 * Keeps the index of the server up to date: a release is searched through the index of an earlier
 * one and the edits since, until there are so many that a new index is worth its time.
 */
export class SearchUpkeep {
  #base: { readonly ordinal: number; readonly reviews: readonly Review[] } | undefined;

  /** The server has an index of exactly these reviews. */
  setBase(ordinal: number, reviews: readonly Review[]): void {
    this.#base = { ordinal, reviews };
  }

  /** The same, unless the server has an index of a newer release by then. */
  setNewerBase(ordinal: number, reviews: readonly Review[]): boolean {
    if (this.#base && this.#base.ordinal >= ordinal) return false;
    this.setBase(ordinal, reviews);
    return true;
  }

  /** What the server needs in order to search these reviews, which are those of a new release. */
  describe(ordinal: number, reviews: readonly Review[]): SearchMessage {
    const edits = this.#base && diffReviews(this.#base.reviews, reviews);
    if (!this.#base || !edits || edits.removed.length + edits.added.length > MAX_EDITS) {
      this.setBase(ordinal, reviews);
      return { index: buildSearchIndex(reviews.map(documentOf)) };
    }
    return { base: this.#base.ordinal, edits: searchEditsOf(edits, reviews) };
  }

  /** Whether a new index should be built for these reviews. */
  isWorthBuilding(reviews: readonly Review[]): boolean {
    if (!this.#base) return false;
    const { removed, added } = diffReviews(this.#base.reviews, reviews);
    return removed.length + added.length > MANY_EDITS;
  }
}

function searchEditsOf(
  { removed, added }: ReturnType<typeof diffReviews>,
  reviews: readonly Review[],
): SearchEdits | undefined {
  if (removed.length + added.length === 0) return undefined;
  return {
    removed,
    added: added.flatMap((position) => {
      const review = reviews[position];
      return review ? [{ position, document: documentOf(review) }] : [];
    }),
  };
}
