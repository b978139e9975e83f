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
  withdrawn: [];
}> {
  readonly #now: () => Date;
  #release: Release | undefined;
  #servedSince: Date | undefined;
  #searchable = false;
  #draining = false;

  constructor(now = () => new Date()) {
    super();
    this.#now = now;
  }

  /** Undefined until the first release is loaded, and after one was withdrawn. */
  get release(): Release | undefined {
    return this.#release;
  }

  /** Since when this process serves the data of the current release. */
  get servedSince(): Date | undefined {
    return this.#servedSince;
  }

  /** Whether all requests for data can be answered. */
  get isReady(): boolean {
    return this.#searchable && !this.#draining;
  }

  /** Whether the process is about to end: no new requests should be sent here. */
  get isDraining(): boolean {
    return this.#draining;
  }

  /**
   * Replaces the release in one assignment, then emits `published` where data changed, and
   * `swapped`. Resolves when it can be searched.
   */
  async swap(release: Release): Promise<void> {
    const before = this.#release;
    if (before?.ordinal !== release.ordinal) this.#servedSince = this.#now();
    this.#release = release;
    const changed = changedArtifacts(before, release);
    if (changed.length > 0) this.emit('published', { release, changed });
    this.emit('swapped', { before, release });
    // Another release follows soon.
    if (release.isDataOnly) return;
    await release.searchable;
    this.#searchable = true;
  }

  /** Serves nothing until the next release, and emits `withdrawn`. */
  withdraw(): void {
    this.#release = undefined;
    this.#searchable = false;
    this.emit('withdrawn');
  }

  drain(): void {
    this.#draining = true;
  }
}
