import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { TOPICS } from '#artifacts/catalog.ts';
import type { Release } from '../release/release.ts';
import { type HubDoor, type HubStatus, HubUnavailableError } from './hub-door.ts';
import type { HubCall, HubMessage, HubThreadSettings, SentTopic } from './messages.ts';
import type { Acceptance, Intent } from './store/hub-store.ts';

/** A thread that died is started again after this, and later each time. */
const FIRST_RESTART_MS = 1_000;
const MAX_RESTART_MS = 60_000;
/** Requests under way get 8 s to end, and the store a moment more. */
const STOP_MS = 9_500;
/** Calls that wait for an answer. */
const MAX_CALLS = 1_000;
/** Counting so many subscriptions takes a while; the answer is good for some time then. */
const MANY_SUBSCRIPTIONS = 10_000;
const STATUS_MS = 2_000;

export type HubThreadParts = {
  readonly settings: HubThreadSettings;
  readonly log: Logger;
  /** The module of the thread. */
  readonly worker?: URL;
};

type Waiting = {
  readonly accept?: (acceptance: Acceptance) => void;
  readonly status?: (status: HubStatus) => void;
  readonly fail: (error: Error) => void;
};

const WORKER = new URL('./hub-worker.ts', import.meta.url);

/**
 * The hub as the server sees it: a thread of its own, so that neither its store nor thousands of
 * deliveries hold up a reader. One that dies is started again and goes on from its store.
 */
export class HubThread implements HubDoor {
  readonly #parts: HubThreadParts;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #isReady = false;
  #isStopping = false;
  #calls = 0;
  #restartMs = FIRST_RESTART_MS;
  #release: Release | undefined;
  #status: Promise<HubStatus> | undefined;
  #statusUntil = 0;
  /** The tags of the topics that the thread holds. */
  #sent = new Map<string, string>();

  constructor(parts: HubThreadParts) {
    this.#parts = parts;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** The release that is served. With the first one the thread starts. */
  publish(release: Release): void {
    this.#release = release;
    if (this.#isStopping) return;
    if (!this.#worker) this.#start();
    else if (this.#isReady) this.#send();
  }

  accept(intent: Intent): Promise<Acceptance> {
    return new Promise((accept, fail) => {
      this.#call({ accept, fail }, (call) => ({ type: 'accept', call, intent }));
    });
  }

  /** Who asks at the same time shares an answer. */
  status(): Promise<HubStatus> {
    if (this.#status && performance.now() < this.#statusUntil) return this.#status;
    this.#statusUntil = Number.POSITIVE_INFINITY;
    const asked = new Promise<HubStatus>((status, fail) => {
      this.#call({ status, fail }, (call) => ({ type: 'status', call }));
    });
    this.#status = asked;
    const keep = (ms: number) => {
      this.#statusUntil = performance.now() + ms;
    };
    asked.then(
      (status) => keep(countAll(status) < MANY_SUBSCRIPTIONS ? 0 : STATUS_MS),
      () => keep(0),
    );
    return asked;
  }

  /** Lets what is under way end, and the thread with it. */
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
    const { settings, log } = this.#parts;
    const worker = new Worker(this.#parts.worker ?? WORKER, { workerData: settings });
    this.#worker = worker;
    worker.on('message', (message: HubMessage) => this.#receive(message));
    worker.on('error', (error: unknown) => {
      log.error({ err: error }, 'the hub’s thread died; it is started again');
    });
    worker.on('exit', () => {
      this.#isReady = false;
      this.#worker = undefined;
      this.#sent.clear();
      for (const { fail } of this.#waiting.values()) fail(unavailable());
      this.#waiting.clear();
      if (!this.#isStopping) void this.#startAgain();
    });
  }

  async #startAgain(): Promise<void> {
    await setTimeout(this.#restartMs, undefined, { ref: false });
    this.#restartMs = Math.min(2 * this.#restartMs, MAX_RESTART_MS);
    if (!this.#isStopping && !this.#worker) this.#start();
  }

  #receive(message: HubMessage): void {
    if (message.type === 'log') {
      this.#parts.log[message.level](message.fields, message.message);
      return;
    }
    if (message.type === 'ready') {
      this.#isReady = true;
      this.#restartMs = FIRST_RESTART_MS;
      this.#send();
      return;
    }
    const waiting = this.#waiting.get(message.call);
    this.#waiting.delete(message.call);
    if (message.type === 'accepted') waiting?.accept?.(message.acceptance);
    if (message.type === 'status') waiting?.status?.(message.status);
    if (message.type === 'failed') waiting?.fail(new HubUnavailableError(message.message));
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

  /** Sends the release, of its topics those bodies that the thread does not hold. */
  #send(): void {
    const release = this.#release;
    if (!release) return;
    const transferred: ArrayBuffer[] = [];
    const topics = TOPICS.flatMap(({ path, mediaType }): SentTopic[] => {
      const file = release.files.get(path);
      if (!file) return [];
      const topic = release.baseUrl + path;
      const { etag, body } = file.identity;
      if (this.#sent.get(path) === etag) return [{ topic, mediaType, body: undefined }];
      this.#sent.set(path, etag);
      // A plain copy can be handed over; the body itself goes on being served.
      const copy = new Uint8Array(body);
      transferred.push(copy.buffer);
      return [{ topic, mediaType, body: copy }];
    });
    this.#post({ type: 'release', ordinal: release.ordinal, topics }, transferred);
  }

  #post(call: HubCall, transferred: readonly ArrayBuffer[] = []): void {
    this.#worker?.postMessage(call, transferred);
  }
}

function countAll({ topics }: HubStatus): number {
  return topics.reduce((sum, { subscriptions }) => sum + subscriptions.active, 0);
}

function unavailable(): HubUnavailableError {
  return new HubUnavailableError('The hub is starting, ending or busy; ask again in a moment.');
}
