import { HttpError } from '../../http/http-error.ts';
import type { Supervisor } from '../../supervisor.ts';
import { TaskThread, ThreadEndedError } from '../../task-thread.ts';

export const RASTER_WORKER = new URL('./raster-worker.ts', import.meta.url);

/** Images that wait; an image takes some 25 ms. */
export const MAX_WAITING_IMAGES = 64;
/** Where nobody asks for an image any more, the thread ends: it takes some 25 MB. */
const IDLE_MS = 30_000;

type Deps = {
  readonly supervisor: Supervisor;
  /** The module of the thread: RASTER_WORKER. */
  readonly worker: URL;
};

/**
 * Makes PNGs of SVGs in a thread, with native code, which pages have none of. Where the thread dies, or
 * has no native code for this machine, images are not to be had until it is started again; all else
 * goes on.
 */
export class Rasterizer {
  readonly #thread: TaskThread<string, Uint8Array>;

  constructor(deps: Deps) {
    this.#thread = new TaskThread({
      ...deps,
      idleMs: IDLE_MS,
      name: 'rasterizer',
      what: 'the thread that makes images',
      reason: 'it died, and there are no images until it runs again',
    });
  }

  /** Whether the thread runs. */
  get isRunning(): boolean {
    return this.#thread.isRunning;
  }

  /**
   * The image of an SVG. Rejects with an HttpError 503 while there is no thread, and where too many
   * wait; with an Error where it is no image.
   */
  readonly rasterize = async (svg: string): Promise<Uint8Array> => {
    if (this.#thread.waiting >= MAX_WAITING_IMAGES) throw unavailable();
    try {
      return await this.#thread.run(svg);
    } catch (cause) {
      if (cause instanceof ThreadEndedError) throw unavailable();
      throw new Error('An image cannot be made.', { cause });
    }
  };

  /** Ends the thread for good. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}

function unavailable(): HttpError {
  const detail = 'Images cannot be made at the moment; pages and data are served as always.';
  return new HttpError(503, detail, [], { 'Retry-After': '5' });
}
