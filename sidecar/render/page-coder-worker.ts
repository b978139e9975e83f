import { parentPort } from 'node:worker_threads';
import { encode } from '#artifacts/seal.ts';
import type { CoderMessage } from './page-coder.ts';

const post = (message: CoderMessage) => parentPort?.postMessage(message);

/** Compresses one page after another, in the order in which they come (see page-coder.ts). */
let last: Promise<unknown> = Promise.resolve();

parentPort?.on('message', (html: Uint8Array) => {
  last = last.then(async () => post(await encode(html)));
});
post('ready');
