import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ReviewEdit } from '#dataset/dataset.ts';
import { joinEdits, NO_EDIT } from '#dataset/edits/list-edit.ts';
import type { Review } from '#dataset/review.ts';
import { lengthOf, type Pieces } from '#search/corpus/pieces.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import type { SearchIndexData } from '#search/index/index-data.ts';
import { documentOf, readSearchDocuments } from '#search/search.ts';
import { SMALL_HEAP } from '../../spare-memory.ts';
import { type RebuildPort, SEARCH_INDEX, type SearchMessage } from '../messages.ts';

/** More edits than these make each search slower than a new index is worth. */
const MAX_EDITS = 1000;
/** Above this a new index is built, while the edits are searched on top of the old one. */
const MANY_EDITS = 200;
/** About 300 reviews: building their index takes less time than starting a thread. */
const SMALL_BYTES = 250_000;

/** A release, and how its reviews were edited since. */
type Base = { readonly ordinal: number; edit: ReviewEdit | 'everything' };
type Published = Base & { readonly reviewsJson: Pieces };

/**
 * Keeps the index of the server up to date: a release is searched through the index of an earlier
 * one and the edits since, until these are worth the time of a new index.
 */
export class SearchUpkeep {
  readonly #port: RebuildPort;
  /** That of the index in use. */
  #base: Base | undefined;
  /** That of the index which is being built. */
  #building: Base | undefined;
  #newest: Published | undefined;
  #hasFailed = false;

  constructor(port: RebuildPort) {
    this.#port = port;
  }

  /** The server has an index of exactly the reviews of this release. */
  setBase(ordinal: number): void {
    this.#base = { ordinal, edit: NO_EDIT };
  }

  /** The reviews are edited, whether that is published or not. */
  update(edit: ReviewEdit | 'everything'): void {
    for (const base of new Set([this.#base, this.#building, this.#newest])) {
      if (base) base.edit = joinEdits(base.edit, edit);
    }
  }

  /** What the server needs in order to search the reviews of a new release. */
  describe(ordinal: number, reviews: readonly Review[]): SearchMessage {
    const base = this.#base;
    if (!base || base.edit === 'everything' || countOf(base.edit) > MAX_EDITS) {
      this.setBase(ordinal);
      return { index: buildSearchIndex(reviews.map(documentOf)) };
    }
    const { removed, added } = base.edit;
    if (countOf(base.edit) === 0) return { base: base.ordinal, edits: undefined };
    const edits = {
      removed: removed.map(({ position }) => position),
      added: added.map(({ position, item }) => ({ position, document: documentOf(item) })),
    };
    return { base: base.ordinal, edits };
  }

  /** A release was published. Where many edits lie on top of the index in use, a new one is built. */
  follow(ordinal: number, reviewsJson: Pieces): void {
    this.#newest = { ordinal, reviewsJson, edit: NO_EDIT };
    this.#build(this.#newest);
  }

  /** Builds the index that could not be built before. */
  retry(): void {
    if (this.#hasFailed && this.#newest) this.#build(this.#newest);
  }

  #build({ ordinal, reviewsJson, edit }: Published): void {
    if (this.#building) return;
    if (!this.#base || countOf(this.#base.edit) <= MANY_EDITS) {
      this.#recover();
      return;
    }
    const building: Base = { ordinal, edit };
    this.#building = building;
    buildBeside(reviewsJson)
      .then((index) => {
        // The server may have an index of a newer release by then.
        if (this.#base && this.#base.ordinal < ordinal) {
          this.#base = building;
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
        this.#building = undefined;
      });
  }

  #recover(): void {
    if (!this.#hasFailed) return;
    this.#hasFailed = false;
    this.#port.post({ type: 'recovered', what: SEARCH_INDEX });
  }
}

function countOf(edit: ReviewEdit | 'everything'): number {
  return edit === 'everything' ? Number.POSITIVE_INFINITY : edit.removed.length + edit.added.length;
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
