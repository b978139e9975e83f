import { parentPort } from 'node:worker_threads';
import { describeError } from '../describe-error.ts';
import { collectGarbage } from '../spare-memory.ts';
import { rasterizeSvg } from './rasterize-svg.ts';
import type { RasterMessage } from './rasterizer.ts';

/** Makes images in their order (see rasterizer.ts). */
parentPort?.on('message', (svg: string) => {
  try {
    const png = rasterizeSvg(svg);
    parentPort?.postMessage({ png } satisfies RasterMessage, [png.buffer]);
  } catch (error) {
    parentPort?.postMessage({ fault: describeError(error) } satisfies RasterMessage);
  }
  // An image leaves 5 MB of pixels, of which V8 sees little.
  collectGarbage();
});
parentPort?.postMessage('ready' satisfies RasterMessage);
