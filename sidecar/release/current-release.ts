import { EventEmitter } from 'node:events';
import { changedArtifacts, type Release } from './release.ts';

/** Emitted after a release was swapped in whose data changed. */
export type Published = {
  readonly release: Release;
  /** The paths of the data files whose bytes changed; never empty. */
  readonly changed: readonly string[];
};

/** Emitted after every swap. */
export type Swapped = { readonly before: Release | undefined; readonly release: Release };

/** The served release. A request reads it once, so that its answer comes from one release. */
export class CurrentRelease extends EventEmitter<{
  published: [Published];
  swapped: [Swapped];
}> {
  readonly #now: () => Date;
  #release: Release | undefined;
  #servedSince: Date | undefined;
  #draining = false;

  constructor(now = () => new Date()) {
    super();
    this.#now = now;
  }

  /** Undefined until there is a release that may be served. */
  get release(): Release | undefined {
    return this.#release;
  }

  /** The data files: another map wherever a lookup may find something else. */
  get files(): Release['files'] | undefined {
    return this.#release?.files;
  }

  /** Since when this process serves the data of the current release. */
  get servedSince(): Date | undefined {
    return this.#servedSince;
  }

  /** Whether all requests for data can be answered. */
  get isReady(): boolean {
    return this.#release !== undefined && !this.#draining;
  }

  /** Whether the process is about to end: no new requests should be sent here. */
  get isDraining(): boolean {
    return this.#draining;
  }

  /** Replaces the release in one assignment, then emits `published` where data changed, and `swapped`. */
  swap(release: Release): void {
    const before = this.#release;
    this.#servedSince = this.#now();
    this.#release = release;
    const changed = changedArtifacts(before, release);
    if (changed.length > 0) this.emit('published', { release, changed });
    this.emit('swapped', { before, release });
  }

  drain(): void {
    this.#draining = true;
  }
}
