import { ArtifactRenderer } from '#artifacts/artifacts.ts';
import { CATALOG } from '#artifacts/catalog.ts';
import { compress, encodeIdentity, MIN_CODED_BYTES } from '#artifacts/encode-variants.ts';
import {
  isLaidOut,
  type LaidOutReviews,
  type LineEdit,
  renderReviews,
} from '#artifacts/reviews-json.ts';
import type { Dataset, EditedDataset } from '#dataset/dataset.ts';
import { addAll, type Placed } from '#dataset/edits/list-edit.ts';
import type { Review } from '#dataset/review.ts';
import type { ManifestEntry } from '#release/manifest.ts';
import { type EncodedFile, toEncodedFile, withoutCodings } from '#release/release.ts';
import { type Corpus, CorpusKeeper, positionsOf, reviewBytes } from '#search/corpus/corpus.ts';
import { lengthOf, type Pieces } from '#search/corpus/pieces.ts';

/** A file above this size is published as it is, and its compressed variants follow. */
export const LARGE_BYTES = 256 * 1024;

/** The data files of a dataset, with what search and since ask of them. */
export type RenderedData = {
  readonly files: readonly EncodedFile[];
  readonly corpus: Corpus;
};

/** Renders the data files of one dataset after the other; what is unchanged is not made again. */
export class DataRenderer {
  readonly #entries: Map<string, ManifestEntry>;
  #corpora = new CorpusKeeper();
  #artifacts = new ArtifactRenderer();
  #files = new Map<string, EncodedFile>();
  #reviews: LaidOutReviews | undefined;

  /** `previous`: the entries of the release that the first one follows. */
  constructor(previous: readonly ManifestEntry[]) {
    this.#entries = new Map(previous.map((entry) => [entry.path, entry]));
  }

  /**
   * Renders and encodes a dataset; its edit is that since the dataset that was rendered before. Where
   * everything is new, blocks are shared with what is `served` of the same reviews. `now` dates what
   * changed; it is in no file. After an error the next edit has to be `everything`.
   */
  async render(
    { dataset, edit }: EditedDataset,
    now: Date,
    served?: Corpus,
  ): Promise<RenderedData> {
    if (edit === 'everything') {
      this.#corpora = new CorpusKeeper();
      this.#artifacts = new ArtifactRenderer();
      this.#reviews = undefined;
    }
    const { before, since } =
      edit === 'everything' ? shareWith(served, dataset) : { before: this.#reviews, since: edit };
    const own = edit === 'everything' ? addAll(dataset.reviews) : edit;
    const reviews = renderReviews(dataset, before, since);
    const corpus = this.#corpora.update(reviews, own);
    const render = this.#artifacts.update(dataset, own);
    this.#reviews = reviews;
    const files = await Promise.all(
      CATALOG.map(async ({ path, mediaType }) => {
        const body = path === '/reviews.json' ? reviews.body : [render(path)];
        return this.#encode(path, mediaType, body, now);
      }),
    );
    this.#files = new Map(files.map((file) => [file.entry.path, file]));
    for (const { entry } of files) this.#entries.set(entry.path, entry);
    return { files, corpus };
  }

  async #encode(path: string, mediaType: string, body: Pieces, now: Date): Promise<EncodedFile> {
    const { identity } = encodeIdentity(body);
    const known = this.#files.get(path);
    if (known?.entry.variants.identity.etag === identity.etag) return known;
    const coded = lengthOf(body) <= LARGE_BYTES ? await compress(body) : {};
    const file = path.slice(1);
    const before = this.#entries.get(path);
    return toEncodedFile({ path, file, mediaType }, { identity, ...coded }, before, now);
  }

  /** Takes over files that another process has encoded, with what it has coded already. */
  adopt(encoded: readonly EncodedFile[]): void {
    for (const file of encoded) {
      const { path, variants } = file.entry;
      if (this.#files.get(path)?.entry.variants.identity.etag !== variants.identity.etag) continue;
      this.#files.set(path, withoutCodings(file));
      this.#entries.set(path, file.entry);
    }
  }

  /**
   * Adds the compressed variants of a file that is published without them; they are not kept here.
   * Rejects with an AbortError where nobody wants them any more.
   */
  async addCodings(file: EncodedFile, signal?: AbortSignal): Promise<EncodedFile> {
    const { path, mediaType, variants } = file.entry;
    const body = file.bodies.identity;
    const identity = { body, etag: variants.identity.etag };
    const coded = await compress(body, 'anywhere', signal);
    const names = { path, file: file.entry.file, mediaType };
    const whole = toEncodedFile(names, { identity, ...coded }, file.entry, new Date(0));
    if (this.#files.get(path)?.entry.variants.identity.etag === identity.etag) {
      this.#files.set(path, withoutCodings(whole));
      this.#entries.set(path, whole.entry);
    }
    return whole;
  }
}

type Shared = { readonly before?: LaidOutReviews; readonly since?: LineEdit };

/** How reviews.json of a dataset came from what is served: reviews whose lines stand in it are the same. */
function shareWith(served: Corpus | undefined, { reviews }: Dataset): Shared {
  if (!served || !isLaidOut(served)) return {};
  const positions = positionsOf(served);
  const kept = new Set<number>();
  const added: Placed<Review>[] = [];
  for (const [position, review] of reviews.entries()) {
    const known = positions.get(review.id);
    const isSame =
      known !== undefined && Buffer.from(JSON.stringify(review)).equals(reviewBytes(served, known));
    if (isSame) kept.add(known);
    else added.push({ position, item: review });
  }
  const removed = Array.from({ length: served.count }, (_, position) => ({ position }));
  const since = { removed: removed.filter(({ position }) => !kept.has(position)), added };
  return { before: served, since };
}

/** Whether the compressed variants of a file are still to be made. */
export function lacksCodings({ entry }: EncodedFile): boolean {
  const { identity, ...coded } = entry.variants;
  return identity.bytes >= MIN_CODED_BYTES && Object.keys(coded).length === 0;
}
