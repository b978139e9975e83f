import { once } from 'node:events';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { SMALL_HEAP } from '../spare-memory.ts';
import type { FindOptions } from './find-newest.ts';

export const LOAD_WORKER = new URL('./load-worker.ts', import.meta.url);

/**
 * The thread that loads a release. In a file of its own, since it starts before the modules that
 * listen to it are imported: its messages wait in the port.
 */
export class LoadThread {
  /** Receives LoadMessages. */
  readonly port: MessagePort;
  /** Resolves after the last message, to why it ended. */
  readonly ended: Promise<unknown>;
  readonly #worker: Worker;

  constructor(module: URL) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.#worker = new Worker(module, {
      name: 'load',
      workerData: port2,
      transferList: [port2],
      resourceLimits: SMALL_HEAP,
    });
    let why: unknown = new Error('The thread that loads has ended.');
    this.#worker.once('error', (error) => {
      why = error;
    });
    const exited = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.ended = Promise.all([once(port1, 'close'), exited]).then(() => why);
  }

  /** Has it load what is on disk. To be called once. */
  ask(settings: FindOptions): void {
    this.port.postMessage(settings);
  }

  /** Ends it at once. */
  async stop(): Promise<void> {
    this.port.close();
    await this.#worker.terminate();
  }
}
