import type { CreateAnnotate } from '#dataset/annotate.ts';
import type { Content } from '#dataset/content.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { memoize } from '#dataset/memoize.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { type Analysed, EarlierAnalyses } from '#insights/annotation/earlier-analyses.ts';
import { type NotesOf, rememberNotes } from '#insights/notes/notes.ts';
import { type Build, build, type Previous } from '#release/build.ts';
import { idsAlone, type ManifestEntry, type ReleaseKey } from '#release/manifest.ts';
import { pathsOfReview } from '#release/page-addresses.ts';
import { type ReleaseOnDisk, withoutCodings } from '#release/release.ts';
import { isSameKey } from '#release/release-key.ts';
import { readDataset, readPrevious } from '#release/stored-dataset.ts';
import { type KeptLog, toChangeLog } from '#search/changes/kept-log.ts';
import { type Corpus, positionOf } from '#search/corpus/corpus.ts';
import { namesOf } from '#search/question/names.ts';
import { placesOf } from '#views/vanished-addresses.ts';
import { showsAny } from '../release/shows-removed.ts';
import type { StorableRelease } from '../store/store.ts';
import { addManifest, keyOfStoredNotes, storableOf } from './add-manifest.ts';
import { type DescribedEdit, describeEdit } from './edit/describe-edit.ts';
import type { ReleaseKeeper } from './keep/release-keeper.ts';
import { type RebuildPort, type Served, toDataMessage } from './messages.ts';

/** What is served, with the change log that ends with it. */
export type FollowedRelease = Served & { readonly log: KeptLog };

type Settings = {
  readonly baseUrl: string;
  /** What an earlier process published, whose analyses are taken over. */
  readonly readBefore: () => Analysed | undefined;
  readonly keeper: ReleaseKeeper;
  readonly port: RebuildPort;
  /** What is served, of this program's format. */
  readonly served: FollowedRelease | undefined;
  /** What is served, of which only the bytes are known. */
  readonly foreign: ReleaseOnDisk | undefined;
  /** Whether it is withheld: it shows a removed review, and waits to be replaced. */
  readonly isWithheld: boolean;
  /** The entries that the first release follows where nothing is served. */
  readonly previous: readonly ManifestEntry[];
  /** Ordinals of new releases are higher than this. */
  readonly after: number;
  readonly signal: AbortSignal;
};

/** Why something is published. */
type Cause = {
  /** The reviews that were taken down without a date and a reason. */
  readonly ids?: readonly string[];
  /** The content files that changed. */
  readonly files?: readonly string[];
};

/** A release that this thread made, or found to be what it would make. */
type MadeRelease = { readonly built: Build; readonly storable: StorableRelease };

// All its reviews are parsed.
const datasetOf = memoize(readDataset);

/**
 * Publishes what was built: stores it and hands it over, in this order.
 */
export class ReleasePublisher {
  readonly #settings: Omit<Settings, 'served' | 'foreign'>;
  readonly #earlier: EarlierAnalyses;
  readonly #createAnnotate: CreateAnnotate;
  readonly #takeNotes: (dataset: Dataset) => NotesOf;
  /** What this thread has not made itself, until it has. */
  #served: FollowedRelease | undefined;
  #foreign: ReleaseOnDisk | undefined;
  #last: MadeRelease | undefined;

