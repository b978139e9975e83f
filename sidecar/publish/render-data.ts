import { CATALOG } from '#artifacts/catalog.ts';
import { compress, encodeIdentity, MIN_CODED_BYTES } from '#artifacts/encode-variants.ts';
import { isLaidOut } from '#artifacts/lay-out-reviews.ts';
import type { ManifestEntry } from '#artifacts/manifest.ts';
import { createArtifactRenderer } from '#artifacts/render-artifact.ts';
import { type PreviousReviews, renderReviews } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { type EncodedFile, toEncodedFile, withoutCodings } from '#release/release.ts';
import { type Corpus, createCorpusMaker, reviewBytes } from '#search/corpus.ts';
import { lengthOf, type Pieces } from '#search/pieces.ts';
import { positionsOf } from '#search/review-position.ts';

/** A file above this size is published as it is, and its compressed variants follow. */
const LARGE_BYTES = 256 * 1024;

/** The data files of a dataset, with what search and since ask of them. */
export type RenderedData = {
  readonly files: readonly EncodedFile[];
  readonly corpus: Corpus;
};

/** Renders the data files of one dataset after the other; what is unchanged is not made again. */
export class DataRenderer {
  readonly #makeCorpus = createCorpusMaker();
  readonly #renderArtifact = createArtifactRenderer();
  readonly #entries: Map<string, ManifestEntry>;
  #files = new Map<string, EncodedFile>();
  #reviews: PreviousReviews | undefined;

  /** `previous`: the entries of the release that the first one follows. */
  constructor(previous: readonly ManifestEntry[]) {
    this.#entries = new Map(previous.map((entry) => [entry.path, entry]));
  }

  /** Renders and encodes. `now` dates what changed; it is in no file. */
  async render(dataset: Dataset, now: Date): Promise<RenderedData> {
    const reviews = renderReviews(dataset, this.#reviews);
    this.#reviews = reviews;
    const files = await Promise.all(
      CATALOG.map(async ({ path, mediaType }) => {
        const body =
          path === '/reviews.json' ? reviews.body : [this.#renderArtifact(path, dataset)];
        return this.#encode(path, mediaType, body, now);
      }),
    );
    this.#files = new Map(files.map((file) => [file.entry.path, file]));
    for (const { entry } of files) this.#entries.set(entry.path, entry);
    return { files, corpus: this.#makeCorpus(reviews) };
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

  /**
   * Has the first rendering share what is served already: of these reviews, those whose lines stand
   * in it are taken for the same.
   */
  follow(served: Corpus, reviews: readonly Review[]): void {
    const positions = positionsOf(served);
    const same: object[] = Array.from({ length: served.count }, () => ({}));
    for (const review of reviews) {
      const position = positions.get(review.id);
      if (position === undefined) continue;
      const line = Buffer.from(JSON.stringify(review));
      if (line.equals(reviewBytes(served, position))) same[position] = review;
    }
    const { body, offsets, starts } = served;
    const before = { body, offsets, starts, reviews: same };
    if (isLaidOut(before)) this.#reviews = before;
  }

  /** Takes over files that another process has encoded, with the codings that it has already. */
  adopt(files: readonly EncodedFile[]): void {
    for (const file of files) {
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

/** Whether the compressed variants of a file are still to be made. */
export function lacksCodings({ entry }: EncodedFile): boolean {
  const { identity, ...coded } = entry.variants;
  return identity.bytes >= MIN_CODED_BYTES && Object.keys(coded).length === 0;
}
