import { systemCodeOf } from '#dataset/system-fault.ts';
import { HttpError } from '../../http/http-error.ts';
import type { Pool } from '../../pool/pool.ts';
import { ThreadEndedError } from '../../pool/pool-thread.ts';
import { NO_NATIVE_CODE } from '../../pool/tasks.ts';
import type { Supervisor } from '../../supervisor.ts';

/** Maximum waiting images; an image takes some 25 ms. */
export const MAX_WAITING_IMAGES = 64;

const WHAT = 'the images of pages';

type Deps = { readonly supervisor: Supervisor; readonly pool: Pick<Pool, 'run'> };

/**
 * Makes PNGs of SVGs in a thread, with native code, which pages do not use. If the thread dies, or
 * there is no native code for this machine, images are unavailable, and everything else works.
 */
export class Rasterizer {
  readonly #deps: Deps;
  #waiting = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Returns the image of an SVG. Rejects with an HttpError 503 while it cannot be made on this
   * machine, or if too many wait; with an Error if it is not an image.
   */
  readonly rasterize = async (svg: string): Promise<Uint8Array> => {
    if (this.#waiting >= MAX_WAITING_IMAGES) throw unavailable();
    const { pool, supervisor } = this.#deps;
    this.#waiting++;
    try {
      const image = await pool.run({ type: 'rasterize', svg });
      supervisor.recover(WHAT);
      return image;
    } catch (cause) {
      if (cause instanceof ThreadEndedError) throw unavailable();
      if (systemCodeOf(cause) === NO_NATIVE_CODE) throw this.#fail(String(cause));
      throw new Error('An image cannot be made.', { cause });
    } finally {
      this.#waiting--;
    }
  };

  #fail(cause: string): HttpError {
    const reason = 'their native code cannot be loaded on this machine';
    const fault = { kind: 'rendering', what: WHAT, code: NO_NATIVE_CODE, reason, cause } as const;
    // The next request tries again.
    this.#deps.supervisor.fail(fault, () => {});
    return unavailable();
  }
}

function unavailable(): HttpError {
  const detail = 'Images cannot be made at the moment; pages and data are served as usual.';
  return new HttpError(503, detail, [], { 'Retry-After': '5' });
}
