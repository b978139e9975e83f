import { setImmediate } from 'node:timers/promises';
import { resolveResource } from '#agents/resource-resolution.ts';
import type { ReviewSource } from '#agents/review-source.ts';

/** Somebody with a stream, who wants to hear of some resources. */
export type Watcher = {
  /** Looked at again at every update. */
  readonly uris: () => ReadonlySet<string>;
  readonly notify?: (uri: string) => void;
};

/** Comparing so many takes milliseconds, even where thousands of reviews were taken down. */
const RESOURCES_A_TURN = 10;

/** Tells watchers which of their resources differ between one release and the next. */
export class ResourceUpdates {
  readonly #watchers = new Set<Watcher>();
  readonly #tellAll: (uri: string) => void;
  #last: Promise<void> = Promise.resolve();

  /** `tellAll` hears once of each resource that changed, beside the watchers. */
  constructor(tellAll: (uri: string) => void) {
    this.#tellAll = tellAll;
  }

  /** Adds a watcher; what is returned takes it away again. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Resolves when all were told. Releases are compared in the order in which they come. */
  announce(before: ReviewSource, after: ReviewSource): Promise<void> {
    const compared = this.#last.then(() => this.#compare(before, after));
    // A failure is for whoever announced this, and keeps nobody from hearing of the next.
    this.#last = compared.catch(() => {});
    return compared;
  }

  async #compare(before: ReviewSource, after: ReviewSource): Promise<void> {
    const watched = new Set([...this.#watchers].flatMap(({ uris }) => [...uris()]));
    const changed: string[] = [];
    for (const [index, uri] of [...watched].entries()) {
      if (index % RESOURCES_A_TURN === RESOURCES_A_TURN - 1) await setImmediate();
      const etags = [before, after].map((source) => resolveResource(uri, source)?.etag);
      if (etags[0] !== etags[1]) changed.push(uri);
    }
    for (const { uris, notify } of [...this.#watchers]) {
      const own = uris();
      for (const uri of changed) if (own.has(uri)) notify?.(uri);
    }
    for (const uri of changed) this.#tellAll(uri);
  }
}
