import type { Release } from './release.ts';

/** What is served right now. Readers take it once a request, so that each sees one release whole. */
export class CurrentRelease {
  #release: Release | undefined;
  #searchable = false;
  #draining = false;

  /** Undefined until the first release is loaded. */
  get release(): Release | undefined {
    return this.#release;
  }

  /** True once every question can be answered without waiting for the first release. */
  get isReady(): boolean {
    return this.#searchable && !this.#draining;
  }

  /** True once the process is about to end: no new work should be sent here. */
  get isDraining(): boolean {
    return this.#draining;
  }

  /** Replaces the release in one assignment. Resolves when it can be searched, too. */
  async swap(release: Release): Promise<void> {
    this.#release = release;
    await release.searchable;
    this.#searchable = true;
  }

  drain(): void {
    this.#draining = true;
  }
}
