import type { Review } from '#dataset/review.ts';
import { loadSearchIndex } from '../search/load-search-index.ts';
import type { RebuildPort } from './rebuild-port.ts';
import type { SearchUpkeep } from './search-upkeep.ts';

type Settings = { readonly search: SearchUpkeep; readonly port: RebuildPort };

/** A release that may need an index of its own. */
type Release = {
  readonly ordinal: number;
  readonly reviews: readonly Review[];
  readonly reviewsJson: Uint8Array;
};

/** Builds a new search index beside, once many edits lie on top of the one that is used. */
export class IndexFollower {
  readonly #settings: Settings;
  #isBuilding = false;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  want({ ordinal, reviews, reviewsJson }: Release): void {
    const { search, port } = this.#settings;
    if (this.#isBuilding || !search.isWorthBuilding(reviews)) return;
    this.#isBuilding = true;
    loadSearchIndex(reviewsJson)
      .then((index) => {
        if (!search.setNewerBase(ordinal, reviews)) return;
        port.post({ type: 'index', ordinal, index });
      })
      .catch((error: unknown) => {
        port.log('warn', 'a search index cannot be built', { cause: String(error) });
      })
      .finally(() => {
        this.#isBuilding = false;
      });
  }
}
