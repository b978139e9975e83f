import { readTreeMegabytes } from './process-tree.ts';

const SAMPLE_MILLISECONDS = 50;

/**
 * Watches the memory of a process and all that it starts. The system walks through all of it to
 * tell, which takes milliseconds in which the process may wait: not for what is timed.
 */
export class PssWatch implements Disposable {
  readonly #root: number;
  readonly #sampling: NodeJS.Timeout;
  #peak: number | null = null;

  constructor(root: number) {
    this.#root = root;
    this.#sampling = setInterval(() => this.#sample(), SAMPLE_MILLISECONDS);
  }

  /** The most that all held together in any sample; null where the system does not tell. */
  peakMegabytes(): number | null {
    this.#sample();
    return this.#peak;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#sampling);
  }

  #sample(): void {
    const now = readTreeMegabytes(this.#root);
    if (now !== null) this.#peak = Math.max(this.#peak ?? 0, now);
  }
}
