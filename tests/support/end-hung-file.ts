import { after } from 'node:test';
import { isMainThread } from 'node:worker_threads';
import fc from 'fast-check';
import { runs } from './at-length.ts';

/*
 * Preloaded into every process that runs tests. It ends a process that still runs after half an hour,
 * longer than the longest takes, and names the resources that keep it alive. Otherwise a forgotten server
 * would hold up the whole run: the runner limits the time of tests, not of a file whose tests are done.
 */
const longestMs = Number(process.env.TEST_FILE_LIMIT_MS ?? 1_800_000);

setTimeout(() => {
  const held = process.getActiveResourcesInfo().join(', ');
  console.error(`${process.argv[1]} has not ended within ${longestMs} ms. It is held by: ${held}`);
  process.exit(1);
}, longestMs).unref();

/*
 * Where many files share a process, that process would exit once a test waits for an event that never
 * comes and nothing else is pending, and all further files would count as canceled. An interval keeps it
 * alive, so that the test fails by its time limit. Threads inherit the preload, and must end by themselves.
 */
if (isMainThread && process.execArgv.includes('--test-isolation=none')) {
  const alive = setInterval(() => {}, 60_000);
  after(() => clearInterval(alive));
}

// The number of runs of a property that names none.
fc.configureGlobal({ numRuns: runs(100) });
