import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { PublisherCall, PublisherSettings } from './messages.ts';

const PUBLISHER_WORKER = new URL('./publisher-worker.ts', import.meta.url);

/** The time in which the thread may finish its work before it stops. */
const STOP_MS = 3_000;

/**
 * The publisher's thread. In a file of its own, since it starts before the modules that listen to
 * it are imported: its messages wait in the port.
 */
export class PublisherThread {
  /** Receives PublisherMessages. */
  readonly port: MessagePort;
  /** Resolves after the last message, to the reason why it ended. */
  readonly ended: Promise<unknown>;
  readonly #worker: Worker;

  /** Throws if the system is out of threads. */
  constructor(module: URL = PUBLISHER_WORKER) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.#worker = new Worker(module, {
      name: 'publisher',
      workerData: port2,
      transferList: [port2],
    });
    let why: unknown = new Error('It ended by itself.');
    this.#worker.once('error', (error) => {
      why = error;
    });
    const exited = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.ended = Promise.all([once(port1, 'close'), exited]).then(() => why);
  }

  /** Makes it load the stored release and publish. To be called once. */
  begin(settings: PublisherSettings): void {
    this.#call(settings);
  }

  /** Makes it check everything again, at once. */
  look(): void {
    this.#call('retry');
  }

  /** Lets it finish its work. */
  async stop(): Promise<void> {
    this.#call('stop');
    const late = setTimeout(STOP_MS, 'late', { ref: false });
    if ((await Promise.race([this.ended, late])) === 'late') await this.end();
  }

  /** Ends it at once. */
  async end(): Promise<void> {
    this.port.close();
    await this.#worker.terminate();
  }

  #call(call: PublisherCall): void {
    this.port.postMessage(call);
  }
}
