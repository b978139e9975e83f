import { once } from 'node:events';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { describeFault } from './describe-fault.ts';
import type { PublisherPort, PublisherSettings } from './messages.ts';
import { EVERYTHING, REMOVALS, RebuildLoop, warnBy } from './rebuild-loop.ts';
import type { Stored } from './store/load-stored.ts';
import { PERSIST_MS } from './store/release-keeper.ts';
import type { Dirty } from './watch/debounce.ts';
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
  const loop = new RebuildLoop(settings, stored, port);
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
