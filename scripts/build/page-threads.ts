import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Origins } from '#dataset/dataset.ts';
import type { ManifestEntry } from '#release/manifest.ts';
import type { EncodedFile } from '#release/release.ts';
import type { SearchIndexData } from '#search/index/index-data.ts';
import type { ReviewSource } from '#search/review-source.ts';
import type { FormatFigures } from '#views/views.ts';

/** The values of a release that pages and tables are made of. */
export type ReleaseParts = Pick<ReviewSource, keyof Origins | 'corpus' | 'removed' | 'names'>;

export type PageSettings = ReleaseParts & {
  /** The pages of reviews query it too: they show similar reviews. */
  readonly index: SearchIndexData;
  /** True to leave out the other forms of pages. */
  readonly isHtmlOnly: boolean;
  readonly previous: ReadonlyMap<string, ManifestEntry>;
  readonly folder: string;
  readonly now: Date;
};

/** The first message to a thread; shared memory is not copied. */
export type PageWork = PageSettings & {
  /** The next task of any thread. */
  readonly next: Int32Array<SharedArrayBuffer>;
};

const WORKER = new URL('./page-worker.ts', import.meta.url);

export class PageThreads implements AsyncDisposable {
  readonly #workers: readonly Worker[];

  /** Starts the threads, which load the bundle while the content is still being read. */
  constructor(bundle: string) {
    this.#workers = Array.from(
      { length: availableParallelism() },
      () => new Worker(WORKER, { workerData: bundle }),
    );
  }

  /**
   * Renders every page and view of a release. The threads begin with the pages of reviews, while
   * the `data` files that the others need are still being encoded, and the `formats` that some
   * views describe are made; none waits for its next task. Returns the entries of the written
   * files. Rejects with the first failure.
   */
  async build(
    settings: PageSettings,
    data: Promise<readonly EncodedFile[]>,
    formats: Promise<readonly FormatFigures[]>,
  ): Promise<ManifestEntry[]> {
    const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const work: PageWork = { ...settings, next };
    const written = Promise.all(
      this.#workers.map(async (worker): Promise<ManifestEntry[]> => {
        worker.postMessage(work);
        const [entries] = await once(worker, 'message');
        return entries;
      }),
    );
    const files = await Promise.race([data, written.then(() => data)]);
    // Pages read no compressed variant.
    const read = files.map(
      ({ entry, bodies: { identity } }): EncodedFile => ({ entry, bodies: { identity } }),
    );
    for (const worker of this.#workers) worker.postMessage(read);
    const made = await Promise.race([formats, written.then(() => formats)]);
    for (const worker of this.#workers) worker.postMessage(made);
    return (await written).flat();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
