import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { CurrentRelease } from '../release/current-release.ts';
import type { StoredRelease } from '../release/find-release.ts';
import { PackStore } from '../release/pack-store.ts';
import { changedArtifacts, type Release } from '../release/release.ts';
import type { Failure, RebuildMessage, RebuildSettings, ServedRelease, Stage } from './messages.ts';
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
    if (current.isWhole) this.#first.resolve();
    this.#start(settings);
  }

  /**
   * Resolves once data and pages are served, or it is known that pages cannot be, or nobody waits
   * any more. Rejects with a NothingToServeError where there are no data either.
   */
  get first(): Promise<void> {
    return this.#first.promise;
  }

  /** Ends the thread, and the page build that it may have started. */
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
    const { ordinal, pagesOrdinal } = release;
    return {
      ...settings,
      served: findServed(settings, ordinal, pagesOrdinal),
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
    if (message.type === 'pages-current') status.pagesFollowed();
    if (message.type === 'current') {
      status.succeed();
      this.#restartMs = FIRST_RESTART_MS;
    }
    const release = receiver.receive(message);
    if (release) this.#serve(release, message.type);
    if (current.isWhole) this.#first.resolve();
  }

  #serve(release: Release, cause: RebuildMessage['type']): void {
    const { current, log, reached, tell = () => {} } = this.#parts;
    const isFirst = current.release === undefined;
    const changed = changedArtifacts(current.release, release);
    current.swap(release).catch((error: unknown) => {
      log.error({ err: error }, 'the release that is served cannot be searched');
    });
    if (cause === 'pages') reached?.('pages-swapped');
    if (cause !== 'data') return;
    reached?.('announced');
    const { ordinal, corpus } = release;
    const level = changed.length > 0 ? 'info' : 'debug';
    log[level]({ ordinal, reviews: corpus.count, changed }, `release ${ordinal} is published`);
    if (isFirst && !current.isWhole)
      tell(`${corpus.count} reviews are served; building their pages`);
  }

  #fail({ code, count, lines }: Failure): void {
    const { settings, current, status, log } = this.#parts;
    const { release } = current;
    if (code === 'PAGES_FAILED') current.giveUpPages();
    status.fail(code, count);
    // A replica waits for the next release; who makes its own has nothing to wait for.
    if (!release && settings.watch !== 'release') {
      this.#first.reject(new NothingToServeError(lines.join('\n')));
      return;
    }
    for (const line of lines) log.error({ code }, line);
    if (!release) return;
    const { ordinal, pagesOrdinal } = release;
    if (code === 'PAGES_FAILED') {
      log.error(
        { code, pages: pagesOrdinal ?? null },
        'the pages cannot be built; those from before stay, until the next edit',
      );
    } else {
      log.error(
        { code, count, ordinal },
        `nothing was published; release ${ordinal} is served as before`,
      );
    }
  }
}

/** The files that hold what is served now, where they were stored. */
function findServed(
  { served, stateDir }: RebuildSettings,
  ordinal: number,
  pagesOrdinal: number | undefined,
): ServedRelease | undefined {
  const store = new PackStore(stateDir);
  const stored = (
    kind: 'data' | 'pages',
    wanted: number | undefined,
  ): StoredRelease | undefined => {
    const pack = store.list(kind).find((one) => one.ordinal === wanted);
    return pack && { kind: 'pack', path: pack.file };
  };
  const data = stored('data', ordinal);
  return data && { ordinal, data, pages: stored('pages', pagesOrdinal) ?? served?.pages };
}
