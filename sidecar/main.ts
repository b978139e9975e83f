import { enableCompileCache } from 'node:module';
import { isatty } from 'node:tty';

/** Equals the version in package.json. */
const MINIMUM_NODE = 24;

/** Errors that an operator can fix; their messages say how. */
const EXPECTED = ['ConfigError', 'ListenError', 'NothingToServeError', 'StateLockedError'];

// Checked before any other module is imported, since those fail on an older Node.js. A Node.js
// without type stripping cannot read this file: `npm start` (scripts/setup.js) reports that.
if (Number.parseInt(process.versions.node, 10) < MINIMUM_NODE) {
  console.error(
    `Testimony needs Node.js ${MINIMUM_NODE} or later; this is ${process.version}. Install a newer one from https://nodejs.org/ or run \`npm start\`, which installs its own.`,
  );
  process.exitCode = 1;
} else {
  // Not awaited: when the process is asked to end, it may never resolve.
  void start();
}

async function start(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log((await import('./begin.ts')).HELP);
    return;
  }
  // As process 1 of a container it receives only signals that it listens to. This ends it until
  // there is something to drain (drain.ts).
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit();
    });
  }
  // At a terminal it means that the terminal was closed; elsewhere, to check the content
  // (serve.ts).
  if (!isatty(0)) process.on('SIGHUP', () => {});
  // First of all: half of the time to the first answer is spent compiling modules.
  const { directory } = enableCompileCache();
  // biome-ignore lint/style/noProcessEnv: threads find the cache through the environment.
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE = directory;
  const { PublisherThread } = await import('./publish/publisher-thread.ts');
  // The thread imports its modules while this one imports its own.
  const thread = new PublisherThread();
  try {
    const { begin } = await import('./begin.ts');
    const begun = begin(thread, args);
    const { serve } = await import('./serve.ts');
    await serve(begun);
  } catch (error) {
    await thread.end();
    const isExpected = error instanceof Error && EXPECTED.includes(error.name);
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  }
}
