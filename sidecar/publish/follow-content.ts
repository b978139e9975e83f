import { once } from 'node:events';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { FileSystem } from '#dataset/file-system.ts';
import { describeFault } from './describe-fault.ts';
import { VanishGuard } from './edit/vanish-guard.ts';
import { EditorsContent } from './editors-content.ts';
import type { PublisherPort, PublisherSettings } from './messages.ts';
import { EVERYTHING, REMOVALS, RebuildLoop } from './rebuild-loop.ts';
import { ReleasePublisher } from './release-publisher.ts';
import type { Stored } from './store/load-stored.ts';
import { PERSIST_MS, ReleaseKeeper } from './store/release-keeper.ts';
import type { Dirty, Warn } from './watch/debounce.ts';
import { CheckoutReader, GitLock } from './watch/git.ts';
import { identifyFile } from './watch/identify-file.ts';
import { watchContent } from './watch/watch.ts';
import { openPollingWatcher } from './watch/watcher.ts';

const NOTHING: Dirty = { paths: new Set(), everything: false };
/** The interval at which removed.yaml and the confirmation of `npm run confirm` are checked. */
const LOOK_MS = 500;

/**
 * Publishes the editors' folder: at the start, after every edit if it is watched, and on request.
 */
export async function followContent(
  settings: PublisherSettings,
  stored: Stored,
  port: PublisherPort,
  signal: AbortSignal,
): Promise<void> {
  const warn: Warn = (message, cause) =>
    port.log('warn', message, cause === undefined ? {} : { cause: String(cause) });
  const lock = new GitLock({ now: () => performance.now(), warn });
  const loop = createLoop(settings, stored, port, lock);
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      return (await work()) === true;
    } catch (error) {
      if (!signal.aborted) port.post({ type: 'failed', ...describeFault(error) });
      return false;
    }
  };
  // A release that shows a removed review is followed at once by one that does not.
  if (stored.release && !stored.isServed) await attempt(() => loop.takeDownFirst());
  // Edit after edit, one at a time, until the signal.
  const queue = pLimit(1);
  const publish = (dirty: Dirty) => queue(() => attempt(() => loop.rebuild(dirty)));
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
  const upkeep = setInterval(() => loop.persist(), PERSIST_MS);
  if (!signal.aborted) await once(signal, 'abort');
  clearInterval(look);
  clearInterval(upkeep);
  await watch?.close();
  await queue(() => {});
}

/** Creates the loop that publishes the editors' folder. */
export function createLoop(
  { contentDir, outDir, stateDir, baseUrl, sidecarUrl, lock }: PublisherSettings,
  stored: Stored,
  port: PublisherPort,
  git: GitLock,
  disk?: FileSystem,
): RebuildLoop {
  const keeper = new ReleaseKeeper({ stateDir, lock, port });
  if (stored.release) keeper.adopt({ data: stored.release, facts: stored.release.manifest });
  const origins = { baseUrl, sidecarUrl };
  const publisher = new ReleasePublisher({ origins, stored, keeper, port });
  const published = new Set(stored.release?.digests().values());
  const content = new EditorsContent(contentDir, origins, disk, port.now, published);
  const reader = new CheckoutReader(contentDir, git, disk);
  const guard = new VanishGuard({ stateDir, outDir, contentDir, now: () => port.now().getTime() });
  return new RebuildLoop({ reader, content, publisher, keeper, guard, port, contentDir });
}
