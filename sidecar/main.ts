import { enableCompileCache, flushCompileCache } from 'node:module';
import { Worker } from 'node:worker_threads';

// Before anything else is loaded: half of the time to the first answer is compiling modules.
const { directory } = enableCompileCache();
// biome-ignore lint/style/noProcessEnv: threads are told of the cache by the environment alone.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE = directory;
// It loads its code while this thread loads its own.
const loadThread = new Worker(new URL('./release/load-worker.ts', import.meta.url));
// Whoever waits for it hears that it has ended.
loadThread.on('error', () => {});
const { isExpected, serve } = await import('./serve.ts');

try {
  await serve({ loadThread });
  // For a next start, also after one that was killed.
  flushCompileCache();
} catch (error) {
  await loadThread.terminate();
  console.error(isExpected(error) ? error.message : error);
  process.exitCode = 1;
}
