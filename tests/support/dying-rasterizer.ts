import { parentPort } from 'node:worker_threads';

/** The thread that makes images; of one that says so it dies, and another it never makes. */
parentPort?.on('message', (svg: string) => {
  if (svg === 'die') throw new Error('It dies of this image.');
  while (svg === 'hang');
});
await import('../../sidecar/render/threads/raster-worker.ts');
