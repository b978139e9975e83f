import { registerHooks } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { Task } from '../../../sidecar/pool/tasks.ts';

/** A thread of the pool on a machine without native code. Of some images it dies or hangs. */
registerHooks({
  resolve: (specifier, context, resolve) => {
    if (specifier === '@resvg/resvg-js') throw new Error('Failed to load native binding');
    return resolve(specifier, context);
  },
});
parentPort?.on('message', (task: Task) => {
  const word = task.type === 'rasterize' ? task.svg : '';
  if (word === 'die') throw new Error('It dies of this image.');
  while (word === 'hang');
});
await import('../../../sidecar/pool/pool-worker.ts');
