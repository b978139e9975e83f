import { after } from 'node:test';
import { isMainThread } from 'node:worker_threads';
import fc from 'fast-check';
import { runs } from './at-length.ts';

/*
 * Preloaded into every process of tests. One that is still running after half an hour, which is longer
 * than the longest takes, is ended with a word on what keeps it. Without that a forgotten server or
 * process would hold the whole run until somebody looks: the runner's own time limits are those of
 * tests, and end no file whose tests have ended.
 */
const longestMs = Number(process.env.TEST_FILE_LIMIT_MS ?? 1_800_000);

setTimeout(() => {
  const held = process.getActiveResourcesInfo().join(', ');
  console.error(`${process.argv[1]} has not ended within ${longestMs} ms. It is held by: ${held}`);
  process.exit(1);
}, longestMs).unref();

/*
 * Where many files share a process, a test that waits for what never comes, with nothing else to do in
 * it, would end the run there, and all files behind it would count as cancelled: so it fails by its time
 * alone. Threads inherit the preload, and must end by themselves.
 */
if (isMainThread && process.execArgv.includes('--test-isolation=none')) {
  const alive = setInterval(() => {}, 60_000);
  after(() => clearInterval(alive));
}

// How often a property is tried that does not say so itself.
fc.configureGlobal({ numRuns: runs(100) });
