import type { Dataset, EditedDataset, ReviewEdit } from '#dataset/dataset.ts';
import { joinEdits, NO_EDIT } from '#dataset/edits/list-edit.ts';
import {
  createManifest,
  idsAlone,
  type ManifestEntry,
  nextOrdinal,
  type ReleaseKey,
} from '#release/manifest.ts';
import { pathsOfReview } from '#release/page-addresses.ts';
import {
  datasetOf,
  type EncodedFile,
  type ReleaseOnDisk,
  replaceFiles,
  withoutCodings,
} from '#release/release.ts';
import { isSameKey } from '#release/release-key.ts';
import { serializeDataset } from '#release/stored-dataset.ts';
import { type Corpus, positionsOf } from '#search/corpus/corpus.ts';
import { namesOf } from '#search/question/names.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { findVanishedAddresses, placesOf } from '#views/vanished-addresses.ts';
import { showsAny } from '../release/shows-removed.ts';
import type { StorableRelease } from '../store/store.ts';
import { CodingsFollower } from './complete/follow-with-codings.ts';
import { SearchUpkeep } from './complete/search-upkeep.ts';
import { type DescribedEdit, describeEdit } from './edit/describe-edit.ts';
import type { LogFollower } from './keep/log-follower.ts';
import type { ReleaseKeeper } from './keep/release-keeper.ts';
import { type RebuildPort, type Served, toDataMessage } from './messages.ts';
import { DataRenderer, type RenderedData } from './render-data.ts';

type Settings = {
  readonly keeper: ReleaseKeeper;
  readonly log: LogFollower;
  readonly port: RebuildPort;
  /** What is served, of this program's format. */
  readonly served: Served | undefined;
  /** What is served, of which only the bytes are known. */
  readonly foreign: ReleaseOnDisk | undefined;
  /** Whether it is withheld: it shows a removed review, and waits to be replaced. */
  readonly isHeldBack: boolean;
  /** The entries that the first release follows where nothing is served. */
  readonly previous: readonly ManifestEntry[];
  /** Whether the server has an index of exactly what is served. */
  readonly isIndexed: boolean;
  /** Ordinals of new releases are higher than this. */
  readonly after: number;
  readonly signal: AbortSignal;
};

/** A dataset, and the ids of all reviews that were taken down: of those without a date as well. */
type Stated = {
  readonly dataset: Dataset;
  readonly removed: string[];
  readonly edited?: DescribedEdit | undefined;
};

/** Why something is published. */
type Cause = {
  /** The reviews that were taken down without a date and a reason. */
  readonly ids?: readonly string[];
  /** The content files that changed. */
  readonly files?: readonly string[];
};

/** A release, and what it was made of. */
type MadeRelease = { readonly dataset: Dataset; readonly storable: StorableRelease };

/**
 * Makes releases of datasets: renders, stores and hands over, in this order; compressed variants of
 * large files and a new search index follow.
 */
export class ReleasePublisher {
  readonly #settings: Omit<Settings, 'served' | 'foreign' | 'previous'>;
  readonly #renderer: DataRenderer;
  readonly #search: SearchUpkeep;
  readonly #codings: CodingsFollower;
  #ordinal: number;
  /** What this thread has not made itself, until it has. */
  #served: Served | undefined;
  #foreign: ReleaseOnDisk | undefined;
  #last: MadeRelease | undefined;
  /** How the newest dataset came from the one that was rendered last, and from the one that is served. */
  #unrendered: ReviewEdit | 'everything' = 'everything';
  #unserved: ReviewEdit | 'everything' = 'everything';

