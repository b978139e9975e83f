import { type Codings, compress } from '#artifacts/encode-variants.ts';
import type { Supervisor } from '../supervisor.ts';
import { PoolThread } from './pool-thread.ts';
import { type Results, SHORT_TASKS, type Task } from './tasks.ts';

/*
 * The pool: two threads for all work that would hold up the server.
 *
 *   short tasks   pages are compressed, SVGs become images: a few milliseconds each
 *   long tasks    tables become files (../formats), large data files are compressed
 *                 (../release/codings.ts): seconds, or minutes
 *
 * So a long task never delays a page, and there is only one at a time.
 */

export const POOL_WORKER = new URL('./pool-worker.ts', import.meta.url);

type Deps = {
  readonly supervisor: Supervisor;
  /** The module of the threads; POOL_WORKER by default. */
  readonly worker?: URL;
};

export class Pool {
  readonly #short: PoolThread;
  readonly #long: PoolThread;

  constructor({ supervisor, worker = POOL_WORKER }: Deps) {
    this.#short = new PoolThread({
      supervisor,
      worker,
      name: 'short-tasks',
      what: 'the thread that compresses pages and makes images',
      reason:
        'it died; until it runs again there are no images, and pages are compressed without it',
    });
    this.#long = new PoolThread({
      supervisor,
      worker,
      name: 'long-tasks',
      what: 'the thread that makes formats and compresses large files',
      reason: 'it died, and none are made until it runs again',
    });
  }

  /**
   * Returns the result of a task. Rejects with a ThreadEndedError if its thread does not run or
   * ends first, and with an Error that has the system's code if the task cannot be done.
   */
  run<Type extends Task['type']>(task: Task & { readonly type: Type }): Promise<Results[Type]> {
    return (SHORT_TASKS.has(task.type) ? this.#short : this.#long).run<Type>(task);
  }

  /**
   * Compresses a page: a small text takes a quarter of the time that handing it to the threads of
   * zlib takes, and none of the event loop's. Without the thread, zlib's threads make the same
   * bytes.
   */
  readonly encodePage = async (html: Buffer): Promise<Codings> => {
    try {
      return await this.run({ type: 'compressPage', html });
    } catch {
      return compress([html], 'aside');
    }
  };

  /** Ends the threads for good. Waiting pages are compressed by zlib's threads. */
  async close(): Promise<void> {
    await Promise.all([this.#short.close(), this.#long.close()]);
  }
}
