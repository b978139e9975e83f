import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { EncodedFile } from '#release/release.ts';
import { replaceFiles } from '#release/release.ts';
import { describeError } from '../describe-error.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import { changedArtifacts, type Release } from '../release/release.ts';
import type { Supervisor } from '../supervisor.ts';
import {
  type Failure,
  REBUILD,
  type RebuildCall,
  type RebuildMessage,
  type RebuildSettings,
  SEARCH_INDEX,
  type Served,
  STORE,
  UNUSABLE,
  VARIANTS,
} from './messages.ts';
import type { RebuildStatus } from './rebuild-status.ts';
import type { ReleaseReceiver } from './release-receiver.ts';

/** When told to stop, the thread gets this long to end what it has started. */
const STOP_MS = 3_000;

export type RebuildingParts = {
  readonly settings: RebuildSettings;
  readonly current: CurrentRelease;
  readonly receiver: ReleaseReceiver;
  readonly status: RebuildStatus;
  readonly supervisor: Supervisor;
  readonly log: Logger;
  /** The module of the thread: REBUILD_WORKER. */
  readonly worker: URL;
  /** Shows what is done until everything is served. */
  readonly tell?: (doing: string) => void;
};

/** Thrown where there is nothing to serve and nothing can be made. */
export class NothingToServeError extends Error {
  override readonly name = 'NothingToServeError';
}

export const REBUILD_WORKER = new URL('./rebuild-worker.ts', import.meta.url);

/** What failed where the thread did. */
const THREAD = 'the rebuild thread';

/**
 * Runs the rebuild thread and serves what it hands over, in one assignment each. A thread that dies
 * costs no reader anything: it is started again and goes on from what is served.
 */
export class Rebuilding {
  readonly #parts: RebuildingParts;
  readonly #first = Promise.withResolvers<void>();
  #worker: Worker | undefined;
  /** What is served, for the next thread: its bytes are those that are served. */
  #served: Served | undefined;
  #isStopping = false;

  constructor(parts: RebuildingParts) {
    this.#parts = parts;
    this.#served = parts.settings.served;
    const { current, settings } = parts;
    if (current.release) this.#first.resolve();
    this.#start(settings);
  }

  /**
   * Resolves once data are served, or nobody waits any more. Rejects with a NothingToServeError
   * where there are none and none can be made.
   */
  get first(): Promise<void> {
    return this.#first.promise;
  }

