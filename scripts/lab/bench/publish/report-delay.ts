import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

// Loaded before the sidecar (node --import): measures the delay of its event loop and writes it to
// the file that is named in the environment, again after each SIGUSR2.

const { BENCH_DELAY_FILE: file } = process.env;

// Threads load this, too; only the one that answers requests is measured.
if (isMainThread && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let reports = 0;
  process.on('SIGUSR2', () => {
    reports++;
    const { count, max, percentiles } = delay;
    const report = { number: reports, count, max, percentiles: [...percentiles] };
    writeFileSync(`${file}.new`, JSON.stringify(report));
    renameSync(`${file}.new`, file);
    // Now, so that writing it does not count.
    delay.reset();
  });
  delay.enable();
}
