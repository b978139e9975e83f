import { Worker } from 'node:worker_threads';
import { type Codings, compress } from '#artifacts/encode-variants.ts';
import { describeError } from '../describe-error.ts';
import type { Supervisor } from '../supervisor.ts';

/** From the thread: that it runs, and then the variants of each page. */
export type CoderMessage = 'ready' | Codings;

export const PAGE_CODER_WORKER = new URL('./page-coder-worker.ts', import.meta.url);
const WHAT = 'the thread that compresses pages';

type Parts = {
  readonly supervisor: Supervisor;
  /** The module of the thread: PAGE_CODER_WORKER. */
  readonly worker: URL;
};

/**
 * Compresses pages in a thread of its own, one after the other: small texts are coded there in a
 * fourth of the time that handing each to the threads of zlib takes, and the event loop has nothing
 * of it. The thread is started with the first page; while it is gone the threads of zlib do it.
 */
export class PageCoder {
  readonly #parts: Parts;
  readonly #waiting: PromiseWithResolvers<Codings>[] = [];
  #worker: Worker | undefined;
  /** Whether it is not the next page that starts a thread. */
  #isResting = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The same bytes as `compress` makes. */
  async encode(html: Buffer): Promise<Codings> {
    if (!this.#isResting && !this.#worker) this.#start();
    if (!this.#worker) return compress([html], 'aside');
    const coded = Promise.withResolvers<Codings>();
    this.#waiting.push(coded);
    // A copy, as the page itself goes on to be hashed and sent.
    const bytes = new Uint8Array(html);
    this.#worker.postMessage(bytes, [bytes.buffer]);
    try {
      return await coded.promise;
    } catch {
      // The thread is gone; the page is coded all the same.
      return compress([html], 'aside');
    }
  }

  /** Ends the thread for good. What waits for it is coded elsewhere. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#end();
    await worker?.terminate();
  }

  #start(): void {
    let cause = 'It ended by itself.';
    let worker: Worker;
    try {
      worker = new Worker(this.#parts.worker, { name: 'page coder' });
    } catch (error) {
      this.#fail(describeError(error));
      return;
    }
    this.#worker = worker;
    worker.on('message', (message: CoderMessage) => {
      if (message === 'ready') this.#parts.supervisor.recover(WHAT);
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
    // It keeps no process alive that has nothing else to do; listening would take that back.
    worker.unref();
  }

  /** From here on there is no thread. */
  #end(): void {
    this.#isResting = true;
    this.#worker = undefined;
    const ended = new Error('The thread that compresses pages has ended.');
    for (const coded of this.#waiting.splice(0)) coded.reject(ended);
  }

  #fail(cause: string): void {
    this.#isResting = true;
    const reason = 'it died, and pages are compressed without it';
    this.#parts.supervisor.fail(
      { kind: 'thread', what: WHAT, code: 'THREAD_DIED', reason, cause },
      () => this.#start(),
    );
  }
}
