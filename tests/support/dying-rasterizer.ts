import { parentPort } from 'node:worker_threads';
import { rasterizeSvg } from '../../sidecar/render/rasterize-svg.ts';
import type { RasterMessage } from '../../sidecar/render/rasterizer.ts';

/** A thread that makes images; of one that says so it dies, and another it never makes. */
parentPort?.on('message', (svg: string) => {
  if (svg === 'die') throw new Error('It dies of this image.');
  while (svg === 'hang');
  parentPort?.postMessage({ png: rasterizeSvg(svg) } satisfies RasterMessage);
});
parentPort?.postMessage('ready' satisfies RasterMessage);
