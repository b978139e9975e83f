import { serveTasks } from '../../task-worker.ts';
import { rasterizeSvg } from './rasterize-svg.ts';

/** Makes images (see rasterizer.ts), each of which leaves 5 MB of pixels. */
serveTasks<string, Uint8Array<ArrayBuffer>>(
  (svg) => {
    const result = rasterizeSvg(svg);
    return { result, moved: [result.buffer] };
  },
  { tasksBetween: 1 },
);
