import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Review } from '#dataset/review.ts';
import { lengthOf, type Pieces } from '#search/corpus/pieces.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import type { SearchIndexData } from '#search/index/index-data.ts';
import { documentOf, readSearchDocuments } from '#search/search.ts';
import { SMALL_HEAP } from '../../spare-memory.ts';
import { compareLists, type ReviewEdit } from '../../store/compare-lists.ts';
import { type RebuildPort, SEARCH_INDEX, type SearchMessage } from '../messages.ts';

/** More edits than these make each search slower than a new index is worth. */
const MAX_EDITS = 1000;
/** Above this a new index is built, while the edits are searched on top of the old one. */
const MANY_EDITS = 200;
/** About 300 reviews: building their index takes less time than starting a thread. */
const SMALL_BYTES = 250_000;

/** A release, and its reviews. */
type Base = { readonly ordinal: number; readonly reviews: readonly Review[] };
type Published = Base & { readonly reviewsJson: Pieces };

/**
 * Keeps the index of the server up to date: a release is searched through the index of an earlier
 * one and the edits since, until these are worth the time of a new index.
 */
export class SearchUpkeep {
  readonly #port: RebuildPort;
  /** That of the index in use. */
  #base: Base | undefined;
  #isBuilding = false;
  #newest: Published | undefined;
  #hasFailed = false;

  constructor(port: RebuildPort) {
    this.#port = port;
  }

  /** The server has an index of exactly the reviews of this release. */
  setBase(ordinal: number, reviews: readonly Review[]): void {
    this.#base = { ordinal, reviews };
  }

  /** What the server needs in order to search the reviews of a new release. */
  describe(ordinal: number, reviews: readonly Review[]): SearchMessage {
    const base = this.#base;
    const edit = base && compareLists(base.reviews, reviews);
    if (!edit || countOf(edit) > MAX_EDITS) {
      this.setBase(ordinal, reviews);
      return { index: buildSearchIndex(reviews.map(documentOf)) };
    }
    const { removed, added } = edit;
    if (countOf(edit) === 0) return { base: base.ordinal, edits: undefined };
    const edits = {
      removed: removed.map(({ position }) => position),
      added: added.map(({ position, item }) => ({ position, document: documentOf(item) })),
    };
    return { base: base.ordinal, edits };
  }

  /** A release was published. Where many edits lie on top of the index in use, a new one is built. */
  follow(ordinal: number, reviews: readonly Review[], reviewsJson: Pieces): void {
    this.#newest = { ordinal, reviews, reviewsJson };
    this.#build(this.#newest);
  }

  /** Builds the index that could not be built before. */
  retry(): void {
    if (this.#hasFailed && this.#newest) this.#build(this.#newest);
  }

  #build({ ordinal, reviews, reviewsJson }: Published): void {
    if (this.#isBuilding) return;
    if (!this.#base || countOf(compareLists(this.#base.reviews, reviews)) <= MANY_EDITS) {
      this.#recover();
      return;
    }
    this.#isBuilding = true;
    buildBeside(reviewsJson)
      .then((index) => {
        // The server may have an index of a newer release by then.
        if (this.#base && this.#base.ordinal < ordinal) {
          this.#base = { ordinal, reviews };
          this.#port.post({ type: 'index', ordinal, index });
        }
        this.#recover();
      })
      .catch((error: unknown) => {
        // Searches use the index before and the edits since.
        const why = { code: 'INDEX_FAILED', reason: 'it cannot be built', cause: String(error) };
        this.#port.post({ type: 'fault', fault: { kind: 'rebuild', what: SEARCH_INDEX, ...why } });
        this.#hasFailed = true;
      })
      .finally(() => {
        this.#isBuilding = false;
      });
  }

  #recover(): void {
    if (!this.#hasFailed) return;
    this.#hasFailed = false;
    this.#port.post({ type: 'recovered', what: SEARCH_INDEX });
  }
}

function countOf({ removed, added }: ReviewEdit): number {
  return removed.length + added.length;
}

/** Builds a search index: of a large file in a thread, else after what is already due. */
async function buildBeside(reviewsJson: Pieces): Promise<SearchIndexData> {
  if (lengthOf(reviewsJson) <= SMALL_BYTES) {
    await setImmediate();
    return buildSearchIndex(readSearchDocuments(reviewsJson));
  }
  const worker = new Worker(new URL('./index-worker.ts', import.meta.url), {
    name: 'search index',
    workerData: reviewsJson,
    resourceLimits: SMALL_HEAP,
  });
  const [index] = await once(worker, 'message');
  return index;
}
