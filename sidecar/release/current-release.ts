import { EventEmitter } from 'node:events';
import { HttpError } from '../http/http-error.ts';
import { changedArtifacts, type Release } from './release.ts';

/** Emitted after every swap. */
export type Swapped = {
  readonly before: Release | undefined;
  readonly release: Release;
  /** The paths of the data files whose bytes changed. */
  readonly changed: readonly string[];
};

/** Edits are usually rarer than one answer takes; if they are not, the client asks again. */
export const MAX_TRIES = 5;

/** The served release. A request reads it once, so that its answer comes from one release. */
export class CurrentRelease extends EventEmitter<{ swapped: [Swapped] }> {
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
   * Replaces the release in one assignment, then emits `swapped`. Returns the paths of the data
   * files whose bytes changed.
   */
  swap(release: Release): readonly string[] {
    const before = this.#release;
    this.#servedSince = this.#now();
    this.#release = release;
    const changed = changedArtifacts(before, release);
    this.emit('swapped', { before, release, changed });
    return changed;
  }

  drain(): void {
    this.#draining = true;
  }
}

function askAgain(detail: string): HttpError {
  return new HttpError(503, detail, [], { 'Retry-After': '2' });
}
