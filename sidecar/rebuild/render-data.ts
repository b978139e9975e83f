import { CATALOG } from '#artifacts/catalog.ts';
import type { ManifestEntry } from '#artifacts/manifest.ts';
import { createArtifactRenderer } from '#artifacts/render-artifact.ts';
import { type RenderedReviews, renderReviews } from '#artifacts/reviews-json.ts';
import { encode, MIN_CODED_BYTES, sealIdentity } from '#artifacts/seal.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { type Corpus, createCorpusMaker } from '#query/corpus.ts';
import { type SealedFile, toSealedFile } from '#release/sealed-file.ts';
import { SpareRoom } from './spare-room.ts';

/** A file above this size is published as it is, and its compressed variants follow. */
const LARGE_BYTES = 256 * 1024;

/** The data files of a dataset, with what search and since ask of them. */
export type RenderedData = {
  readonly files: readonly SealedFile[];
  readonly corpus: Corpus;
};

/** Renders the data files of one dataset after the other; what is unchanged is not made again. */
export class DataRenderer {
  readonly #makeCorpus = createCorpusMaker();
  readonly #renderArtifact = createArtifactRenderer();
  readonly #entries: Map<string, ManifestEntry>;
  #files = new Map<string, SealedFile>();
  readonly #room = new SpareRoom();
  #reviews: RenderedReviews | undefined;

  /** `previous`: the entries of the release that the first one follows. */
  constructor(previous: readonly ManifestEntry[]) {
    this.#entries = new Map(previous.map((entry) => [entry.path, entry]));
  }

  /** Renders and seals. `now` dates what changed; it is in no file. */
  async render(dataset: Dataset, now: Date): Promise<RenderedData> {
    this.#reviews = renderReviews(dataset, this.#reviews, (length) => this.#room.take(length));
    const reviews = this.#reviews;
    const files = await Promise.all(
      CATALOG.map(async ({ path, mediaType }) => {
        const bytes =
          path === '/reviews.json' ? reviews.bytes : this.#renderArtifact(path, dataset);
        return this.#seal(path, mediaType, bytes, now);
      }),
    );
    this.#files = new Map(files.map((file) => [file.entry.path, file]));
    for (const { entry } of files) this.#entries.set(entry.path, entry);
    return { files, corpus: this.#makeCorpus(reviews) };
  }

  /** Makes ready what the next rendering needs, while nobody waits. */
  prepare(): void {
    this.#room.prepare(this.#reviews?.bytes.length ?? 0);
  }

  async #seal(
    path: string,
    mediaType: string,
    bytes: Uint8Array<ArrayBufferLike>,
    now: Date,
  ): Promise<SealedFile> {
    const { identity } = sealIdentity(bytes);
    const known = this.#files.get(path);
    if (known?.entry.variants.identity.etag === identity.etag) return known;
    const coded = bytes.length <= LARGE_BYTES ? await encode(bytes) : {};
    const file = path.slice(1);
    const before = this.#entries.get(path);
    return toSealedFile({ path, file, mediaType }, { identity, ...coded }, before, now);
  }

  /** Takes over files that another process has sealed, with what it has coded already. */
  adopt(sealed: readonly SealedFile[]): void {
    for (const file of sealed) {
      const { path, variants } = file.entry;
      if (this.#files.get(path)?.entry.variants.identity.etag !== variants.identity.etag) continue;
      this.#files.set(path, file);
      this.#entries.set(path, file.entry);
    }
  }

  /** Adds the compressed variants of the files that are published without them. */
  async addCodings(file: SealedFile): Promise<SealedFile> {
    const { path, mediaType, variants } = file.entry;
    const bytes = file.bodies.identity;
    const identity = { bytes, etag: variants.identity.etag };
    const coded = await encode(bytes);
    const names = { path, file: file.entry.file, mediaType };
    const whole = toSealedFile(names, { identity, ...coded }, file.entry, new Date(0));
    if (this.#files.get(path)?.entry.variants.identity.etag === identity.etag) {
      this.#files.set(path, whole);
      this.#entries.set(path, whole.entry);
    }
    return whole;
  }
}

/** Whether the compressed variants of a file are still to be made. */
export function lacksCodings({ entry }: SealedFile): boolean {
  const { identity, ...coded } = entry.variants;
  return identity.bytes >= MIN_CODED_BYTES && Object.keys(coded).length === 0;
}
