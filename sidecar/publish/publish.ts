import type { Logger } from 'pino';
import type { SearchIndexData } from '#search/index/index-data.ts';
import { describeError } from '../describe-error.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import { createRelease } from '../release/release.ts';
import type { Supervisor } from '../supervisor.ts';
import {
  type DataMessage,
  type Failure,
  type PublisherMessage,
  type PublisherSettings,
  REBUILD,
  STORE,
  UNUSABLE,
} from './messages.ts';
import { PublisherThread } from './publisher-thread.ts';
import type { RebuildStatus } from './rebuild-status.ts';

/*
 * Publishing: from an edit to what readers get.
 *
 *   watch → read → build → store → hand over → serve → announce
 *   `--------- publisher's thread --------´   `--- server ---´
 *
 * CONTRIBUTING.md tells it file by file. Publisher below starts the thread and swaps in its
 * releases. A release that cannot be stored is served all the same. A takedown is published even if
 * the rest of the content has errors (edit/plan-takedown.ts). Content with errors is refused as a
 * whole, and so is content that lost half of its reviews (edit/vanish-guard.ts). Faults of the
 * system and dead threads are retried by Supervisor, from what is stored.
 */

type Deps = {
  /** The first thread, which has begun. */
  readonly thread: PublisherThread;
  /** The settings of later threads. */
  readonly settings: PublisherSettings;
  readonly current: CurrentRelease;
  readonly status: RebuildStatus;
  readonly supervisor: Supervisor;
  readonly log: Logger;
  /** Starts a later thread: for tests. */
  readonly start?: () => PublisherThread;
};

/** Thrown if nothing is served and nothing can be published. */
export class NothingToServeError extends Error {
  override readonly name = 'NothingToServeError';
}

/** The name of a dead thread in the supervisor's reports. */
const THREAD = 'the publisher';

/** Runs the publisher's thread, restarts it if it dies, and serves its releases. */
export class Publisher {
  readonly #deps: Deps;
  readonly #opened = Promise.withResolvers<void>();
  readonly #first = Promise.withResolvers<void>();
  /** Resolves once the stored release is served, if it can be. */
  readonly opened = this.#opened.promise;
  /** Resolves once data are served or the thread stops; rejects with a NothingToServeError. */
  readonly first = this.#first.promise;
  /** The search index of the loaded release, which arrives after it. */
  #index: PromiseWithResolvers<SearchIndexData> | undefined;
  #thread: PublisherThread | undefined;
  #isStopping = false;
  /** The time when the rebuild of the next release began. */
  #startedAt: number | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    // It is awaited later, if at all.
    this.first.catch(() => {});
    this.#listen(deps.thread);
  }

  /** Checks everything again, at once. */
  look(): void {
    this.#thread?.look();
  }

  /** Ends the thread. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#opened.resolve();
    this.#first.resolve();
    await this.#thread?.stop();
  }

  #start(): void {
    if (this.#isStopping) return;
    const { settings, current, start = () => new PublisherThread() } = this.#deps;
    let thread: PublisherThread;
    try {
      thread = start();
    } catch (error) {
      this.#died(`The publisher cannot be started: ${describeError(error)}`);
      this.#startLater();
      return;
    }
    // If its index never came, the served release is handed over again.
    const ordinal = (current.release?.ordinal ?? 0) - (this.#index ? 1 : 0);
    thread.begin({ ...settings, after: Math.max(0, ordinal) });
    this.#listen(thread);
  }

  #listen(thread: PublisherThread): void {
    this.#thread = thread;
    thread.port.on('message', (message: PublisherMessage) => {
      try {
        this.#receive(message);
      } catch (error) {
        // The thread believes that it is served; the next one begins with the release that really
        // is.
        this.#died(`The published release cannot be served: ${describeError(error)}`);
        void thread.end();
      }
    });
    void thread.ended.then((why) => {
      this.#thread = undefined;
      // Callers that wait for it get the next thread's.
      this.#opened.resolve();
      this.#index?.reject(why);
      if (this.#isStopping) return;
      this.#died(`The publisher died: ${describeError(why)}`);
      this.#startLater();
    });
  }

  #startLater(): void {
    const fault = { kind: 'thread', code: 'THREAD_DIED', reason: 'it died' } as const;
    this.#deps.supervisor.fail({ ...fault, what: THREAD }, () => this.#start());
  }

  /** Logs the reason; the next attempt is logged once the thread has ended. */
  #died(line: string): void {
    this.#deps.status.fail('REBUILD_FAILED', 1);
    this.#deps.log.error({ code: 'REBUILD_FAILED' }, line);
  }

  #receive(message: PublisherMessage): void {
    const { current, status, supervisor, log } = this.#deps;
    if (message.type === 'log') log[message.level](message.fields, message.message);
    if (message.type === 'data') this.#serve(message);
    if (message.type === 'index') {
      this.#index?.resolve(message.index);
      this.#index = undefined;
    }
    if (message.type === 'opened') this.#opened.resolve();
    if (message.type === 'failed') this.#fail(message);
    if (message.type === 'started') {
      status.isRebuilding = true;
      this.#startedAt = performance.now();
      if (!current.release) log.info('Checking the content');
    }
    if (message.type === 'current') {
      const isMended = status.lastError?.code.startsWith('CONTENT_');
      status.succeed();
      if (isMended) log.info('the content is valid again');
      this.#recover();
    }
    if (message.type === 'stored') {
      status.keep();
      supervisor.recover(STORE);
    }
    if (current.release) this.#first.resolve();
  }

  #serve(message: DataMessage): void {
    const { current, log } = this.#deps;
    this.#index = undefined;
    const index = message.index ? Promise.resolve(message.index) : this.#awaitIndex();
    const release = createRelease(message, index);
    const changed = current.swap(release);
    // At a start.
    if (this.#startedAt === undefined) return;
    const { ordinal, corpus } = release;
    const ms = Math.round(performance.now() - this.#startedAt);
    const { line = `release ${ordinal} is made`, ids } = message.edited ?? {};
    const about = { ordinal, reviews: corpus.count, changed, ms, edited: ids };
    if (changed.length > 0) log.info(about, `${line}, published in ${ms} ms`);
    else log.info({ ordinal }, `${line}, but nothing that is published`);
  }

  #awaitIndex(): Promise<SearchIndexData> {
    const index = Promise.withResolvers<SearchIndexData>();
    this.#index = index;
    // If the release cannot be made, nothing waits for it.
    index.promise.catch(() => {});
    return index.promise;
  }

  /** The thread works, and has read the content. */
  #recover(): void {
    for (const what of [THREAD, REBUILD, UNUSABLE]) this.#deps.supervisor.recover(what);
  }

  #fail({ code, count, lines, fault }: Failure): void {
    const { current, status, supervisor, settings, log } = this.#deps;
    const { release } = current;
    status.fail(code, count);
    if (fault) {
      supervisor.recover(THREAD);
      supervisor.fail({ ...fault, cause: lines.join('\n') }, () => this.look());
      return;
    }
    this.#recover();
    // A replica waits for the next release.
    if (!release && settings.watch !== 'release') {
      this.#first.reject(new NothingToServeError(lines.join('\n')));
      return;
    }
    for (const line of lines) log.error({ code }, line);
    if (release && lines.length > 0) {
      const { ordinal } = release;
      const line = `the edit is not published until this is corrected; release ${ordinal} stays`;
      log.error({ code, count, ordinal }, line);
    }
  }
}