  constructor({ served, foreign, previous, ...settings }: Settings) {
    const { port, signal } = settings;
    this.#settings = settings;
    this.#ordinal = settings.after;
    this.#served = served;
    this.#foreign = foreign;
    this.#renderer = new DataRenderer(served?.release.manifest.entries ?? previous);
    this.#codings = new CodingsFollower({
      renderer: this.#renderer,
      port,
      store: ({ ordinal, files }) => this.#storeVariants(ordinal, files),
      signal,
    });
    this.#search = new SearchUpkeep(port);
  }

  /** The key of what is served. */
  get key(): ReleaseKey | undefined {
    return this.#last?.storable.manifest.key ?? this.#served?.release.manifest.key;
  }

  /** The reviews that are taken down in what is served without a date and a reason. */
  get idsAlone(): readonly string[] {
    const { removed = [] } = this.dataset() ?? {};
    const { manifest } = this.#last?.storable ?? this.#served?.release ?? {};
    return manifest ? idsAlone(manifest, removed) : [];
  }

  /** The dataset of what is served, read out of its bytes where this thread did not make it. */
  dataset(): Dataset | undefined {
    if (this.#last) return this.#last.dataset;
    return this.#served && datasetOf(this.#served.release);
  }

  /**
   * Publishes a dataset, unless it is served already. Call it with every dataset that is made, in
   * order. Returns the ids of reviews that were served before and are not in it.
   *
   * Throws where the release cannot be stored, and publishes nothing then. Published all the same, and
   * stored later by `keepUp`, are a takedown (a start looks at removed.yaml before it serves anything),
   * any release where there is no store, and the first where nothing is served.
   */
  async publish(
    { dataset, edit }: EditedDataset,
    key: ReleaseKey,
    { ids = [], files = [] }: Cause = {},
  ): Promise<readonly string[]> {
    this.#unrendered = joinEdits(this.#unrendered, edit);
    this.#unserved = joinEdits(this.#unserved, edit);
    this.#search.update(edit);
    if (this.key && isSameKey(this.key, key)) {
      if (this.#last || (await this.#adopt(dataset, key))) return [];
    }
    const gone = new Set(this.#goneFrom(dataset));
    const removed = [...dataset.removed.map(({ id }) => id), ...ids];
    const isTakedown = gone.size > 0 && removed.some((id) => gone.has(id));
    const edited = describeEdit({ edit: this.#unserved, gone, removed, files });
    await this.#publish({ dataset, removed, edited }, key, isTakedown);
    return [...gone];
  }

  /** The reviews that are served. */
  get #corpus(): Corpus | undefined {
    return this.#served?.corpus ?? this.#last?.storable.corpus;
  }

  /** The ids of reviews that are served and not in a dataset. */
  #goneFrom({ reviews }: Dataset): readonly string[] {
    const edit = this.#unserved;
    if (edit !== 'everything') {
      const added = new Set(edit.added.map(({ item }) => item.id));
      return edit.removed.map(({ item }) => item.id).filter((id) => !added.has(id));
    }
    const corpus = this.#corpus;
    if (!corpus) return [];
    const gone = new Set(positionsOf(corpus).keys());
    for (const { id } of reviews) gone.delete(id);
    return [...gone];
  }

  /**
   * What is served was made of this dataset by another process. Nothing is handed over, but what the
   * next release builds on is made ready. Returns false where it is not what is served.
   */
  async #adopt(dataset: Dataset, key: ReleaseKey): Promise<boolean> {
    const { keeper, isHeldBack, isIndexed } = this.#settings;
    const served = this.#served;
    if (!served || isHeldBack) return false;
    const { files, corpus } = await this.#render(dataset);
    const { manifest } = served.release;
    const etags = new Map(
      manifest.entries.map((entry) => [entry.path, entry.variants.identity.etag]),
    );
    if (files.some(({ entry }) => entry.variants.identity.etag !== etags.get(entry.path))) {
      return false;
    }
    const { ordinal } = manifest;
    const rendered = { files: served.release.files, corpus };
    const { removed = [] } = manifest;
    const storable = this.#storableOf(ordinal, key, { dataset, removed }, rendered);
    this.#setLast({ dataset, storable });
    keeper.adopt(storable);
    this.#renderer.adopt(served.release.files);
    if (isIndexed) this.#search.setBase(ordinal);
    this.#codings.want({ ordinal, files: served.release.files });
    return true;
  }

  async #publish(stated: Stated, key: ReleaseKey, isTakedown: boolean): Promise<void> {
    const { dataset } = stated;
    const { port, keeper, log } = this.#settings;
    const ordinal = nextOrdinal(this.#ordinal, port.now());
    const rendered = await this.#render(dataset);
    const storable = this.#storableOf(ordinal, key, stated, rendered);
    const isAwaited = this.#last === undefined && this.#served === undefined;
    if (keeper.isOpen && !isAwaited && !isTakedown) keeper.store(storable);
    else keeper.storeOrOwe(storable);

    this.#ordinal = ordinal;
    this.#setLast({ dataset, storable });
    const search = this.#search.describe(ordinal, dataset.reviews);
    const changes = log.next(storable);
    port.post(toDataMessage(dataset, storable, { search, changes, edited: stated.edited }));
    this.#search.follow(ordinal, rendered.corpus.body);
    this.#codings.want({ ordinal, files: rendered.files });
  }

  /**
   * Withdraws what is served where only its bytes are known, and they show a review that was taken
   * down. Returns whether that is so.
   */
  withdraw(removed: readonly string[]): boolean {
    const { keeper, port } = this.#settings;
    if (!this.#foreign || !showsAny(this.#foreign, removed)) return false;
    this.#foreign = undefined;
    port.post({ type: 'withdrawn' });
    keeper.withdraw();
    return true;
  }

  /** Does what could not be done before. Throws where storing what is published still cannot be. */
  keepUp(): void {
    this.#retryFollowers();
    const { keeper, port } = this.#settings;
    if (keeper.isBehind) keeper.catchUp();
    this.#postLog();
    port.post({ type: 'kept' });
  }

  /** The same where something else has failed already: what cannot be done is reported. */
  tryToKeepUp(): void {
    this.#retryFollowers();
    if (!this.tryToCatchUp()) return;
    this.#postLog();
    this.#settings.port.post({ type: 'kept' });
  }

  /** Stores and erases what is owed. Returns whether all is done; faults are reported. */
  tryToCatchUp(): boolean {
    const { keeper } = this.#settings;
    return !keeper.isBehind || keeper.tryToCatchUp();
  }

  /** Resolves when all work has ended and the store is closed. */
  async close(): Promise<void> {
    await this.#codings.settle();
    this.#settings.keeper.close();
  }

  async #render(dataset: Dataset): Promise<RenderedData> {
    const edit = this.#unrendered;
    // Where it fails, it may be half done.
    this.#unrendered = 'everything';
    const now = this.#settings.port.now();
    const rendered = await this.#renderer.render({ dataset, edit }, now, this.#corpus);
    this.#unrendered = NO_EDIT;
    return rendered;
  }

  #setLast(made: MadeRelease): void {
    this.#last = made;
    this.#unserved = NO_EDIT;
    // Otherwise all its bytes would stay in memory.
    this.#served = undefined;
    this.#foreign = undefined;
  }

  /** What was published before it could be stored has its log now. */
  #postLog(): void {
    const { port, log } = this.#settings;
    const last = this.#last?.storable;
    const changes = last && log.late(last);
    if (changes) port.post({ type: 'changes', ordinal: last.manifest.ordinal, changes });
  }

  #retryFollowers(): void {
    this.#codings.retry();
    this.#search.retry();
  }

  /** Stores compressed variants of the newest release; those of an older one are not needed. */
  #storeVariants(ordinal: number, files: readonly EncodedFile[]): void {
    const last = this.#last;
    if (last?.storable.manifest.ordinal !== ordinal) return;
    const storable = replaceFiles(last.storable, files.map(withoutCodings));
    this.#last = { ...last, storable };
    this.#settings.keeper.addVariants(storable, files);
  }

  #storableOf(
    ordinal: number,
    key: ReleaseKey,
    { dataset, removed: ids }: Stated,
    { files, corpus }: RenderedData,
  ): StorableRelease {
    const stored = serializeDataset(dataset);
    const manifest = createManifest({
      ordinal,
      key,
      removed: ids,
      vanished: findVanishedAddresses(this.#earlierPaths(dataset), [
        ...placesOf({ corpus, names: namesOf(dataset) }),
        ...ids.flatMap(pathsOfReview),
      ]),
      dataset: strongEtag(stored),
      entries: files.map(({ entry }) => entry),
    });
    const { reviews, removed } = dataset;
    return { manifest, dataset: stored, files, reviews, edit: this.#unserved, corpus, removed };
  }

  /** The addresses that what is served has, where a dataset may lack them, or had lost before. */
  #earlierPaths(next: Dataset): string[] {
    const corpus = this.#corpus;
    const { manifest } = this.#last?.storable ?? this.#served?.release ?? {};
    const names = this.#last ? namesOf(this.#last.dataset) : this.#served?.names;
    if (!corpus || !manifest || !names) return [];
    const reviews = [...this.#goneFrom(next), ...(manifest.removed ?? [])];
    return [placesOf({ corpus, names }), reviews.flatMap(pathsOfReview), manifest.vanished].flat();
  }
}
