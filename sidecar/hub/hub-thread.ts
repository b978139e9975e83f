import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { describeError } from '../describe-error.ts';
import type { Release } from '../release/release.ts';
import type { Supervisor } from '../supervisor.ts';
import {
  type HubClient,
  type HubStatus,
  HubUnavailableError,
  type PairName,
  type PairState,
  SharedStatus,
} from './hub-client.ts';
import { type HubCall, type HubMessage, type HubThreadSettings, SentTopics } from './messages.ts';
import type { Acceptance } from './store/hub-store.ts';
import type { Intent } from './store/rows.ts';
import type { StoreFault } from './work/store-faults.ts';

/** Requests in flight get 8 s to end, and the store a moment more. */
const STOP_MS = 9_500;
/** Calls that wait for an answer. */
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

type Waiting = {
  readonly accept?: (acceptance: Acceptance) => void;
  readonly status?: (status: HubStatus) => void;
  readonly inspect?: (state: PairState | undefined) => void;
  readonly fail: (error: Error) => void;
};

export const HUB_WORKER = new URL('./hub-worker.ts', import.meta.url);

/**
 * The hub as the server sees it: a thread of its own, so that neither its store nor thousands of
 * deliveries hold up a reader. One that dies is started again and continues from its store.
 */
export class HubThread implements HubClient {
  readonly #deps: Deps;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #isReady = false;
  #isStopping = false;
  #isReopening = false;
  #calls = 0;
  #release: Release | undefined;
  readonly #status = new SharedStatus();
  readonly #sent = new SentTopics();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** The release that is served. With the first one the thread starts. */
  publish(release: Release): void {
    const isFirst = !this.#release;
    this.#release = release;
    if (this.#isStopping) return;
    if (isFirst) this.#start();
    else if (this.#isReady) this.#send();
  }

  /** Ends the thread, and starts it again on what is in its place now. */
  reopen(): void {
    this.#isReady = false;
    this.#isReopening = this.#worker !== undefined;
    this.#post({ type: 'stop' });
  }

  accept(intent: Intent, client: string): Promise<Acceptance> {
    return new Promise((accept, fail) => {
      this.#call({ accept, fail }, (call) => ({ type: 'accept', call, intent, client }));
    });
  }

  inspect(pair: PairName): Promise<PairState | undefined> {
    return new Promise((inspect, fail) => {
      this.#call({ inspect, fail }, (call) => ({ type: 'inspect', call, pair }));
    });
  }

  status(): Promise<HubStatus> {
    return this.#status.get(
      () =>
        new Promise((status, fail) => {
          this.#call({ status, fail }, (call) => ({ type: 'status', call }));
        }),
    );
  }

  /** Lets what is in flight end, and the thread with it. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const worker = this.#worker;
    if (!worker) return;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    this.#post({ type: 'stop' });
    const late = setTimeout(STOP_MS, 'late', { ref: false });
    if ((await Promise.race([exited, late])) === 'late') await worker.terminate();
  }

  #start(): void {
    let worker: Worker;
    try {
      worker = new Worker(this.#deps.worker, {
        name: 'hub',
        workerData: this.#deps.settings,
      });
    } catch (error) {
      // The publisher of a release continues.
      this.#startLater(describeError(error));
      return;
    }
    let cause = 'It ended by itself.';
    this.#worker = worker;
    worker.on('message', (message: HubMessage) => this.#receive(message));
    worker.on('error', (error: unknown) => {
      cause = describeError(error);
    });
    worker.on('exit', () => {
      this.#isReady = false;
      this.#worker = undefined;
      this.#sent.forget();
      for (const { fail } of this.#waiting.values()) fail(unavailable());
      this.#waiting.clear();
      if (this.#isStopping) return;
      if (this.#isReopening) this.#start();
      else this.#startLater(cause);
      this.#isReopening = false;
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
    if (message.type === 'log') log[message.level](message.fields, message.message);
    else if (message.type === 'fault') this.#reportFault(message);
    else if (message.type === 'recovered') supervisor.recover(STORE);
    else if (message.type === 'ready') {
      this.#isReady = true;
      supervisor.recover(THREAD);
      // What the thread that died had reported.
      supervisor.recover(STORE);
      this.#send();
    } else {
      const waiting = this.#waiting.get(message.call);
      this.#waiting.delete(message.call);
      if (message.type === 'accepted') waiting?.accept?.(message.acceptance);
      else if (message.type === 'status') waiting?.status?.(message.status);
      else if (message.type === 'inspected') waiting?.inspect?.(message.state);
      else waiting?.fail(new HubUnavailableError(message.message));
    }
  }

  #reportFault({ code, reason, cause, isFinal }: StoreFault): void {
    const fault = { kind: 'hub', what: STORE, code, reason, cause } as const;
    const retry = () => this.#post({ type: 'retry' });
    this.#deps.supervisor.fail(fault, isFinal ? undefined : retry);
  }

  #call(waiting: Waiting, createCall: (call: number) => HubCall): void {
    if (!this.#isReady || this.#isStopping || this.#waiting.size >= MAX_CALLS) {
      waiting.fail(unavailable());
      return;
    }
    const call = this.#calls++;
    this.#waiting.set(call, waiting);
    this.#post(createCall(call));
  }

  #send(): void {
    const release = this.#release;
    if (!release) return;
    const { transferred, ...sent } = this.#sent.handOver(release);
    this.#post({ type: 'release', ordinal: release.ordinal, ...sent }, transferred);
  }

  #post(call: HubCall, transferred: readonly ArrayBuffer[] = []): void {
    this.#worker?.postMessage(call, transferred);
  }
}

function unavailable(): HubUnavailableError {
  return new HubUnavailableError('The hub is starting, ending or busy; ask again in a moment.');
}
