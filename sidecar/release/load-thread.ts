import { once } from 'node:events';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { FindSettings } from './find-newest.ts';

export const LOAD_WORKER = new URL('./load-worker.ts', import.meta.url);

/**
 * The thread that loads a release. It can be started and asked long before whoever listens to it is
 * loaded: what it tells until then waits in the port.
 */
export class LoadThread {
  /** What it tells; see LoadMessage. */
  readonly port: MessagePort;
  /** Resolves when it has told everything, to why it ended. */
  readonly ended: Promise<unknown>;
  readonly #worker: Worker;

  constructor(module: URL) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.#worker = new Worker(module, { name: 'load', workerData: port2, transferList: [port2] });
    let why: unknown = new Error('The thread that loads has ended.');
    this.#worker.once('error', (error) => {
      why = error;
    });
    const exited = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.ended = Promise.all([once(port1, 'close'), exited]).then(() => why);
  }

  /** Has it load what is there. To be called once. */
  ask(settings: FindSettings): void {
    this.port.postMessage(settings);
  }

  /** Ends it, whatever it does. */
  async stop(): Promise<void> {
    this.port.close();
    await this.#worker.terminate();
  }
}
