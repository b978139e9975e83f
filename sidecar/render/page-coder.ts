import { Worker } from 'node:worker_threads';
import { encode, type Variants } from '#artifacts/seal.ts';

/** The compressed variants of a page. */
export type Codings = Omit<Variants, 'identity'>;

const WORKER = new URL('./page-coder-worker.ts', import.meta.url);

/**
 * Compresses pages in a thread of its own, one after the other: small texts are coded there in a
 * fourth of the time that handing each to the threads of zlib takes, and the event loop has nothing
 * of it. The thread is started with the first page.
 */
export class PageCoder {
  readonly #waiting: PromiseWithResolvers<Codings>[] = [];
  #worker: Worker | undefined;

  /** The same bytes as `encode` makes. */
  async encode(html: Buffer): Promise<Codings> {
    const worker = this.#worker ?? this.#start();
    const coded = Promise.withResolvers<Codings>();
    this.#waiting.push(coded);
    // A copy, as the page itself goes on to be hashed and sent.
    const bytes = new Uint8Array(html);
    worker.postMessage(bytes, [bytes.buffer]);
    try {
      return await coded.promise;
    } catch {
      // The thread is gone; the page is coded all the same.
      return encode(html, 'aside');
    }
  }

  /** Ends the thread. What waits for it is coded elsewhere. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(WORKER);
    // Answers come in the order in which pages were sent.
    worker.on('message', (codings: Codings) => this.#waiting.shift()?.resolve(codings));
    worker.on('error', () => {});
    worker.once('exit', () => {
      this.#worker = undefined;
      const ended = new Error('The thread that compresses pages has ended.');
      for (const coded of this.#waiting.splice(0)) coded.reject(ended);
    });
    // It keeps no process alive that has nothing else to do; listening would take that back.
    worker.unref();
    this.#worker = worker;
    return worker;
  }
}
