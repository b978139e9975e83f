import { flushCompileCache } from 'node:module';
import { isExpected, serve } from '../../sidecar/serve.ts';
import { dieWhenTold } from './die-when-told.ts';

/** The service as it is deployed, but that it dies at a stage when it is told to. */
try {
  await serve({
    worker: new URL('./dying-worker.ts', import.meta.url),
    hubWorker: new URL('./dying-hub-worker.ts', import.meta.url),
    reached: dieWhenTold,
  });
  // For a next start, where NODE_COMPILE_CACHE is set: a process that is killed writes none.
  flushCompileCache();
} catch (error) {
  console.error(isExpected(error) ? error.message : error);
  process.exitCode = 1;
}
