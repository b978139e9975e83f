import { type Codings, compress } from '#artifacts/encode-variants.ts';
import type { Supervisor } from '../../supervisor.ts';
import { TaskThread } from '../../task-thread.ts';

export const PAGE_CODER_WORKER = new URL('./page-coder-worker.ts', import.meta.url);

type Deps = {
  readonly supervisor: Supervisor;
  /** The module of the thread: PAGE_CODER_WORKER. */
  readonly worker: URL;
};

/**
 * Compresses pages in a thread: small texts take a quarter of the time that handing each to the
 * threads of zlib takes, and none of the event loop. Where there is no thread, zlib's threads do it.
 */
export class PageCoder {
  readonly #thread: TaskThread<Uint8Array, Codings>;

  constructor(deps: Deps) {
    this.#thread = new TaskThread({
      ...deps,
      name: 'page coder',
      what: 'the thread that compresses pages',
      reason: 'it died, and pages are compressed without it',
    });
  }

  /** The same bytes as `compress` makes. */
  async encode(html: Buffer): Promise<Codings> {
    try {
      return await this.#thread.run(html);
    } catch {
      return compress([html], 'aside');
    }
  }

  /** Ends the thread for good. Pages that wait are compressed by zlib's threads. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}
