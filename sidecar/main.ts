import { enableCompileCache, flushCompileCache } from 'node:module';
import { LoadThread } from './release/load-thread.ts';

// Before anything else is loaded: half of the time to the first answer is compiling modules.
const { directory } = enableCompileCache();
// biome-ignore lint/style/noProcessEnv: threads are told of the cache by the environment alone.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE = directory;
// It loads its code while this thread loads its own.
const loadThread = new LoadThread();

try {
  const { begin } = await import('./begin.ts');
  const begun = begin(loadThread);
  const { serve } = await import('./serve.ts');
  await serve({ begun });
  // For a next start, also after one that was killed.
  flushCompileCache();
} catch (error) {
  await loadThread.stop();
  const { isExpected } = await import('./serve.ts');
  console.error(isExpected(error) ? error.message : error);
  process.exitCode = 1;
}
