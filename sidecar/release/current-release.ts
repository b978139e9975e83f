import { EventEmitter } from 'node:events';
import { HttpError } from '../http/http-error.ts';
import { changedArtifacts, type Release } from './release.ts';

/** Emitted after a release with changed data was swapped in. */
export type Published = {
  readonly release: Release;
  /** The paths of the data files whose bytes changed; never empty. */
  readonly changed: readonly string[];
};

/** Emitted after every swap. */
export type Swapped = { readonly before: Release | undefined; readonly release: Release };

/** Edits are usually rarer than one answer takes; if they are not, the client asks again. */
export const MAX_TRIES = 5;

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

  /** Undefined until a release may be served. */
  get release(): Release | undefined {
    return this.#release;
  }

  /** The time since which this process has served the data of the current release. */
  get servedSince(): Date | undefined {
    return this.#servedSince;
  }

  /** True if all requests for data can be answered. */
  get isReady(): boolean {
    return this.#release !== undefined && !this.#draining;
  }

  /** True if the process is about to end: no new requests should be sent here. */
  get isDraining(): boolean {
    return this.#draining;
  }

  /** Returns the served release. Throws an HttpError 503 if none may be shown. */
  get(): Release {
    if (this.#release) return this.#release;
    throw askAgain('The reviews are being loaded; try again in a moment.');
  }

  /**
   * Returns the result of `make` for the served release. It is made again if another one was
   * swapped in meanwhile: nothing that was taken down is sent after the swap. Throws what `make`
   * throws, and an HttpError 503 if nothing is served, or releases follow one another too fast.
   */
  async answer<Result>(make: (release: Release) => Result | Promise<Result>): Promise<Result> {
    for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
      const release = this.get();
      const isServed = () => this.#release === release;
      try {
        const made = await make(release);
        if (isServed()) return made;
      } catch (error) {
        if (isServed()) throw error;
      }
    }
    throw askAgain(
      'The reviews are changing faster than this can be answered; try again in a moment.',
    );
  }

  /**
   * Replaces the release in one assignment, then emits `published` if data changed, and `swapped`.
   */
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

function askAgain(detail: string): HttpError {
  return new HttpError(503, detail, [], { 'Retry-After': '2' });
}
