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
import { CheckoutReader } from './watch/git.ts';
import { identifyFile, pollFile } from './watch/identify-file.ts';
import { watchContent } from './watch/watch.ts';
import { openPollingWatcher, openWatcher } from './watch/watcher.ts';

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
  const { contentDir, watch: how } = settings;
  const loop = createLoop(settings, stored, port);
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
  const removals = join(contentDir, 'removed.yaml');
  const known = identifyFile(removals);
  const first = publish(EVERYTHING);
  const open = how === 'poll' ? openPollingWatcher : openWatcher;
  const watch =
    how === 'off' ? undefined : watchContent(contentDir, publish, { warn: warnBy(port), open });
  await first;
  // File events, if there are any, come first.
  const endPolling = pollFile(removals, LOOK_MS, () => publish(REMOVALS), known);
  const look = setInterval(() => loop.isConfirmed && void publish(NOTHING), LOOK_MS);
  const upkeep = setInterval(() => loop.persist(), PERSIST_MS);
  if (!signal.aborted) await once(signal, 'abort');
  endPolling();
  clearInterval(look);
  clearInterval(upkeep);
  await watch?.close();
  await queue(() => {});
}

function warnBy(port: PublisherPort): Warn {
  return (message, cause) =>
    port.log('warn', message, cause === undefined ? {} : { cause: String(cause) });
}

/** Creates the loop that publishes the editors' folder. */
export function createLoop(
  { contentDir, outDir, stateDir, baseUrl, sidecarUrl, lock }: PublisherSettings,
  stored: Stored,
  port: PublisherPort,
  disk?: FileSystem,
): RebuildLoop {
  const keeper = new ReleaseKeeper({ stateDir, lock, port });
  if (stored.release) keeper.adopt({ data: stored.release, facts: stored.release.manifest });
  const origins = { baseUrl, sidecarUrl };
  const publisher = new ReleasePublisher({ origins, stored, keeper, port });
  const published = new Set(stored.release?.digests().values());
  const content = new EditorsContent(contentDir, origins, disk, port.now, published);
  const reader = new CheckoutReader(contentDir, warnBy(port), disk);
  const guard = new VanishGuard({ stateDir, outDir, contentDir, now: () => port.now().getTime() });
  return new RebuildLoop({ reader, content, publisher, keeper, guard, port, contentDir });
}
