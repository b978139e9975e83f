import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { TOPICS } from '#artifacts/catalog.ts';
import { describeError } from '../describe-error.ts';
import type { Release } from '../release/release.ts';
import type { Supervisor } from '../supervisor.ts';
import { type HubClient, HubUnavailableError } from './hub-client.ts';
import type {
  HubAnswer,
  HubCall,
  HubMessage,
  HubMethod,
  HubRequest,
  HubThreadSettings,
  HubValue,
} from './messages.ts';

/** Requests in flight get 8 s to end, and the store a moment more. */
const STOP_MS = 9_500;
/** Maximum calls that wait for an answer. */
const MAX_CALLS = 1_000;

/** Names for the supervisor. */
const THREAD = 'the hub’s thread';
const STORE = 'the hub’s store';

type Deps = {
  readonly settings: HubThreadSettings;
  readonly supervisor: Supervisor;
  readonly log: Logger;
  /** The module of the thread: HUB_WORKER. */
  readonly worker: URL;
};

export const HUB_WORKER = new URL('./hub-worker.ts', import.meta.url);

/**
 * The hub as the server sees it: a thread of its own, so that neither its store nor thousands of
 * deliveries hold up a reader. A thread that dies is restarted and continues from its store.
 */
export class HubThread implements HubClient {
  readonly #deps: Deps;
  #worker: Worker | undefined;
  /** True if the thread takes calls and its store works. */
  #isOpen = false;
  #isWell = true;
  #isStopping = false;
  #calls = 0;
  #release: Release | undefined;
  /** The reviews removed by the last release that was sent. */
  #removed: ReadonlySet<string> | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get isReady(): boolean {
    return this.#isOpen && this.#isWell;
  }

  /** Sets the served release. The thread starts with the first one. */
  publish(release: Release): void {
    const isFirst = !this.#release;
    this.#release = release;
    if (this.#isStopping) return;
    if (isFirst) this.#start();
    else if (this.#isOpen) this.#send(release);
  }

  readonly accept: HubClient['accept'] = (...args) => this.#call('accept', ...args);
  readonly inspect: HubClient['inspect'] = (...args) => this.#call('inspect', ...args);

  readonly status: HubClient['status'] = () => this.#call('status');

  /** Lets requests in flight end, and the thread with them. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const worker = this.#worker;
    if (!worker) return;
    const exited = once(worker, 'exit');
    this.#post({ type: 'stop' });
    const late = setTimeout(STOP_MS, 'late', { ref: false });
    if ((await Promise.race([exited, late])) === 'late') await worker.terminate();
  }

  #start(): void {
    const { settings, worker: module } = this.#deps;
    const worker = new Worker(module, { name: 'hub', workerData: settings });
    let cause = 'It ended by itself.';
    this.#worker = worker;
    worker.on('message', (message: HubMessage) => this.#receive(message));
    worker.on('error', (error: unknown) => {
      cause = describeError(error);
    });
    worker.on('exit', () => {
      this.#isOpen = false;
      this.#worker = undefined;
      if (this.#isStopping) return;
      this.#startLater(cause);
    });
  }

  #startLater(cause: string): void {
    this.#deps.supervisor.fail(
      { kind: 'thread', what: THREAD, code: 'THREAD_DIED', reason: 'it died', cause },
      () => {
        if (!this.#isStopping && !this.#worker) this.#start();
      },
    );
  }

  #receive(message: HubMessage): void {
    const { log, supervisor } = this.#deps;
    if (message.type === 'log') {
      const [level, text, fields] = message.line;
      log[level](fields, text);
    } else if (message.type === 'fault') {
      const { type, ...fault } = message;
      this.#isWell = false;
      supervisor.fail({ kind: 'hub', what: STORE, ...fault }, () => this.#post({ type: 'retry' }));
    } else {
      this.#isWell = true;
      supervisor.recover(STORE);
      if (message.type === 'recovered') return;
      this.#isOpen = true;
      supervisor.recover(THREAD);
      if (this.#release) this.#send(this.#release);
    }
  }

  async #call<Method extends HubMethod>(
    method: Method,
    ...args: Parameters<HubClient[Method]>
  ): Promise<HubValue<Method>> {
    if (!this.#isOpen || this.#isStopping || this.#calls >= MAX_CALLS) throw unavailable();
    const { port1, port2 } = new MessageChannel();
    const { promise, resolve, reject } = Promise.withResolvers<HubValue<Method>>();
    this.#calls++;
    port1.once('message', (answer: HubAnswer<Method>) => {
      if ('value' in answer) resolve(answer.value);
      else reject(new HubUnavailableError(answer.message));
      port1.close();
    });
    // Even if the thread has died.
    port1.once('close', () => {
      this.#calls--;
      reject(unavailable());
    });
    const call: HubCall<Method> = { type: 'call', method, args, port: port2 };
    this.#worker?.postMessage(call, [port2]);
    return promise;
  }

  #send({ ordinal, baseUrl, files, removed, removedAlone }: Release): void {
    const topics = TOPICS.flatMap(({ path, mediaType }) => {
      const body = files.get(path)?.identity.body;
      return body ? [{ topic: baseUrl + path, mediaType, body }] : [];
    });
    const gone = new Set([...removed.map(({ id }) => id), ...removedAlone]);
    const isTakedown = this.#removed !== undefined && !gone.isSubsetOf(this.#removed);
    this.#removed = gone;
    this.#post({ type: 'release', ordinal, topics, isTakedown });
  }

  #post(request: HubRequest): void {
    this.#worker?.postMessage(request);
  }
}

function unavailable(): HubUnavailableError {
  return new HubUnavailableError('The hub is starting, stopping or busy; try again in a moment.');
}
