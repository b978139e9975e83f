import { parentPort } from 'node:worker_threads';

/** The thread that makes images; of one that says so it dies. */
parentPort?.on('message', (svg: string) => {
  if (svg === 'die') throw new Error('It dies of this image.');
});
await import('../../../../sidecar/render/threads/raster-worker.ts');
