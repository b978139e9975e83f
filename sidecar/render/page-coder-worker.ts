import { parentPort } from 'node:worker_threads';
import { compress } from '#artifacts/encode-variants.ts';
import { SerialQueue } from '#dataset/serial-queue.ts';
import { collectGarbage } from '../spare-memory.ts';
import type { CoderMessage } from './page-coder.ts';

/** Each page leaves some 40 kB of garbage, of which V8 sees little. */
const PAGES_BETWEEN = 64;

let pages = 0;

/** Compresses pages in their order (see page-coder.ts). */
const queue = new SerialQueue();

parentPort?.on('message', (html: Uint8Array) => {
  void queue.run(async () => {
    const coded = await compress([html]);
    const moved = Object.values(coded).map(({ body: [bytes] }) => bytes.buffer);
    parentPort?.postMessage(coded satisfies CoderMessage, moved);
    if (++pages % PAGES_BETWEEN === 0) collectGarbage();
  });
});
parentPort?.postMessage('ready' satisfies CoderMessage);
