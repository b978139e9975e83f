import { readTreeMegabytes } from '../process/process-tree.ts';

const SAMPLE_MILLISECONDS = 1_000;

/** The most that was seen in one stage of a service's life, in MB; null where the system does not tell. */
export type Peak = { readonly pss: number | null; readonly rss: number | null };

/** Samples what a process and all that it starts hold, once a second, stage by stage. */
export class MemoryWatch implements Disposable {
  readonly #root: number;
  readonly #sampling: NodeJS.Timeout;
  #pss: number | null = null;
  #rss: number | null = null;

  constructor(root: number) {
    this.#root = root;
    this.#sampling = setInterval(() => this.#sample(), SAMPLE_MILLISECONDS);
  }

  /** The peak of the stage that ends here; the next one begins. */
  endStage(): Peak {
    this.#sample();
    const peak = { pss: this.#pss, rss: this.#rss };
    this.#pss = null;
    this.#rss = null;
    return peak;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#sampling);
  }

  #sample(): void {
    this.#pss = larger(this.#pss, readTreeMegabytes(this.#root));
    this.#rss = larger(this.#rss, readTreeMegabytes(this.#root, 'Rss'));
  }
}

function larger(before: number | null, now: number | null): number | null {
  return now === null ? before : Math.max(before ?? 0, now);
}
