import { parentPort } from 'node:worker_threads';
import { encode } from '#artifacts/seal.ts';

/** Compresses one page after another, in the order in which they come (see page-coder.ts). */
let last: Promise<unknown> = Promise.resolve();

parentPort?.on('message', (html: Uint8Array) => {
  last = last.then(async () => parentPort?.postMessage(await encode(html)));
});
