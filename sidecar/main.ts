import { enableCompileCache } from 'node:module';

/** As package.json has it. */
const LEAST_NODE = 24;

// Before any module of ours is loaded, as those would fail on an older one, each in its own way. One
// that reads no TypeScript does not read this file, either: `npm start` (scripts/setup.js) tells it.
if (Number.parseInt(process.versions.node, 10) < LEAST_NODE) {
  console.error(
    `Testimony needs Node.js ${LEAST_NODE} or later; this is ${process.version}. Install a newer one, see https://nodejs.org/, or run \`npm start\`, which brings its own.`,
  );
  process.exitCode = 1;
} else {
  // Not awaited: told to end meanwhile, what it waits for may never come, and that is no fault.
  void start();
}

async function start(): Promise<void> {
  const { spareMemory } = await import('./spare-memory.ts');
  // biome-ignore lint/style/noProcessEnv: what the allocator reads is nobody's configuration.
  spareMemory(process.env);
  // As process 1, in a container, it gets no signal that nobody listens to. Until there is something
  // to drain (drain.ts), this ends it.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit();
    });
  }
  // Before all else: half of the time to the first answer is compiling modules.
  const { directory } = enableCompileCache();
  // biome-ignore lint/style/noProcessEnv: threads are told of the cache by the environment alone.
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE = directory;
  const { LOAD_WORKER, LoadThread } = await import('./release/load-thread.ts');
  // It loads its code while this thread loads its own.
  const loadThread = new LoadThread(LOAD_WORKER);
  try {
    const { begin } = await import('./begin.ts');
    const begun = begin(loadThread, process.argv.slice(2));
    const { serve } = await import('./serve.ts');
    await serve(begun);
  } catch (error) {
    await loadThread.stop();
    const { isExpected } = await import('./serve.ts');
    console.error(isExpected(error) ? error.message : error);
    process.exitCode = 1;
  }
}
