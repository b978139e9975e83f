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
 * Returns a function that makes PNGs of SVGs in a thread, with native code, which pages do not use.
 * It rejects with an HttpError 503 while the thread is dead, if there is no native code for this
 * machine, or if too many wait; with an Error if it gets no image.
 */
export function createRasterizer({ pool, supervisor }: Deps) {
  let waiting = 0;
  return async (svg: string): Promise<Uint8Array> => {
    if (waiting >= MAX_WAITING_IMAGES) throw unavailable();
    waiting++;
    try {
      const image = await pool.run({ type: 'rasterize', svg });
      supervisor.recover(WHAT);
      return image;
    } catch (cause) {
      if (cause instanceof ThreadEndedError) throw unavailable();
      const code = systemCodeOf(cause);
      if (code !== NO_NATIVE_CODE) throw new Error('An image cannot be made.', { cause });
      const reason = 'their native code cannot be loaded on this machine';
      const fault = { kind: 'rendering', what: WHAT, code, reason, cause: String(cause) } as const;
      // The next request tries again.
      supervisor.fail(fault, () => {});
      throw unavailable();
    } finally {
      waiting--;
    }
  };
}

function unavailable(): HttpError {
  const detail = 'Images cannot be made at the moment; pages and data are served as usual.';
  return new HttpError(503, detail, [], { 'Retry-After': '5' });
}
