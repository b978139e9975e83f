import type { ReleaseKey } from '#artifacts/manifest.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { diffReviews } from '#dataset/diff-reviews.ts';
import type { Review } from '#dataset/review.ts';
import type { Corpus } from '#query/corpus.ts';
import { createDelta, type SharedStretch } from '#release/body-delta.ts';
import { type StoredDelta, writeDataPack } from '#release/data-pack.ts';
import { DATASET_FILE } from '#release/dataset-file.ts';
import type { PackedFile } from '#release/packed-file.ts';
import { serializeDataset } from '#release/stored-dataset.ts';
import type { PackStore } from '../release/pack-store.ts';

/** Below this a release is always stored whole: it takes a few milliseconds. */
const SMALL_BYTES = 4 * 1024 * 1024;
/** Where more than this part is new, sharing the rest is not worth it. */
const MAX_NEW_PART = 0.25;

/** The newest pack, and the one before, in case that it is damaged. */
const MAX_RECENT = 2;

const REVIEWS = '/reviews.json';

/** A release that is to be stored. */
export type StorableRelease = {
  readonly ordinal: number;
  readonly key: ReleaseKey;
  readonly dataset: Dataset;
  readonly files: readonly PackedFile[];
  readonly corpus: Pick<Corpus, 'bytes' | 'starts'>;
};

/** A pack, and the one that it rests on. */
export type StoredData = { readonly file: string; readonly base: string | undefined };

/** A pack that holds reviews.json whole, and where each review stands in it. */
type Base = {
  readonly file: string;
  readonly reviews: readonly Review[];
  readonly starts: Corpus['starts'];
};

/** Stores data releases: whole, or where they are large as what changed since a whole one. */
export class DataStorage {
  readonly #store: PackStore;
  #base: Base | undefined;
  /** The newest packs, oldest first. */
  #recent: readonly StoredData[] = [];

  constructor(store: PackStore) {
    this.#store = store;
  }

  /** The pack that the next one may rest on, the newest ones, and what these rest on. */
  neededFiles(): string[] {
    const recent = this.#recent.flatMap(({ file, base }) => [file, base]);
    return [this.#base?.file, ...recent].filter((file) => file !== undefined);
  }

  /** Stores what readers wait for: as little as possible. */
  async storeSoon(release: StorableRelease): Promise<StoredData> {
    const delta = this.#deltaOf(release);
    const file = await this.#write(release, delta);
    return { file, base: delta?.base };
  }

  /** Stores everything, and has later releases rest on it. */
  async storeWhole(release: StorableRelease): Promise<void> {
    await this.#write(release, undefined);
  }

  /** A pack that an earlier process has stored. */
  adopt(
    stored: StoredData,
    { dataset, corpus }: Pick<StorableRelease, 'dataset' | 'corpus'>,
  ): void {
    const { file, base } = stored;
    this.#recent = [stored];
    if (base === undefined) {
      this.#base = { file, reviews: dataset.reviews, starts: corpus.starts };
    }
  }

  async #write(release: StorableRelease, delta: StoredDelta | undefined): Promise<string> {
    const { ordinal, key, dataset, files, corpus } = release;
    this.#store.make();
    const file = this.#store.fileOf(ordinal);
    const members = { [DATASET_FILE]: serializeDataset(dataset) };
    await writeDataPack(file, { meta: { ordinal, key }, members, files }, delta);
    if (!delta) this.#base = { file, reviews: dataset.reviews, starts: corpus.starts };
    const others = this.#recent.filter((one) => one.file !== file);
    this.#recent = [...others, { file, base: delta?.base }].slice(-MAX_RECENT);
    return file;
  }

  #deltaOf({ files, dataset, corpus, ordinal }: StorableRelease): StoredDelta | undefined {
    const entry = files.find((file) => file.entry.path === REVIEWS)?.entry;
    const base = this.#base;
    if (!entry || !base || corpus.bytes.length < SMALL_BYTES) return undefined;
    // A pack cannot rest on itself.
    if (base.file === this.#store.fileOf(ordinal)) return undefined;
    const after = { reviews: dataset.reviews, starts: corpus.starts };
    const delta = createDelta(corpus.bytes, sharedStretches(base, after));
    if (delta.added.length > MAX_NEW_PART * corpus.bytes.length) return undefined;
    const { identity } = entry.variants;
    return { entry: { ...entry, variants: { identity } }, base: base.file, delta };
  }
}

type Lines = { readonly reviews: readonly Review[]; readonly starts: Corpus['starts'] };

/** The runs of reviews that stand in both, without the comma and line feed behind the last. */
function* sharedStretches(before: Lines, after: Lines): Generator<SharedStretch> {
  const { removed, added } = diffReviews(before.reviews, after.reviews);
  const [gone, come] = [new Set(removed), new Set(added)];
  let from = 0;
  let to = 0;
  while (from < before.reviews.length && to < after.reviews.length) {
    if (gone.has(from)) from++;
    else if (come.has(to)) to++;
    else {
      const [start, first] = [from, to];
      while (from < before.reviews.length && !gone.has(from) && !come.has(to)) {
        from++;
        to++;
      }
      const [beginning, end] = [after.starts[first] ?? 0, (after.starts[to] ?? 0) - 2];
      yield { before: before.starts[start] ?? 0, after: beginning, length: end - beginning };
    }
  }
}
