import { Worker } from 'node:worker_threads';
import { type Codings, compress } from '#artifacts/encode-variants.ts';
import { describeError } from '../describe-error.ts';
import type { Supervisor } from '../supervisor.ts';

/** From the thread: `ready`, then the variants of each page. */
export type CoderMessage = 'ready' | Codings;

export const PAGE_CODER_WORKER = new URL('./page-coder-worker.ts', import.meta.url);
const WHAT = 'the thread that compresses pages';

type Deps = {
  readonly supervisor: Supervisor;
  /** The module of the thread: PAGE_CODER_WORKER. */
  readonly worker: URL;
};

/**
 * Compresses pages in a thread, one after another: small texts take a quarter of the time that
 * handing each to the threads of zlib takes, and none of the event loop. The thread starts with the
 * first page; where there is none, zlib's threads do it.
 */
export class PageCoder {
  readonly #deps: Deps;
  readonly #waiting: PromiseWithResolvers<Codings>[] = [];
  #worker: Worker | undefined;
  /** Whether the supervisor, and not the next page, starts the next thread. */
  #isResting = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The same bytes as `compress` makes. */
  async encode(html: Buffer): Promise<Codings> {
    if (!this.#isResting && !this.#worker) this.#start();
    if (!this.#worker) return compress([html], 'aside');
    const coded = Promise.withResolvers<Codings>();
    this.#waiting.push(coded);
    // A copy, as the page itself is still to be hashed and sent.
    const bytes = new Uint8Array(html);
    this.#worker.postMessage(bytes, [bytes.buffer]);
    try {
      return await coded.promise;
    } catch {
      // The thread has died.
      return compress([html], 'aside');
    }
  }

  /** Ends the thread for good. Pages that wait are compressed by zlib's threads. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#end();
    await worker?.terminate();
  }

  #start(): void {
    let cause = 'It ended by itself.';
    let worker: Worker;
    try {
      worker = new Worker(this.#deps.worker, { name: 'page coder' });
    } catch (error) {
      this.#fail(describeError(error));
      return;
    }
    this.#worker = worker;
    worker.on('message', (message: CoderMessage) => {
      if (message === 'ready') this.#deps.supervisor.recover(WHAT);
      // Answers come in the order in which pages were sent.
      else this.#waiting.shift()?.resolve(message);
    });
    worker.on('error', (error: unknown) => {
      cause = describeError(error);
    });
    worker.once('exit', () => {
      if (this.#worker !== worker) return;
      this.#end();
      this.#fail(cause);
    });
    // After the listeners, which would keep the process alive again.
    worker.unref();
  }

  /** Gives up the thread and the pages that wait for it. */
  #end(): void {
    this.#isResting = true;
    this.#worker = undefined;
    const ended = new Error('The thread that compresses pages has ended.');
    for (const coded of this.#waiting.splice(0)) coded.reject(ended);
  }

  #fail(cause: string): void {
    this.#isResting = true;
    const reason = 'it died, and pages are compressed without it';
    this.#deps.supervisor.fail(
      { kind: 'thread', what: WHAT, code: 'THREAD_DIED', reason, cause },
      () => this.#start(),
    );
  }
}
