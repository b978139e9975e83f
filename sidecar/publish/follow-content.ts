import { once } from 'node:events';
import { join } from 'node:path';
import { DISK, type FileSystem } from '#dataset/file-system.ts';
import type { Analysed } from '#insights/annotation/earlier-analyses.ts';
import { FORMAT } from '#release/manifest.ts';
import { readAnalysed } from '#release/publication.ts';
import { releaseKeyOf } from '#release/release-key.ts';
import { readStoredAnalyses } from '#release/stored-dataset.ts';
import { SerialQueue } from '../serial-queue.ts';
import type { StoreDisk } from '../store/store-disk.ts';
import { toStorable } from '../store/write-release.ts';
import { describeFault } from './describe-fault.ts';
import { EditorsContent } from './editors-content.ts';
import { LogFollower } from './keep/log-follower.ts';
import { createKeeper } from './keep/release-keeper.ts';
import type { RebuildPort, RebuildSettings, Served } from './messages.ts';
import { EVERYTHING, REMOVALS, RebuildLoop } from './rebuild-loop.ts';
import { ReleasePublisher } from './release-publisher.ts';
import { VanishGuard } from './vanish-guard.ts';
import type { Dirty, Warn } from './watch/debounce.ts';
import { CheckoutReader, GitLock } from './watch/git.ts';
import { identifyFile } from './watch/identify-file.ts';
import { watchContent } from './watch/watch.ts';
import { openPollingWatcher } from './watch/watcher.ts';

const NOTHING: Dirty = { paths: new Set(), everything: false };
/** How often removed.yaml and the confirmation of `npm run confirm` are checked. */
const LOOK_MS = 500;

/** Publishes the editors' folder: at the start, after every edit if it is watched, and on request. */
export async function followContent(
  settings: RebuildSettings,
  port: RebuildPort,
  signal: AbortSignal,
): Promise<void> {
  const warn: Warn = (message, cause) =>
    port.log('warn', message, cause === undefined ? {} : { cause: String(cause) });
  const lock = new GitLock({ now: () => performance.now(), warn });
  const loop = createLoop(settings, port, signal, lock);
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      return (await work()) === true;
    } catch (error) {
      if (!signal.aborted)
        port.post({ type: 'failed', ...describeFault(error, settings.stateDir) });
      return false;
    }
  };
  if (settings.isHeldBack) await attempt(() => loop.takeDownFirst());
  // Edit after edit, one at a time, until the signal.
  const queue = new SerialQueue();
  const publish = (dirty: Dirty) => queue.run(() => attempt(() => loop.rebuild(dirty)));
  port.onRetry(() => void publish(EVERYTHING));
  const removals = join(settings.contentDir, 'removed.yaml');
  let published = identifyFile(removals);
  let seen = published;
  const first = publish(EVERYTHING);
  const open = settings.watch === 'poll' ? openPollingWatcher : undefined;
  const watch =
    settings.watch === 'off'
      ? undefined
      : await watchContent(settings.contentDir, publish, { warn, lock, open });
  await first;
  const look = setInterval(() => {
    if (loop.isConfirmed) void publish(NOTHING);
    const found = identifyFile(removals);
    // Unchanged since the last look, it is complete; file events, if there are any, came first.
    if (found === seen && found !== published) {
      published = found;
      void publish(REMOVALS);
    }
    seen = found;
  }, LOOK_MS);
  if (!signal.aborted) await once(signal, 'abort');
  clearInterval(look);
  await watch?.close();
  await queue.run(() => {});
  await loop.close();
}

function readServedAnalyses({ release, corpus }: Served): Analysed {
  if (corpus && release.dataset) return readStoredAnalyses(release.dataset, corpus);
  throw new Error('What is served is of another format.');
}

/** Puts together what publishes the editors' folder. */
export function createLoop(
  settings: RebuildSettings,
  port: RebuildPort,
  signal: AbortSignal,
  lock: GitLock,
  disk: FileSystem = DISK,
  storeDisk?: StoreDisk,
): RebuildLoop {
  const { contentDir, outDir, stateDir, baseUrl, served } = settings;
  const { isHeldBack, isIndexed, previous, after } = settings;
  const isOurs = served?.release.manifest.format === FORMAT;
  const keeper = createKeeper(settings, port, storeDisk);
  // What an earlier thread has published may not be stored yet.
  if (isOurs && served.from === 'memory') keeper.adopt(toStorable(served.release));
  const log = new LogFollower({ kept: keeper, now: port.now, served: settings.log });
  const publisher = new ReleasePublisher({
    keeper,
    log,
    port,
    served: isOurs ? served : undefined,
    foreign: isOurs ? undefined : served?.release,
    isHeldBack,
    isIndexed,
    previous,
    after,
    signal,
  });
  const before = served && {
    key: served.release.manifest.key,
    readAnalyses: () => readServedAnalyses(served),
  };
  const readBefore = () =>
    readAnalysed(before, releaseKeyOf([], baseUrl), (error) =>
      port.log('warn', 'cannot read the stored release; analysing every review again', {
        cause: String(error),
      }),
    );
  const content = new EditorsContent(contentDir, baseUrl, readBefore, disk, port.now);
  const reader = new CheckoutReader(contentDir, lock, disk);
  const now = () => port.now().getTime();
  const guard = new VanishGuard({ stateDir, outDir, contentDir, now });
  return new RebuildLoop({ reader, content, publisher, guard, port, contentDir });
}
