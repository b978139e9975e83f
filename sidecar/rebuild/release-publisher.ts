import { type ManifestEntry, nextOrdinal, type ReleaseKey } from '#artifacts/manifest.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { strongEtag } from '#query/strong-etag.ts';
import { createManifest } from '#release/manifest-file.ts';
import type { PackedFile } from '#release/packed-file.ts';
import { serializeDataset } from '#release/stored-dataset.ts';
import type { StorableRelease } from '../store/release-store.ts';
import { CodingsFollower } from './follow-with-codings.ts';
import { IndexFollower } from './follow-with-index.ts';
import type { RebuildPort } from './rebuild-port.ts';
import type { ReleaseKeeper } from './release-keeper.ts';
import { DataRenderer, type RenderedData } from './render-data.ts';
import { SearchUpkeep } from './search-upkeep.ts';
import type { ServedData } from './served-now.ts';

type Settings = {
  readonly keeper: ReleaseKeeper;
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
  #ordinal: number;
  #last: MadeRelease | undefined;

  constructor(settings: Settings) {
    const { port, signal, served } = settings;
    this.#settings = settings;
    this.#ordinal = settings.after;
    this.#renderer = new DataRenderer(served?.entries ?? settings.previous);
    this.#codings = new CodingsFollower({
      renderer: this.#renderer,
      port,
      store: (added) => this.#storeVariants(added),
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
    const { ordinal } = served;
    this.#last = { ordinal, key, dataset, files: served.files, corpus };
    if (served.from === 'store') this.#settings.keeper.adopt(toStorable(this.#last));
    else this.#settings.keeper.owe(toStorable(this.#last));
    this.#renderer.adopt(served.files);
    if (this.#settings.isIndexed) this.#search.setBase(ordinal, dataset.reviews);
    this.#codings.want({ ordinal, files: served.files });
    return true;
  }

  /**
   * Publishes a dataset. Throws where the release cannot be stored, and publishes nothing then. But
   * an urgent one goes out all the same, as a start looks at removed.yaml before it serves anything,
   * so does each where there is no store, and the first where nothing is served: `keepUp` stores it
   * later.
   */
  async publish(dataset: Dataset, key: ReleaseKey, isUrgent: () => boolean): Promise<void> {
    const { port, keeper } = this.#settings;
    const ordinal = nextOrdinal(this.#ordinal, port.now());
    const { files, corpus } = await this.#renderer.render(dataset, port.now());
    port.reached('sealed');
    const release = { ordinal, key, dataset, files, corpus };
    const storable = toStorable(release);
    const isAwaited = this.#last === undefined && this.#settings.served === undefined;
    if (keeper.isOpen && !isAwaited && !isUrgent()) keeper.store(storable);
    else keeper.storeOrOwe(storable);
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
    this.#codings.want(release);
    port.reached('followed');
    this.#renderer.prepare();
  }

  /** Does what could not be done before. Throws where storing what is published still cannot be. */
  keepUp(): void {
    const { keeper, port } = this.#settings;
    this.#codings.retry();
    this.#index.retry();
    if (keeper.isBehind) keeper.catchUp();
    port.post({ type: 'kept' });
  }

  /** The same beside something else that has failed: what cannot be done is told. */
  tryToKeepUp(): void {
    try {
      this.keepUp();
    } catch (error) {
      this.#settings.keeper.tell(error);
    }
  }

  /** Does all that would follow later. Throws where that cannot be done yet. */
  async finish(): Promise<void> {
    await this.#codings.settle();
    this.#settings.keeper.finish();
    this.#settings.port.post({ type: 'kept' });
  }

  /** Resolves when nothing follows any more, and the store is closed. */
  async close(): Promise<void> {
    await this.#codings.settle();
    this.#settings.keeper.close();
  }

  /** Stores compressed variants of the newest release; those of an older one are not needed. */
  #storeVariants(added: { readonly ordinal: number; readonly files: readonly PackedFile[] }): void {
    const last = this.#last;
    if (last?.ordinal !== added.ordinal) return;
    const files = last.files.map(
      (file) => added.files.find(({ entry }) => entry.path === file.entry.path) ?? file,
    );
    this.#last = { ...last, files };
    this.#settings.keeper.addVariants(toStorable(this.#last), added.files);
  }
}

/** A release, and what it was made of. */
type MadeRelease = RenderedData & {
  readonly ordinal: number;
  readonly key: ReleaseKey;
  readonly dataset: Dataset;
};

function toStorable({ ordinal, key, dataset, files, corpus }: MadeRelease): StorableRelease {
  const stored = serializeDataset(dataset);
  const manifest = createManifest({
    ordinal,
    key,
    removed: dataset.removed.map(({ id }) => id),
    dataset: strongEtag(stored),
    entries: files.map(({ entry }) => entry),
  });
  return { manifest, dataset: stored, files, reviews: dataset.reviews, corpus };
}
