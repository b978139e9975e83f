import { parentPort } from 'node:worker_threads';

/** The thread that compresses pages; of a page that says so it dies. */
parentPort?.on('message', (html: Uint8Array) => {
  if (Buffer.from(html).toString() === 'die') throw new Error('It dies of this page.');
});
await import('../../../../sidecar/render/threads/page-coder-worker.ts');
