import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { describeError } from '../describe-error.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import { changedArtifacts, type Release } from '../release/release.ts';
import { BUSY_HEAP } from '../spare-memory.ts';
import type { Supervisor } from '../supervisor.ts';
import {
  type Failure,
  REBUILD,
  type RebuildCall,
  type RebuildMessage,
  type RebuildSettings,
  type Served,
  STORE,
  UNUSABLE,
} from './messages.ts';
import type { RebuildStatus } from './rebuild-status.ts';
import type { ReleaseReceiver } from './release-receiver.ts';

/*
 * Publishing: from an edit to what readers get.
 *
 *   watch → read and check → build → store → hand over → serve → announce
 *   `--------------- rebuild thread --------------´  `--- server ---´
 *
 * The rebuild thread (rebuild-worker.ts) follows the editors' folder (follow-content.ts) or, on a
 * replica, releases that were built elsewhere (follow-release.ts). watch/ reports edits once they
 * pause; RebuildLoop reads them between two checkouts and publishes or refuses them;
 * ReleasePublisher builds a release (#release/build.ts, the same for a start, an edit, a takedown), has
 * ReleaseKeeper store it (keep/) and posts it (messages.ts), its memory moved and not copied
 * (hand-over.ts).
 * PublishThread below runs in the server: it starts the thread, lets ReleaseReceiver put each
 * release together, and swaps it in.
 *
 * A release is
 *   built       all data files, small ones with their compressed variants
 *   stored      on disk, whole or not at all; or owed, where the disk fails (see below)
 *   handed over posted to the server, which serves it in one assignment
 *   served      what every reader gets from then on; then the hub announces what changed
 *   completed   variants of large files follow, once edits pause (../release/codings.ts)
 *   withheld    found at a start, but removed.yaml names reviews that it shows: it is not served
 *               until a release without them is made
 *   withdrawn   one of another format that shows removed reviews: nothing is served meanwhile
 *
 * Invariants
 *   - Readers see one release, whole; ordinals only grow, and the same content is the same bytes.
 *   - Stored, then served, then announced. A takedown is served even where it cannot be stored, and
 *     also where the rest of the content has errors, removed.yaml as well: an id that can be read is
 *     enough (edit/plan-takedown.ts); a start looks at removed.yaml first.
 *   - What was removed leaves the disk within seconds of being replaced.
 *   - Content with errors is refused as a whole: the release before stays, and the log says why. So is
 *     content that lost half of its reviews without tombstones, until that is confirmed (VanishGuard).
 *
 * Faults
 *   content      refused until the next edit; nothing to retry
 *   system       (a disk that is full, a folder that cannot be read) reported by describe-fault.ts;
 *                Supervisor says when it is tried again, and the thread gets `retry`
 *   thread dies  started again by Supervisor, with what is served as its beginning; readers see
 *                nothing of it
 *   process dies the next start serves what is stored (release/find-newest.ts)
 */

/** How long the thread may take to finish what it has started, when it is to stop. */
const STOP_MS = 3_000;

type Deps = {
  readonly settings: RebuildSettings;
  readonly current: CurrentRelease;
  readonly receiver: ReleaseReceiver;
  readonly status: RebuildStatus;
  readonly supervisor: Supervisor;
  readonly log: Logger;
  /** The module of the thread: REBUILD_WORKER. */
  readonly worker: URL;
  /** Reports progress until something is served. */
  readonly tell?: (doing: string) => void;
};

/** Thrown where nothing is served and nothing can be published. */
export class NothingToServeError extends Error {
  override readonly name = 'NothingToServeError';
}

export const REBUILD_WORKER = new URL('./rebuild-worker.ts', import.meta.url);

/** What the supervisor reports where the thread died. */
const THREAD = 'the rebuild thread';

