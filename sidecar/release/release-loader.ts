import type { Logger } from 'pino';
import { idsAlone } from '#release/manifest.ts';
import { toChangeLog } from '#search/changes/kept-log.ts';
import type { SearchIndexData } from '#search/index/index-data.ts';
import type { Found, FoundRelease } from './find-newest.ts';
import type { LoadThread } from './load-thread.ts';
import type { LoadMessage } from './load-worker.ts';
import { prepareData } from './prepare-data.ts';
import type { ReleaseContents } from './release.ts';

/** What was found on disk: a whole release, one of another format (`whole` is undefined), or none. */
export type Loaded = Pick<Found, 'isWithheld' | 'previous' | 'after'> & {
  readonly release: FoundRelease | undefined;
  readonly whole: ReleaseContents | undefined;
};

const NOTHING: Loaded = {
  release: undefined,
  whole: undefined,
  isWithheld: false,
  previous: [],
  after: 0,
};

/** Loads the newest release on disk in a thread of its own. */
export class ReleaseLoader {
  readonly #thread: LoadThread;
  #isStopped = false;

  constructor(thread: LoadThread) {
    this.#thread = thread;
  }

  /** What the thread finds. To be called once. A release that cannot be loaded is logged. */
  async load(log: Pick<Logger, 'warn' | 'error'>): Promise<Loaded> {
    const { port, ended } = this.#thread;
    const found = Promise.withResolvers<Omit<Found, 'documents'> | undefined>();
    const index = Promise.withResolvers<SearchIndexData>();
    let isFound = false;
    // Prevents an unhandled rejection; `swap` reports the failure.
    index.promise.catch(() => {});
    port.on('message', (message: LoadMessage) => {
      if (message.type === 'log') log.warn(message.fields, message.message);
      if (message.type === 'found') {
        isFound = true;
        found.resolve(message.found);
      }
      if (message.type === 'index') index.resolve(message.index);
    });
    // No effect if all messages were received.
    void ended.then((why) => {
      const isFailure = !isFound && !this.#isStopped;
      if (isFailure) log.error({ err: why }, 'no release can be loaded from disk');
      found.resolve(undefined);
      index.reject(why);
    });
    return toLoaded(await found.promise, index.promise);
  }

  /** Ends the thread at once. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#thread.stop();
  }
}

function toLoaded(
  found: Omit<Found, 'documents'> | undefined,
  index: Promise<SearchIndexData>,
): Loaded {
  if (!found) return NOTHING;
  const { release } = found;
  const data = release?.data;
  if (!release || !data) return { ...found, whole: undefined };
  const { ordinal, key, vanished } = release.manifest;
  const prepared = prepareData(release.files, data.corpus, key.baseUrl);
  const removedAlone = idsAlone(release.manifest, data.removed);
  const { log, ...known } = data;
  const changes = toChangeLog(log);
  const whole = { ordinal, key, data: prepared, ...known, changes, removedAlone, vanished, index };
  return { ...found, whole };
}
