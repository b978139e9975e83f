import { setImmediate } from 'node:timers/promises';
import { resolveResource } from '#agents/read-resource.ts';
import type { ReviewSource } from '#search/review-source.ts';

type Deps = {
  /** Returns the resources with subscribers; called at every update. */
  readonly watched: () => ReadonlySet<string>;
  readonly notify: (uri: string) => void;
};

/** Notifies about watched resources that differ between one release and the next. */
export class ResourceUpdates {
  readonly #deps: Deps;
  #newest: ReviewSource | undefined;
  #comparing: Promise<void> | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Resolves when all are notified. Releases are compared in order; of those that arrive during a
   * comparison, only the last is compared, so that only a few are kept in memory.
   */
  announce(before: ReviewSource, after: ReviewSource): Promise<void> {
    this.#newest = after;
    this.#comparing ??= this.#catchUp(before);
    return this.#comparing;
  }

  async #catchUp(before: ReviewSource): Promise<void> {
    let known = before;
    while (this.#newest && this.#newest !== known) {
      const next = this.#newest;
      await this.#compare(known, next);
      known = next;
    }
    this.#newest = undefined;
    this.#comparing = undefined;
  }

  async #compare(before: ReviewSource, after: ReviewSource): Promise<void> {
    const { watched, notify } = this.#deps;
    const changed: string[] = [];
    for (const uri of watched()) {
      const was = await resolveResource(uri, before);
      const is = await resolveResource(uri, after);
      if (was?.etag !== is?.etag) changed.push(uri);
      // Other work gets its turn in between.
      await setImmediate();
    }
    for (const uri of changed) notify(uri);
  }
}
