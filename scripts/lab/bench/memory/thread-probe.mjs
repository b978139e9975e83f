// Loaded before anything else in every thread of a sidecar (NODE_OPTIONS=--import): writes twice a
// second what the thread holds, a line of JSON into MEMORY_PROBE_FOLDER/<thread>.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { isMainThread, threadId, threadName } from 'node:worker_threads';

const folder = process.env.MEMORY_PROBE_FOLDER;
const name = isMainThread ? 'server' : threadName || `thread ${threadId}`;
if (folder) setInterval(write, 500).unref();

function write() {
  const { used_heap_size: used, total_heap_size: reserved } = getHeapStatistics();
  const { arrayBuffers } = process.memoryUsage();
  writeFileSync(
    join(folder, name.replaceAll(' ', '-')),
    JSON.stringify({ name, at: Date.now(), used, reserved, arrayBuffers }),
  );
}
