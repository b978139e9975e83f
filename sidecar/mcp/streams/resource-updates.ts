import { setImmediate } from 'node:timers/promises';
import { busyMessage, resolveResource } from '#agents/read-resource.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { SerialQueue } from '../../serial-queue.ts';

/** A stream that is notified of some resources. */
type Watcher = {
  /** Looked at again at every update. */
  readonly uris: () => ReadonlySet<string>;
  readonly notify?: (uri: string) => void;
};

/** A step from one release to a later one that is still to be compared. */
type Step = { readonly before: ReviewSource; after: ReviewSource; readonly done: Promise<void> };

/** Notifies watchers of those of their resources that differ between one release and the next. */
export class ResourceUpdates {
  readonly #watchers = new Set<Watcher>();
  readonly #notifyAll: (uri: string) => void;
  readonly #queue = new SerialQueue();
  /** What waits for the comparison in flight. */
  #waiting: Step | undefined;

  /** `notifyAll` is called once for each resource that changed, beside the watchers. */
  constructor(notifyAll: (uri: string) => void) {
    this.#notifyAll = notifyAll;
  }

  /** Adds a watcher; what is returned takes it away again. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /**
   * Resolves when all were notified. Releases are compared in their order; of those that arrive
   * during a comparison only the last is, so that no more than a few are kept in memory.
   * Rejects where a resource could not be looked up, when all were notified that it may have changed.
   */
  announce(before: ReviewSource, after: ReviewSource): Promise<void> {
    if (this.#waiting) {
      this.#waiting.after = after;
      return this.#waiting.done;
    }
    const done = this.#queue.run(() => {
      this.#waiting = undefined;
      return this.#compare(step.before, step.after);
    });
    const step: Step = { before, after, done };
    this.#waiting = step;
    return done;
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
        // It may have changed: to read it again for nothing does no harm.
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
    for (const uri of changed) this.#notifyAll(uri);
    if (failures.length > 0) throw failures[0];
  }
}
