import { once } from 'node:events';
import { setTimeout as startTimeout } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import { DISK, type FileSystem } from '#dataset/file-system.ts';
import { readAnalysed } from '#release/release-before.ts';
import { releaseKeyOf } from '#release/release-key.ts';
import { PackStore } from '../release/pack-store.ts';
import { CheckoutReader } from './checkout-reader.ts';
import { describeFault } from './describe-fault.ts';
import { EditorsContent } from './editors-content.ts';
import type { RebuildSettings } from './messages.ts';
import { RebuildLoop } from './rebuild-loop.ts';
import type { RebuildPort } from './rebuild-port.ts';
import { ReleasePublisher } from './release-publisher.ts';
import { readServed } from './served-now.ts';
import { GitLock } from './watch/git-lock.ts';
import type { Warn } from './watch/report-loop.ts';
import { type Dirty, watchContent } from './watch/watch-content.ts';

/** What could not be published for a reason outside the content is tried again, without an edit. */
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;

const EVERYTHING: Dirty = { paths: new Set(), everything: true };
const NOTHING: Dirty = { paths: new Set(), everything: false };

/** Publishes the editors' folder, and again after every edit where it is watched. */
export async function followContent(
  settings: RebuildSettings,
  port: RebuildPort,
  signal: AbortSignal,
): Promise<void> {
  const warn: Warn = (message, cause) =>
    port.log('warn', message, cause === undefined ? {} : { cause: String(cause) });
  const lock = new GitLock({ now: () => performance.now(), warn });
  const loop = createLoop(settings, port, signal, lock);
  const succeedsIn = async (work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!signal.aborted)
        port.post({ type: 'failed', ...describeFault(error, settings.stateDir) });
      return false;
    }
  };
  if (settings.isHeldBack) await succeedsIn(() => loop.takeDownFirst());
  const succeeds: Succeeds = (dirty) => succeedsIn(() => loop.rebuild(dirty));
  if (settings.watch === 'off') await publishOnce(succeeds, signal);
  else await publishAgain(succeeds, settings.contentDir, { warn, lock }, signal);
  await loop.settle();
}

type Succeeds = (dirty: Dirty) => Promise<boolean>;

async function publishOnce(succeeds: Succeeds, signal: AbortSignal): Promise<void> {
  let retryMs = FIRST_RETRY_MS;
  while (!signal.aborted && !(await succeeds(EVERYTHING))) {
    // Cut short, where the process is to end.
    await setTimeout(retryMs, undefined, { signal }).catch(() => {});
    retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
  }
}

/** Publishes edit after edit, one at a time, until the signal. */
async function publishAgain(
  succeeds: Succeeds,
  contentDir: string,
  watching: { readonly warn: Warn; readonly lock: GitLock },
  signal: AbortSignal,
): Promise<void> {
  let retryMs = FIRST_RETRY_MS;
  let retry: NodeJS.Timeout | undefined;
  let last = Promise.resolve();
  const rebuild = async (dirty: Dirty): Promise<void> => {
    clearTimeout(retry);
    if (await succeeds(dirty)) {
      retryMs = FIRST_RETRY_MS;
    } else if (!signal.aborted) {
      retry = startTimeout(() => void inTurn(NOTHING), retryMs);
      retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
    }
  };
  const inTurn = (dirty: Dirty): Promise<void> => {
    last = last.then(() => rebuild(dirty));
    return last;
  };
  const first = inTurn(EVERYTHING);
  const watch = await watchContent(contentDir, inTurn, watching);
  await first;
  if (!signal.aborted) await once(signal, 'abort');
  clearTimeout(retry);
  await watch.close();
}

/** What makes releases of the editors' folder and hands them over, for as long as it is asked. */
export function createLoop(
  settings: RebuildSettings,
  port: RebuildPort,
  signal: AbortSignal,
  lock: GitLock,
  disk: FileSystem = DISK,
): RebuildLoop {
  const { contentDir, baseUrl, stateDir, isHeldBack, isIndexed } = settings;
  const { previous, after } = settings;
  const store = new PackStore(stateDir);
  store.clearLeftovers(port.log);
  const served = readServed(settings.served, port);
  const publisher = new ReleasePublisher({
    store,
    port,
    served,
    isHeldBack,
    isIndexed,
    previous,
    after,
    signal,
  });
  const readBefore = () =>
    readAnalysed(served, releaseKeyOf([], baseUrl), (error) =>
      port.log('warn', 'what is served cannot be read again; every review is analysed anew', {
        cause: String(error),
      }),
    );
  const content = new EditorsContent(contentDir, baseUrl, readBefore, disk);
  const reader = new CheckoutReader(contentDir, lock, disk);
  return new RebuildLoop({ reader, content, publisher, port, contentDir });
}
