import { Worker } from 'node:worker_threads';
import { describeError } from '../describe-error.ts';
import { HttpError } from '../http/http-error.ts';
import type { Supervisor } from '../supervisor.ts';

/** From the thread: `ready`, then each image or why it could not be made. */
export type RasterMessage =
  | 'ready'
  | { readonly png: Uint8Array<ArrayBuffer> }
  | { readonly fault: string };

export const RASTER_WORKER = new URL('./raster-worker.ts', import.meta.url);
const WHAT = 'the thread that makes images';

/** Images that wait; an image takes some 25 ms. */
export const MAX_WAITING_IMAGES = 64;
/** One that takes this long hangs. */
const IMAGE_MS = 10_000;
/** Where nobody asks for an image any more, the thread ends: it takes some 25 MB. */
const IDLE_MS = 30_000;

type Deps = {
  readonly supervisor: Supervisor;
  /** The module of the thread: RASTER_WORKER. */
  readonly worker: URL;
  readonly idleMs?: number;
  readonly imageMs?: number;
};

/**
 * Makes PNGs of SVGs in a thread, one after another: native code, which pages have none of. The thread
 * starts with the first image. Where it dies, or has no native code for this machine, that is a fault,
 * and images are not to be had until it is started again; all else goes on.
 */
export class Rasterizer {
  readonly #deps: Deps;
  readonly #waiting: PromiseWithResolvers<Uint8Array>[] = [];
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the supervisor, and not the next image, starts the next thread. */
  #isResting = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Whether the thread runs. */
  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** The image of an SVG. Rejects with an HttpError 503 while there is no thread, and where too many wait. */
  readonly rasterize = async (svg: string): Promise<Uint8Array> => {
    if (this.#isResting || this.#waiting.length >= MAX_WAITING_IMAGES) throw unavailable();
    const worker = this.#worker ?? this.#start();
    if (!worker) throw unavailable();
    const made = Promise.withResolvers<Uint8Array>();
    this.#waiting.push(made);
    if (this.#waiting.length === 1) this.#watch();
    worker.postMessage(svg);
    return made.promise;
  };

  /** Ends the thread for good. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#isResting = true;
    this.#end();
    await worker?.terminate();
  }

  #start(): Worker | undefined {
    let cause = 'It ended by itself.';
    let worker: Worker;
    try {
      worker = new Worker(this.#deps.worker, { name: 'rasterizer' });
    } catch (error) {
      this.#fail(describeError(error));
      return undefined;
    }
    this.#isResting = false;
    this.#worker = worker;
    worker.on('message', (message: RasterMessage) => {
      // One that was given up may still have sent something.
      if (this.#worker !== worker) return;
      if (message === 'ready') this.#deps.supervisor.recover(WHAT);
      else this.#settle(message);
      this.#watch();
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
    return worker;
  }

  /** Answers come in the order in which images were asked for. */
  #settle(message: Exclude<RasterMessage, 'ready'>): void {
    const made = this.#waiting.shift();
    if ('png' in message) made?.resolve(message.png);
    else made?.reject(new Error(`An image cannot be made: ${message.fault}`));
  }

  /** Ends the thread where it has nothing to do for long, or takes too long. */
  #watch(): void {
    clearTimeout(this.#timer);
    const { idleMs = IDLE_MS, imageMs = IMAGE_MS } = this.#deps;
    const isIdle = this.#waiting.length === 0;
    this.#timer = setTimeout(
      () => {
        const worker = this.#worker;
        this.#end();
        void worker?.terminate();
        if (!isIdle) this.#fail(`An image took more than ${imageMs / 1000} seconds.`);
      },
      isIdle ? idleMs : imageMs,
    );
    this.#timer.unref();
  }

  /** Gives up the thread and the images that wait for it. */
  #end(): void {
    clearTimeout(this.#timer);
    this.#worker = undefined;
    for (const made of this.#waiting.splice(0)) made.reject(unavailable());
  }

  #fail(cause: string): void {
    this.#isResting = true;
    const reason = 'it died, and there are no images until it runs again';
    this.#deps.supervisor.fail(
      { kind: 'thread', what: WHAT, code: 'THREAD_DIED', reason, cause },
      () => void this.#start(),
    );
  }
}

function unavailable(): HttpError {
  const detail = 'Images cannot be made at the moment; pages and data are served as always.';
  return new HttpError(503, detail, [], { 'Retry-After': '5' });
}