  /** Ends the thread. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#first.resolve();
    const worker = this.#worker;
    if (!worker) return;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('stop' satisfies RebuildCall);
    const late = setTimeout(STOP_MS, 'late', { ref: false });
    if ((await Promise.race([exited, late])) === 'late') await worker.terminate();
  }

  #start(settings: RebuildSettings): void {
    let worker: Worker;
    try {
      worker = new Worker(this.#parts.worker, {
        name: 'rebuild',
        workerData: settings,
      });
    } catch (error) {
      // The system has no thread to give.
      this.#died(`The rebuild thread cannot be started: ${describeError(error)}`);
      this.#startLater();
      return;
    }
    this.#worker = worker;
    const { watch } = settings;
    worker.on('message', (message: RebuildMessage) => {
      try {
        this.#receive(message);
      } catch (error) {
        // The thread takes it for served; the next one begins with what really is.
        this.#died(`What was rebuilt cannot be served: ${describeError(error)}`);
        worker.removeAllListeners('message');
        void worker.terminate();
      }
    });
    worker.on('error', (error: unknown) =>
      this.#died(`The rebuild thread died: ${describeError(error)}`),
    );
    worker.on('exit', (code) => {
      this.#worker = undefined;
      const isDone = watch === 'off' && code === 0;
      // What failed in it is not known to the next one.
      for (const what of [VARIANTS, SEARCH_INDEX]) this.#parts.supervisor.recover(what);
      if (!this.#isStopping && !isDone) this.#startLater();
    });
  }

  #startLater(): void {
    const fault = { kind: 'thread', code: 'THREAD_DIED', reason: 'it died' } as const;
    this.#parts.supervisor.fail({ ...fault, what: THREAD }, () => {
      if (!this.#isStopping) this.#start(this.#settingsNow());
    });
  }

  /** Told here; that it is started again, once it has ended. */
  #died(line: string): void {
    this.#parts.status.fail('REBUILD_FAILED', 1);
    this.#parts.log.error({ code: 'REBUILD_FAILED' }, line);
  }

  #settingsNow(): RebuildSettings {
    const { settings, current, receiver } = this.#parts;
    const { release } = current;
    if (!release || release.isDataOnly) return settings;
    const { ordinal } = release;
    return {
      ...settings,
      served: this.#served,
      isHeldBack: false,
      isIndexed: receiver.isIndexed(ordinal),
      after: ordinal,
    };
  }

  #receive(message: RebuildMessage): void {
    const { current, receiver, status, supervisor, log, tell = () => {} } = this.#parts;
    if (message.type === 'log') log[message.level](message.fields, message.message);
    if (message.type === 'failed') this.#fail(message);
    if (message.type === 'started') status.start();
    if (message.type === 'started' && !current.release) tell('Checking the content');
    if (message.type === 'current') {
      status.succeed();
      supervisor.recover(THREAD);
      for (const what of [REBUILD, UNUSABLE]) supervisor.recover(what);
    }
    if (message.type === 'fault') supervisor.fail(message.fault, () => this.#retry());
    if (message.type === 'recovered') supervisor.recover(message.what);
    if (message.type === 'kept') {
      status.keep();
      supervisor.recover(STORE);
    }
    if (message.type === 'withdrawn' && current.release?.isDataOnly) current.withdraw();
    const release = receiver.receive(message);
    if (release) this.#serve(release, message.type);
    if (message.type === 'data') {
      const { manifest, files, dataset, corpus } = message;
      this.#served = { from: 'memory', release: { manifest, files, dataset }, corpus };
    }
    if (message.type === 'codings') this.#addVariants(message.ordinal, message.files);
    if (current.release) this.#first.resolve();
  }

  /** The bytes without compressed variants are not served any more, and not to be kept, either. */
  #addVariants(ordinal: number, added: readonly EncodedFile[]): void {
    if (this.#served?.release.manifest.ordinal !== ordinal) return;
    this.#served = { ...this.#served, release: replaceFiles(this.#served.release, added) };
  }

  #serve(release: Release, cause: RebuildMessage['type']): void {
    const { current, log } = this.#parts;
    const changed = changedArtifacts(current.release, release);
    current.swap(release).catch((error: unknown) => {
      log.error({ err: error }, 'the release that is served cannot be searched');
    });
    if (cause !== 'data') return;
    const { ordinal, corpus } = release;
    const level = changed.length > 0 ? 'info' : 'debug';
    log[level]({ ordinal, reviews: corpus.count, changed }, `release ${ordinal} is published`);
  }

  #retry(): void {
    this.#worker?.postMessage('retry' satisfies RebuildCall);
  }

  #fail({ code, count, lines, fault }: Failure): void {
    const { current, status, supervisor, settings, log } = this.#parts;
    const { release } = current;
    status.fail(code, count);
    // It lives, and has read the content.
    if (!fault) for (const what of [REBUILD, UNUSABLE]) supervisor.recover(what);
    supervisor.recover(THREAD);
    // A replica waits for the next release; who makes its own has nothing to wait for.
    if (!fault && !current.servedSince && settings.watch !== 'release') {
      this.#first.reject(new NothingToServeError(lines.join('\n')));
      return;
    }
    if (fault) {
      supervisor.fail({ ...fault, cause: lines.join('\n') }, () => this.#retry());
      return;
    }
    for (const line of lines) log.error({ code }, line);
    if (release) {
      const { ordinal } = release;
      const line = `nothing was published; release ${ordinal} is served as before`;
      log.error({ code, count, ordinal }, line);
    }
  }
}
