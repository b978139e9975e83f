import type { Review } from '#dataset/review.ts';
import type { Pieces } from '#search/pieces.ts';
import { loadSearchIndex } from './load-search-index.ts';
import { type RebuildPort, SEARCH_INDEX } from './messages.ts';
import type { SearchUpkeep } from './search-upkeep.ts';

type Settings = { readonly search: SearchUpkeep; readonly port: RebuildPort };

/** A release that may need an index of its own. */
type Release = {
  readonly ordinal: number;
  readonly reviews: readonly Review[];
  readonly reviewsJson: Pieces;
};

/** Builds a new search index beside, once many edits lie on top of the one that is used. */
export class IndexFollower {
  readonly #settings: Settings;
  #isBuilding = false;
  /** What no index could be built of, for whoever tries again. */
  #failed: Release | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Builds the one that could not be built before. */
  retry(): void {
    if (this.#failed) this.want(this.#failed);
  }

  want({ ordinal, reviews, reviewsJson }: Release): void {
    const { search, port } = this.#settings;
    if (this.#isBuilding) return;
    if (!search.isWorthBuilding(reviews)) {
      this.#recover();
      return;
    }
    this.#isBuilding = true;
    loadSearchIndex(reviewsJson)
      .then((index) => {
        if (search.setNewerBase(ordinal, reviews)) port.post({ type: 'index', ordinal, index });
        this.#recover();
      })
      .catch((error: unknown) => {
        // Searches go on by the index before and the edits since.
        const why = { code: 'INDEX_FAILED', reason: 'it cannot be built', cause: String(error) };
        port.post({ type: 'fault', fault: { kind: 'rebuild', what: SEARCH_INDEX, ...why } });
        this.#failed = { ordinal, reviews, reviewsJson };
      })
      .finally(() => {
        this.#isBuilding = false;
      });
  }

  #recover(): void {
    if (!this.#failed) return;
    this.#failed = undefined;
    this.#settings.port.post({ type: 'recovered', what: SEARCH_INDEX });
  }
}