/** Runs the rebuild thread, starts it again where it dies, and serves what it hands over. */
export class PublishThread {
  readonly #deps: Deps;
  readonly #first = Promise.withResolvers<void>();
  #worker: Worker | undefined;
  /** What is served, for the next thread: the same bytes, not copies. */
  #served: Served | undefined;
  #isStopping = false;
  /** When the rebuild began whose release comes next. */
  #startedAt: number | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { current, settings } = deps;
    this.#served = settings.served;
    if (current.release) this.#first.resolve();
    this.#start(settings);
  }

  /** Resolves once data are served or the thread stops; rejects with a NothingToServeError. */
  get first(): Promise<void> {
    return this.#first.promise;
  }

  /** Looks at everything again, at once. */
  look(): void {
    this.#worker?.postMessage('retry' satisfies RebuildCall);
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
      worker = new Worker(this.#deps.worker, {
        name: 'rebuild',
        workerData: settings,
        resourceLimits: BUSY_HEAP,
      });
    } catch (error) {
      // The system is out of threads.
      this.#died(`The rebuild thread cannot be started: ${describeError(error)}`);
      this.#startLater();
      return;
    }
    this.#worker = worker;
    worker.on('message', (message: RebuildMessage) => {
      try {
        this.#receive(message);
      } catch (error) {
        // The thread believes that it is served; the next one begins with what really is.
        this.#died(`What was rebuilt cannot be served: ${describeError(error)}`);
        worker.removeAllListeners('message');
        void worker.terminate();
      }
    });
    worker.on('error', (error: unknown) =>
      this.#died(`The rebuild thread died: ${describeError(error)}`),
    );
    worker.on('exit', () => {
      this.#worker = undefined;
      if (!this.#isStopping) this.#startLater();
    });
  }

  #startLater(): void {
    const fault = { kind: 'thread', code: 'THREAD_DIED', reason: 'it died' } as const;
    this.#deps.supervisor.fail({ ...fault, what: THREAD }, () => {
      if (!this.#isStopping) this.#start(this.#settingsNow());
    });
  }

  /** Logs why; when it is tried again is logged once the thread has ended. */
  #died(line: string): void {
    this.#deps.status.fail('REBUILD_FAILED', 1);
    this.#deps.log.error({ code: 'REBUILD_FAILED' }, line);
  }

  #settingsNow(): RebuildSettings {
    const { settings, current } = this.#deps;
    const { release } = current;
    if (!release || release.isDataOnly) return settings;
    const { ordinal } = release;
    return {
      ...settings,
      served: this.#served,
      isWithheld: false,
      after: ordinal,
    };
  }

  #receive(message: RebuildMessage): void {
    const { current, receiver, status, supervisor, log, tell = () => {} } = this.#deps;
    if (message.type === 'log') log[message.level](message.fields, message.message);
    if (message.type === 'failed') this.#fail(message);
    if (message.type === 'started') {
      status.start();
      this.#startedAt = performance.now();
    }
    if (message.type === 'started' && !current.release) tell('Checking the content');
    if (message.type === 'current') {
      const isMended = status.lastError?.code.startsWith('CONTENT_');
      status.succeed();
      if (isMended) log.info('the content is right again');
      supervisor.recover(THREAD);
      for (const what of [REBUILD, UNUSABLE]) supervisor.recover(what);
    }
    if (message.type === 'fault') supervisor.fail(message.fault, () => this.look());
    if (message.type === 'recovered') supervisor.recover(message.what);
    if (message.type === 'kept') {
      status.keep();
      supervisor.recover(STORE);
    }
    if (message.type === 'withdrawn' && current.release?.isDataOnly) current.withdraw();
    const release = receiver.receive(message);
    if (release) this.#serve(release, message);
    if (message.type === 'data') {
      const { manifest, files, dataset, corpus, names } = message;
      this.#served = { from: 'memory', release: { manifest, files, dataset }, corpus, names };
    }
    if (current.release) this.#first.resolve();
  }

  #serve(release: Release, message: RebuildMessage): void {
    const { current, log } = this.#deps;
    const changed = changedArtifacts(current.release, release);
    current.swap(release).catch((error: unknown) => {
      log.error({ err: error }, 'the release that is served cannot be searched');
    });
    if (message.type !== 'data') return;
    const { ordinal, corpus } = release;
    const { edited } = message;
    if (changed.length === 0) {
      const line = `${edited?.line ?? 'something changed'}, and nothing of it is published`;
      log[edited ? 'info' : 'debug']({ ordinal }, line);
      return;
    }
    const ms = this.#startedAt && Math.round(performance.now() - this.#startedAt);
    const line = edited
      ? `${edited.line}, published${ms === undefined ? '' : ` in ${ms} ms`}`
      : `release ${ordinal} is published`;
    log.info({ ordinal, reviews: corpus.count, changed, ms, edited: edited?.ids }, line);
  }

  #fail({ code, count, lines, fault }: Failure): void {
    const { current, status, supervisor, settings, log } = this.#deps;
    const { release } = current;
    status.fail(code, count);
    // The thread works, and has read the content.
    if (!fault) for (const what of [REBUILD, UNUSABLE]) supervisor.recover(what);
    supervisor.recover(THREAD);
    // A replica waits for the next release.
    if (!fault && !current.servedSince && settings.watch !== 'release') {
      this.#first.reject(new NothingToServeError(lines.join('\n')));
      return;
    }
    if (fault) {
      supervisor.fail({ ...fault, cause: lines.join('\n') }, () => this.look());
      return;
    }
    for (const line of lines) log.error({ code }, line);
    if (release && lines.length > 0) {
      const { ordinal } = release;
      const line = `the edit is not published until this is corrected; release ${ordinal} is served as before`;
      log.error({ code, count, ordinal }, line);
    }
  }
}
