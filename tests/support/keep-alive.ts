import { after } from 'node:test';
import { isMainThread } from 'node:worker_threads';

/*
 * Preloaded where many files share a process. A test that waits for what never comes, with nothing
 * else to do in the process, would end the run there, and all files behind it would count as
 * cancelled: so it fails by its time alone. Threads inherit the preload, and must end by themselves.
 */
if (isMainThread) {
  const alive = setInterval(() => {}, 60_000);
  after(() => clearInterval(alive));
}
