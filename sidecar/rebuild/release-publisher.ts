import { type ManifestEntry, nextOrdinal, type ReleaseKey } from '#artifacts/manifest.ts';
import type { Dataset } from '#dataset/dataset.ts';
import type { PackedFile } from '#release/packed-file.ts';
import type { PackStore } from '../release/pack-store.ts';
import { DataStorage, type StorableRelease, type StoredData } from './data-storage.ts';
import { CodingsFollower } from './follow-with-codings.ts';
import { IndexFollower } from './follow-with-index.ts';
import type { RebuildPort } from './rebuild-port.ts';
import { DataRenderer } from './render-data.ts';
import { SearchUpkeep } from './search-upkeep.ts';
import type { ServedData } from './served-now.ts';

type Settings = {
  readonly store: PackStore;
  readonly port: RebuildPort;
  readonly served: ServedData | undefined;
  /** True where what is served is not, yet: it waits to be replaced. */
  readonly isHeldBack: boolean;
  /** The entries that the first release follows where nothing is served. */
  readonly previous: readonly ManifestEntry[];
  /** Whether the server has an index of exactly what is served. */
  readonly isIndexed: boolean;
  /** Ordinals come after this one. */
  readonly after: number;
  readonly signal: AbortSignal;
};

/**
 * Makes releases of datasets, in this order: render, store, hand over; compressed variants of large
 * files and a new search index follow.
 */
export class ReleasePublisher {
  readonly #settings: Settings;
  readonly #renderer: DataRenderer;
  readonly #search = new SearchUpkeep();
  readonly #codings: CodingsFollower;
  readonly #index: IndexFollower;
  readonly #storage: DataStorage;
  #ordinal: number;
  #last: StorableRelease | undefined;
  #isStored = true;

  constructor(settings: Settings) {
    const { port, signal, store, served } = settings;
    this.#settings = settings;
    this.#ordinal = settings.after;
    this.#storage = new DataStorage(store);
    this.#renderer = new DataRenderer(served?.entries ?? settings.previous);
    this.#codings = new CodingsFollower({
      renderer: this.#renderer,
      port,
      store: (release) => this.#storeAgain(release),
      signal,
    });
    this.#index = new IndexFollower({ search: this.#search, port });
  }

  /** Whether this thread knows what is served, and not only where it lies. */
  get hasPublished(): boolean {
    return this.#last !== undefined;
  }

  /** The key of what is served. */
  get key(): ReleaseKey | undefined {
    return this.#last?.key ?? this.#settings.served?.key;
  }

  /** The dataset of what is served, read from disk where this thread did not make it. */
  dataset(): Dataset | undefined {
    return this.#last?.dataset ?? this.#settings.served?.readDataset();
  }

  /**
   * What is served was made of this dataset by an earlier process. Nothing is handed over, but what
   * the next release builds on is made ready. Returns false where it is not what is served.
   */
  async adopt(dataset: Dataset, key: ReleaseKey): Promise<boolean> {
    const { served, port } = this.#settings;
    if (!served || this.#last || this.#settings.isHeldBack) return false;
    const { files, corpus } = await this.#renderer.render(dataset, port.now());
    const etags = new Map(
      served.entries.map((entry) => [entry.path, entry.variants.identity.etag]),
    );
    if (files.some(({ entry }) => entry.variants.identity.etag !== etags.get(entry.path))) {
      return false;
    }
    const { ordinal, file } = served;
    this.#last = { ordinal, key, dataset, files, corpus };
    if (file !== undefined) this.#storage.adopt({ file, base: served.base }, this.#last);
    this.#renderer.adopt(served.files);
    if (this.#settings.isIndexed) this.#search.setBase(ordinal, dataset.reviews);
    if (file !== undefined) this.#codings.want({ ordinal, files: served.files });
    return true;
  }

  /**
   * Publishes a dataset. Throws where the release cannot be stored, and publishes nothing then. But
   * an urgent one goes out all the same, as a start looks at removed.yaml before it serves anything;
   * `storeMissing` stores it later.
   */
  async publish(dataset: Dataset, key: ReleaseKey, isUrgent: () => boolean): Promise<void> {
    const { port } = this.#settings;
    const ordinal = nextOrdinal(this.#ordinal, port.now());
    const { files, corpus } = await this.#renderer.render(dataset, port.now());
    port.reached('sealed');
    const release = { ordinal, key, dataset, files, corpus };
    let stored: StoredData | undefined;
    try {
      stored = await this.#storage.storeSoon(release);
    } catch (error) {
      if (!isUrgent()) throw error;
      const cause = String(error);
      port.log('warn', 'a takedown is published although it cannot be stored yet', { cause });
    }
    port.reached('persisted');

    this.#ordinal = ordinal;
    this.#last = release;
    port.post({
      type: 'data',
      ordinal,
      key,
      files,
      corpus,
      removed: dataset.removed,
      technicians: dataset.technicians.map(({ id, name, aliases }) => ({ id, name, aliases })),
      search: this.#search.describe(ordinal, dataset.reviews),
    });
    this.#index.want({ ordinal, reviews: dataset.reviews, reviewsJson: corpus.bytes });
    this.#isStored = stored !== undefined;
    if (stored) this.#follow(release);
    this.#renderer.prepare();
  }

  /** Stores what was published without being stored. Throws where that still cannot be. */
  async storeMissing(): Promise<void> {
    if (!this.#last || this.#isStored) return;
    const release = this.#last;
    await this.#storage.storeSoon(release);
    this.#isStored = true;
    this.#follow(release);
  }

  #follow(release: StorableRelease): void {
    const { port } = this.#settings;
    this.#codings.want(release);
    this.#clear();
    port.reached('cleared');
  }

  /** Resolves when nothing follows any more. */
  async settle(): Promise<void> {
    await this.#codings.settle();
  }

  /** Stores the newest release once more, with what was added; an older one is left as it is. */
  async #storeAgain(release: { readonly ordinal: number; readonly files: readonly PackedFile[] }) {
    const last = this.#last;
    if (last?.ordinal !== release.ordinal) return;
    try {
      await this.#storage.storeWhole({ ...last, files: release.files });
      this.#clear();
    } catch (error) {
      this.#settings.port.log('warn', 'compressed variants cannot be stored', {
        cause: String(error),
      });
    }
  }

  #clear(): void {
    const { store, port } = this.#settings;
    store.clear(new Set(this.#storage.neededFiles()), port.log);
  }
}
