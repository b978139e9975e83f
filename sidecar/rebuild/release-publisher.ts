import { type ManifestEntry, nextOrdinal, type ReleaseKey } from '#artifacts/manifest.ts';
import type { Dataset } from '#dataset/dataset.ts';
import type { PackedFile } from '#release/pack.ts';
import type { PackStore } from '../release/pack-store.ts';
import { DataStorage, type StorableRelease, type StoredData } from './data-storage.ts';
import { CodingsFollower } from './follow-with-codings.ts';
import { IndexFollower } from './follow-with-index.ts';
import { PageFollower } from './follow-with-pages.ts';
import type { PageBuildSettings } from './messages.ts';
import type { RebuildPort } from './rebuild-port.ts';
import { DataRenderer } from './render-data.ts';
import { SearchUpkeep } from './search-upkeep.ts';
import type { ServedData, ShownPages } from './served-now.ts';

type Settings = {
  readonly store: PackStore;
  readonly port: RebuildPort;
  readonly pageBuild: PageBuildSettings;
  readonly served: ServedData | undefined;
  readonly pages: ShownPages | undefined;
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
 * files, a new search index and pages follow.
 */
export class ReleasePublisher {
  readonly #settings: Settings;
  readonly #renderer: DataRenderer;
  readonly #search = new SearchUpkeep();
  readonly #codings: CodingsFollower;
  readonly #index: IndexFollower;
  readonly #storage: DataStorage;
  readonly #pages: PageFollower;
  #ordinal: number;
  #last: StorableRelease | undefined;
  #isStored = true;

  constructor(settings: Settings) {
    const { port, signal, store, pageBuild, pages, served } = settings;
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
    this.#pages = new PageFollower({ ...pageBuild, store, port, signal }, pages);
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
    // Pages are made from a pack, which data in a folder are not; published, they get one.
    if (served.file === undefined && !this.#pages.areMadeOf(key)) return false;
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
    this.#pages.lagBehind(dataset.reviews);
    if (this.#settings.isIndexed) this.#search.setBase(ordinal, dataset.reviews);
    if (file !== undefined) {
      this.#codings.want({ ordinal, files: served.files });
      this.#pages.want({ ...this.#last, stored: { file, base: served.base } });
    }
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
      lag: this.#pages.lagBehind(dataset.reviews),
      pagesOrdinal: this.#pages.ordinal,
    });
    this.#index.want({ ordinal, reviews: dataset.reviews, reviewsJson: corpus.bytes });
    this.#isStored = stored !== undefined;
    if (stored) this.#follow(release, stored);
    this.#renderer.prepare();
  }

  /** Stores what was published without being stored. Throws where that still cannot be. */
  async storeMissing(): Promise<void> {
    if (!this.#last || this.#isStored) return;
    const release = this.#last;
    const stored = await this.#storage.storeSoon(release);
    this.#isStored = true;
    this.#follow(release, stored);
  }

  #follow(release: StorableRelease, stored: StoredData): void {
    const { port } = this.#settings;
    this.#codings.want(release);
    this.#pages.want({ ...release, stored });
    this.#clear();
    port.reached('cleared');
  }

  /** Resolves when nothing follows any more. */
  async settle(): Promise<void> {
    await this.#codings.settle();
    await this.#pages.settle();
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
    store.clear(new Set([...this.#pages.neededFiles(), ...this.#storage.neededFiles()]), port.log);
  }
}
