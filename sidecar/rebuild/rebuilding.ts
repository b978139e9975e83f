import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { CurrentRelease } from '../release/current-release.ts';
import { PackStore } from '../release/pack-store.ts';
import { changedArtifacts, type Release } from '../release/release.ts';
import type { Failure, RebuildMessage, RebuildSettings, Stage } from './messages.ts';
import type { RebuildStatus } from './rebuild-status.ts';
import type { ReleaseReceiver } from './release-receiver.ts';

/** A rebuild thread that died is started again after this, and later each time. */
const FIRST_RESTART_MS = 1_000;
const MAX_RESTART_MS = 60_000;
/** When told to stop, the thread gets this long to end what it has started. */
const STOP_MS = 3_000;

export type RebuildingParts = {
  readonly settings: RebuildSettings;
  readonly current: CurrentRelease;
  readonly receiver: ReleaseReceiver;
  readonly status: RebuildStatus;
  readonly log: Logger;
  /** The module of the thread. */
  readonly worker?: URL;
  /** Called as each stage of a rebuild is reached on this side. */
  readonly reached?: (stage: Stage) => void;
  /** Shows what is done until everything is served. */
  readonly tell?: (doing: string) => void;
};

/** Thrown where there is nothing to serve and nothing can be made. */
export class NothingToServeError extends Error {
  override readonly name = 'NothingToServeError';
}

const WORKER = new URL('./rebuild-worker.ts', import.meta.url);

/**
 * Runs the rebuild thread and serves what it hands over, in one assignment each. A thread that dies
 * costs no reader anything: it is started again and goes on from what is served.
 */
export class Rebuilding {
  readonly #parts: RebuildingParts;
  readonly #first = Promise.withResolvers<void>();
  #worker: Worker | undefined;
  #restartMs = FIRST_RESTART_MS;
  #isStopping = false;

  constructor(parts: RebuildingParts) {
    this.#parts = parts;
    const { current, reached, settings } = parts;
    // The first to hear of a swap.
    current.prependListener('published', () => reached?.('swapped'));
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
    worker.postMessage('stop');
    const late = setTimeout(STOP_MS, 'late', { ref: false });
    if ((await Promise.race([exited, late])) === 'late') await worker.terminate();
  }

  #start(settings: RebuildSettings): void {
    const worker = new Worker(this.#parts.worker ?? WORKER, { workerData: settings });
    this.#worker = worker;
    worker.on('message', (message: RebuildMessage) => {
      try {
        this.#receive(message);
      } catch (error) {
        // The thread takes it for served; the next one begins with what really is.
        const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
        const lines = [`What was rebuilt cannot be served: ${cause}`];
        this.#fail({ code: 'REBUILD_FAILED', count: 1, lines });
        worker.removeAllListeners('message');
        void worker.terminate();
      }
    });
    worker.on('error', (error: unknown) => {
      const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const line = `The rebuild thread died: ${cause}`;
      this.#fail({ code: 'REBUILD_FAILED', count: 1, lines: [line] });
    });
    worker.on('exit', (code) => {
      this.#worker = undefined;
      const isDone = settings.watch === 'off' && code === 0;
      if (!this.#isStopping && !isDone) void this.#startAgain();
    });
  }

  async #startAgain(): Promise<void> {
    await setTimeout(this.#restartMs, undefined, { ref: false });
    if (this.#isStopping) return;
    this.#restartMs = Math.min(2 * this.#restartMs, MAX_RESTART_MS);
    this.#start(this.#settingsNow());
  }

  #settingsNow(): RebuildSettings {
    const { settings, current, receiver } = this.#parts;
    const { release } = current;
    if (!release) return settings;
    const { ordinal } = release;
    return {
      ...settings,
      served: findServed(settings, ordinal),
      isHeldBack: false,
      isIndexed: receiver.isIndexed(ordinal),
      after: ordinal,
    };
  }

  #receive(message: RebuildMessage): void {
    const { current, receiver, status, log, tell = () => {} } = this.#parts;
    if (message.type === 'log') log[message.level](message.fields, message.message);
    if (message.type === 'failed') this.#fail(message);
    if (message.type === 'started') status.start();
    if (message.type === 'started' && !current.release) tell('Checking the content');
    if (message.type === 'current') {
      status.succeed();
      this.#restartMs = FIRST_RESTART_MS;
    }
    const release = receiver.receive(message);
    if (release) this.#serve(release, message.type);
    if (current.release) this.#first.resolve();
  }

  #serve(release: Release, cause: RebuildMessage['type']): void {
    const { current, log, reached } = this.#parts;
    const changed = changedArtifacts(current.release, release);
    current.swap(release).catch((error: unknown) => {
      log.error({ err: error }, 'the release that is served cannot be searched');
    });
    if (cause !== 'data') return;
    reached?.('announced');
    const { ordinal, corpus } = release;
    const level = changed.length > 0 ? 'info' : 'debug';
    log[level]({ ordinal, reviews: corpus.count, changed }, `release ${ordinal} is published`);
  }

  #fail({ code, count, lines }: Failure): void {
    const { settings, current, status, log } = this.#parts;
    const { release } = current;
    status.fail(code, count);
    // A replica waits for the next release; who makes its own has nothing to wait for.
    if (!release && settings.watch !== 'release') {
      this.#first.reject(new NothingToServeError(lines.join('\n')));
      return;
    }
    for (const line of lines) log.error({ code }, line);
    if (!release) return;
    const { ordinal } = release;
    log.error(
      { code, count, ordinal },
      `nothing was published; release ${ordinal} is served as before`,
    );
  }
}

/** The file that holds what is served now, where it was stored. */
function findServed({ stateDir }: RebuildSettings, ordinal: number): RebuildSettings['served'] {
  const pack = new PackStore(stateDir).list().find((one) => one.ordinal === ordinal);
  return pack && { kind: 'pack', path: pack.file, ordinal };
}
