import type { Release } from './release.ts';

/** What is served right now. Readers take it once a request, so that each sees one release whole. */
export class CurrentRelease {
  #release: Release | undefined;
  #draining = false;

  /** Undefined until the first release is loaded. */
  get release(): Release | undefined {
    return this.#release;
  }

  /** True once the process is about to end: no new work should be sent here. */
  get isDraining(): boolean {
    return this.#draining;
  }

  /** Replaces the release in one assignment. */
  swap(release: Release): void {
    this.#release = release;
  }

  drain(): void {
    this.#draining = true;
  }
}
