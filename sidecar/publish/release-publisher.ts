import type { Content } from '#dataset/content.ts';
import type { Dataset, Origins } from '#dataset/dataset.ts';
import { type Build, build, createReader, type Reader } from '#release/build.ts';
import { knownBy } from '#release/known-reviews.ts';
import type { ReleaseFacts, ReleaseKey } from '#release/manifest.ts';
import { pathsOfReview } from '#release/page-addresses.ts';
import { isSameKey } from '#release/release-key.ts';
import { positionOf } from '#search/corpus/columns.ts';
import { namesOf } from '#search/question/names.ts';
import { findVanishedAddresses, placesOf } from '#views/vanished-addresses.ts';
import { describeEdit } from './edit/describe-edit.ts';
import { type PublisherPort, toDataMessage } from './messages.ts';
import type { Stored } from './store/load-stored.ts';
import type { Published, ReleaseKeeper } from './store/release-keeper.ts';

type Settings = {
  readonly origins: Origins;
  readonly stored: Stored;
  readonly keeper: ReleaseKeeper;
  readonly port: PublisherPort;
};

/** Builds releases, each after the one before, stores them and hands them over to be served. */
export class ReleasePublisher {
  readonly #settings: Settings;
  readonly #reader: Reader;
  #last: Published | undefined;
  /** True if it is served. */
  #isServed: boolean;

  constructor(settings: Settings) {
    this.#settings = settings;
    const { release, isServed } = settings.stored;
    this.#isServed = isServed;
    this.#last = release && { data: release, facts: release.manifest };
    this.#reader = createReader(release && knownBy(release));
  }

  /** The newest release: the stored one at first. */
  get last(): Published | undefined {
    return this.#last;
  }

  /**
   * Builds and publishes a release, unless it is already served. `ids` are the reviews that were
   * taken down without a date and a reason. Returns its dataset, and the reviews that are gone.
   */
  async publish(
    said: Content | Dataset,
    key: ReleaseKey,
    ids: readonly string[] = [],
  ): Promise<{ readonly dataset: Dataset; readonly gone: readonly string[] }> {
    const { origins, port, keeper, stored } = this.#settings;
    const last = this.#last;
    if (last && this.#isServed && isSameKey(last.facts.key, key)) {
      return { dataset: last.data.dataset, gone: [] };
    }
    const how = { ...origins, reader: this.#reader, after: stored.after, now: port.now() };
    const built = await build(said, last?.data, how);
    const gone = new Set(goneSince(last, built));
    const removed = [...built.dataset.removed.map(({ id }) => id), ...ids];
    const isTakedown = removed.some((id) => gone.has(id));
    // At a start, another program or origin may make another release of the same content.
    const isEdited = last && last.facts.key.content !== key.content;
    const edited = isEdited ? describeEdit(built.changes, gone, removed) : undefined;
    const earlier = earlierPaths(last, gone);
    const newest = { data: built, facts: factsOf(built, key, removed, earlier) };
    keeper.store(newest, isTakedown);
    this.#last = newest;
    this.#isServed = true;
    port.post(toDataMessage(newest.facts, built, built.index(), edited));
    return { dataset: built.dataset, gone: [...gone] };
  }
}

function factsOf(
  { ordinal, dataset, corpus }: Build,
  key: ReleaseKey,
  removed: string[],
  earlier: readonly string[],
): ReleaseFacts {
  const places = placesOf({ ...dataset, corpus, names: namesOf(dataset) });
  const present = [...places, ...removed.flatMap(pathsOfReview)];
  return { ordinal, key, removed, vanished: findVanishedAddresses(earlier, present) };
}

/** Returns the ids of reviews that a release has and the next one lacks. */
function goneSince(last: Published | undefined, { changes }: Build): readonly string[] {
  if (!last) return [];
  const { corpus } = last.data;
  return changes
    .filter(({ id, kind }) => kind === 'removed' && positionOf(corpus, id) !== undefined)
    .map(({ id }) => id);
}

/** Returns the addresses of a release that the next one may lack, or that it had already lost. */
function earlierPaths(last: Published | undefined, gone: ReadonlySet<string>): string[] {
  if (!last) return [];
  const { corpus, dataset } = last.data;
  const reviews = [...gone, ...last.facts.removed];
  const places = placesOf({ ...dataset, corpus, names: namesOf(dataset) });
  return [places, reviews.flatMap(pathsOfReview), last.facts.vanished].flat();
}
