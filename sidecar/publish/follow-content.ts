import { once } from 'node:events';
import { join } from 'node:path';
import { DISK, type FileSystem } from '#dataset/file-system.ts';
import { FORMAT } from '#release/manifest.ts';
import { releaseKeyOf } from '#release/release-key.ts';
import { readAnalyses } from '#release/stored-dataset.ts';
import { SerialQueue } from '../serial-queue.ts';
import type { StoreDisk } from '../store/store-disk.ts';
import { toStorable } from '../store/write-release.ts';
import { describeFault } from './describe-fault.ts';
import { VanishGuard } from './edit/vanish-guard.ts';
import { EditorsContent } from './editors-content.ts';
import { createKeeper, type ReleaseKeeper } from './keep/release-keeper.ts';
import type { RebuildPort, RebuildSettings, Served } from './messages.ts';
import { EVERYTHING, REMOVALS, RebuildLoop } from './rebuild-loop.ts';
import { type FollowedRelease, ReleasePublisher } from './release-publisher.ts';
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
  if (settings.isWithheld) await attempt(() => loop.takeDownFirst());
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
      : watchContent(settings.contentDir, publish, { warn, open });
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

/** Puts together what publishes the editors' folder. */
export function createLoop(
  settings: RebuildSettings,
  port: RebuildPort,
  signal: AbortSignal,
  lock: GitLock,
  disk: FileSystem = DISK,
  storeDisk?: StoreDisk,
): RebuildLoop {
  const { contentDir, outDir, stateDir, baseUrl } = settings;
  const { isWithheld, previous, after } = settings;
  const keeper = createKeeper(settings, port, storeDisk);
  const found = settings.served;
  const isOurs = found?.release.manifest.format === FORMAT;
  const served = isOurs ? withLog(found, keeper, port.now()) : undefined;
  // What an earlier thread has published may not be stored yet.
  if (served?.from === 'memory') keeper.adopt(toStorable(served.release, served.log));
  const readBefore = () => {
    try {
      return (
        served?.corpus && readAnalyses(served.release, served.corpus, releaseKeyOf([], baseUrl))
      );
    } catch (error) {
      const cause = String(error);
      port.log('warn', 'cannot read the stored release; analysing every review again', { cause });
      return undefined;
    }
  };
  const publisher = new ReleasePublisher({
    baseUrl,
    readBefore,
    keeper,
    port,
    served,
    foreign: isOurs ? undefined : found?.release,
    isWithheld,
    previous,
    after,
    signal,
  });
  const content = new EditorsContent(contentDir, baseUrl, disk, port.now);
  const reader = new CheckoutReader(contentDir, lock, disk);
  const now = () => port.now().getTime();
  const guard = new VanishGuard({ stateDir, outDir, contentDir, now });
  return new RebuildLoop({ reader, content, publisher, guard, port, contentDir });
}

/** With its change log: one that was found with it, or is stored; otherwise one begins. */
function withLog(served: Served, keeper: ReleaseKeeper, now: Date): FollowedRelease {
  const { ordinal } = served.release.manifest;
  const log = served.log ?? keeper.readLog(ordinal, now);
  return { ...served, log };
}
