import { setImmediate } from 'node:timers/promises';
import { busyMessage, resolveResource } from '#agents/read-resource.ts';
import { SerialQueue } from '#dataset/serial-queue.ts';
import type { ReviewSource } from '#search/review-source.ts';

/** Somebody with a stream, who wants to hear of some resources. */
export type Watcher = {
  /** Looked at again at every update. */
  readonly uris: () => ReadonlySet<string>;
  readonly notify?: (uri: string) => void;
};

/** A step from one release to a later one that is still to be compared. */
type Step = { readonly before: ReviewSource; after: ReviewSource; readonly told: Promise<void> };

/** Tells watchers which of their resources differ between one release and the next. */
export class ResourceUpdates {
  readonly #watchers = new Set<Watcher>();
  readonly #tellAll: (uri: string) => void;
  readonly #queue = new SerialQueue();
  /** What waits for the comparison that is under way. */
  #waiting: Step | undefined;

  /** `tellAll` hears once of each resource that changed, beside the watchers. */
  constructor(tellAll: (uri: string) => void) {
    this.#tellAll = tellAll;
  }

  /** Adds a watcher; what is returned takes it away again. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /**
   * Resolves when all were told. Releases are compared in the order in which they come; of those
   * that come during a comparison only the last is, so that no more than a few are kept in memory.
   * Rejects where a resource could not be looked up, when all were told that it may have changed.
   */
  announce(before: ReviewSource, after: ReviewSource): Promise<void> {
    if (this.#waiting) {
      this.#waiting.after = after;
      return this.#waiting.told;
    }
    const told = this.#queue.run(() => {
      this.#waiting = undefined;
      return this.#compare(step.before, step.after);
    });
    const step: Step = { before, after, told };
    this.#waiting = step;
    return told;
  }

  async #compare(before: ReviewSource, after: ReviewSource): Promise<void> {
    const watched = new Set([...this.#watchers].flatMap(({ uris }) => [...uris()]));
    const changed: string[] = [];
    const failures: unknown[] = [];
    for (const uri of watched) {
      try {
        const was = await resolveResource(uri, before);
        const is = await resolveResource(uri, after);
        if (was?.etag !== is?.etag) changed.push(uri);
      } catch (error) {
        // It may have changed: whoever reads it again for nothing misses nothing.
        changed.push(uri);
        if (busyMessage(error) === undefined) failures.push(error);
      }
      // Others have their turn between: a page may have to be rendered of both releases.
      await setImmediate();
    }
    for (const { uris, notify } of [...this.#watchers]) {
      const own = uris();
      for (const uri of changed) if (own.has(uri)) notify?.(uri);
    }
    for (const uri of changed) this.#tellAll(uri);
    if (failures.length > 0) throw failures[0];
  }
}