  constructor({ served, foreign, ...settings }: Settings) {
    this.#settings = settings;
    this.#served = served;
    this.#foreign = foreign;
    this.#earlier = new EarlierAnalyses(settings.readBefore);
    this.#createAnnotate = this.#earlier.reuseFor(createAnnotator());
    this.#takeNotes = rememberNotes((key) => {
      const stored = keyOfStoredNotes(key);
      return (review) => settings.keeper.readNotes(review, stored);
    });
  }

  /** The key of what is served. */
  get key(): ReleaseKey | undefined {
    return this.#manifest?.key;
  }

  /** The reviews that are taken down in what is served without a date and a reason. */
  get idsAlone(): readonly string[] {
    const manifest = this.#manifest;
    return manifest ? idsAlone(manifest, this.dataset()?.removed ?? []) : [];
  }

  /** The dataset of what is served, read out of its bytes where this thread did not make it. */
  dataset(): Dataset | undefined {
    return this.#last?.built.dataset ?? (this.#served && datasetOf(this.#served.release));
  }

  /**
   * Builds and publishes a release, unless it is served already. Returns its dataset, and the ids of
   * reviews that were served before and are not in it.
   *
   * Throws where the release cannot be stored, and publishes nothing then. Published all the same, and
   * stored later by `keepUp`, are a takedown (a start looks at removed.yaml before it serves anything),
   * any release where there is no store, and the first where nothing is served.
   */
  async publish(
    said: Content | Dataset,
    key: ReleaseKey,
    { ids = [], files = [] }: Cause = {},
  ): Promise<{ readonly dataset: Dataset; readonly gone: readonly string[] }> {
    if (this.#last && isSameKey(this.#last.storable.manifest.key, key)) {
      return { dataset: this.#last.built.dataset, gone: [] };
    }
    const { baseUrl, port } = this.#settings;
    const built = await build(said, this.#previous(), {
      baseUrl,
      createAnnotate: this.#createAnnotate,
      takeNotes: this.#takeNotes,
      now: port.now(),
    });
    const { dataset } = built;
    // From here on all texts were analyzed, unless only something was taken down.
    if (said !== dataset) this.#earlier.forget();
    if (this.#adopt(built, key)) return { dataset, gone: [] };
    const gone = new Set(this.#goneFrom(built));
    const removed = [...built.removed.map(({ id }) => id), ...ids];
    const isTakedown = removed.some((id) => gone.has(id));
    const changes = this.#last && built.changes;
    const edited = describeEdit({ changes, gone, removed, files });
    const earlier = this.#earlierPaths(gone);
    const storable = addManifest(built, { key, removed, earlier });
    this.#publish({ built, storable }, isTakedown, edited);
    return { dataset, gone: [...gone] };
  }

  #previous(): Previous | undefined {
    const { isWithheld, previous: entries, after } = this.#settings;
    if (this.#last) {
      const { built } = this.#last;
      return { ...built, ordinal: Math.max(built.ordinal, after) };
    }
    const served = this.#served;
    const nothing = { ordinal: after, entries, files: [], blocks: [], removed: [], log: undefined };
    if (!served) return nothing;
    try {
      const { files, ...read } = readPrevious(served.release, served.log);
      // The server has the compressed variants, unless it does not serve it.
      return { ...read, ordinal: after, files: isWithheld ? [] : files.map(withoutCodings) };
    } catch {
      // It is replaced all the same; what was analysed is read from it, too, and the log says why not.
      return { ...nothing, entries: served.release.manifest.entries };
    }
  }

  get #manifest() {
    return this.#last?.storable.manifest ?? this.#served?.release.manifest;
  }

  /** The reviews that are served. */
  get #corpus(): Corpus | undefined {
    return this.#last?.built.corpus ?? this.#served?.corpus;
  }

  /** The ids of reviews that are served and not in a release. */
  #goneFrom({ changes }: Build): readonly string[] {
    const corpus = this.#corpus;
    if (!corpus) return [];
    return changes
      .filter(({ id, kind }) => kind === 'removed' && positionOf(corpus, id) !== undefined)
      .map(({ id }) => id);
  }

  /**
   * Whether another process has made the same release, and it is served: nothing is handed over then,
   * and the next one follows it.
   */
  #adopt(built: Build, key: ReleaseKey): boolean {
    const { keeper, isWithheld } = this.#settings;
    const served = this.#served;
    if (!served || isWithheld) return false;
    const { manifest } = served.release;
    if (!isSameKey(manifest.key, key)) return false;
    const known = new Set(served.release.files.map(({ entry }) => entry.variants.identity.etag));
    if (built.entries.some(({ variants }) => !known.has(variants.identity.etag))) return false;
    const { ordinal } = manifest;
    const same = { ...built, ordinal, log: served.log };
    const storable = { ...storableOf(same, manifest), files: served.release.files };
    this.#setLast({ built: same, storable });
    keeper.adopt(storable);
    return true;
  }

  #publish(made: MadeRelease, isTakedown: boolean, edited: DescribedEdit | undefined): void {
    const { port, keeper } = this.#settings;
    const { built, storable } = made;
    const { dataset, index } = built;
    const isAwaited = this.#last === undefined && this.#served === undefined;
    if (keeper.isOpen && !isAwaited && !isTakedown) keeper.store(storable);
    else keeper.storeOrOwe(storable);

    this.#setLast(made);
    const changes = toChangeLog(built.log);
    port.post(toDataMessage(dataset, storable, { index, changes, edited }));
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
    const { keeper, port } = this.#settings;
    if (keeper.isBehind) keeper.catchUp();
    port.post({ type: 'kept' });
  }

  /** The same where something else has failed already: what cannot be done is reported. */
  tryToKeepUp(): void {
    if (this.tryToCatchUp()) this.#settings.port.post({ type: 'kept' });
  }

  /** Stores and erases what is owed. Returns whether all is done; faults are reported. */
  tryToCatchUp(): boolean {
    const { keeper } = this.#settings;
    return !keeper.isBehind || keeper.tryToCatchUp();
  }

  /** Resolves when all work has ended and the store is closed. */
  async close(): Promise<void> {
    this.#settings.keeper.close();
  }

  #setLast(made: MadeRelease): void {
    this.#last = made;
    this.#served = undefined;
    this.#foreign = undefined;
  }

  /** The addresses that what is served has, where the next release may lack them, or had lost before. */
  #earlierPaths(gone: ReadonlySet<string>): string[] {
    const [corpus, manifest] = [this.#corpus, this.#manifest];
    const names = this.#last ? namesOf(this.#last.built.dataset) : this.#served?.names;
    if (!corpus || !manifest || !names) return [];
    const reviews = [...gone, ...manifest.removed];
    return [placesOf({ corpus, names }), reviews.flatMap(pathsOfReview), manifest.vanished].flat();
  }
}
