import { join } from 'node:path';
import pLimit from 'p-limit';
import { isContentName, isPassedOver } from '#dataset/read/unread-files.ts';
import { Debounce, type Dirty, isUnfinished, type Warn } from './debounce.ts';
import { locateFolder, type OpenWatcher, openWatcher, type Watch } from './watcher.ts';

type Options = {
  readonly warn?: Warn;
  /** The interval at which everything is reported. */
  readonly rescanMs?: number;
  readonly open?: OpenWatcher;
};

/** A scan takes 50 ms at 10,000 files. */
const RESCAN_MS = 5_000;
const FOLLOW_MS = 1_000;

/**
 * Reports possible changes below a folder once edits pause (debounce.ts), one report at a time,
 * until it is closed. The folder need not exist, may be replaced, and may be reached by links that
 * are re-pointed: no event reports that, so it is located every second. Everything is reported when
 * watching begins, and again every 5 s, for changes that no event reports. `report` resolves to
 * true if anything has changed, and never rejects.
 */
export function watchContent(
  root: string,
  report: (dirty: Dirty) => Promise<boolean>,
  { rescanMs = RESCAN_MS, open = openWatcher, ...options }: Options = {},
): Watch {
  const warned = new Set<string>();
  const warn: Warn = (message, cause) => {
    if (!warned.has(message)) options.warn?.(message, cause);
    warned.add(message);
  };
  let events = 0;
  let eventsReported = 0;
  /** The count of events when a scan found an edit that none of them reported. */
  let missedAt: number | undefined;
  const debounce = new Debounce({
    now: () => performance.now(),
    isUnfinished: (path) => isUnfinished(join(root, path)),
    report: async (dirty) => {
      const before = events;
      const isMissed = before === eventsReported;
      eventsReported = before;
      if ((await report(dirty)) && isMissed) missedAt = before;
    },
  });
  const note = (path?: string) => {
    events++;
    if (path === undefined || (isContentName(path) && !isPassedOver(path))) debounce.note(path);
  };
  const queue = pLimit(1);
  let identity: string | undefined;
  let watcher: Watch | undefined;
  const follow = () =>
    queue(async () => {
      const found = locateFolder(root);
      if (found.identity === identity) return;
      identity = found.identity;
      // Watchers of one path share a handle, so the old one is closed first.
      await Promise.allSettled([watcher?.close()]);
      watcher = found.folder === undefined ? undefined : open(found.folder, { note, warn });
      if (!watcher) note();
    });
  const rescan = () => {
    // The event of an edit may follow its discovery, but not by this long.
    if (missedAt === events) {
      warn(MISSED);
      // chokidar 6.0.0 sometimes misses all events in a folder that was created along with others,
      // until it is opened again.
      identity = undefined;
    }
    missedAt = undefined;
    debounce.note();
  };
  void follow();
  const timers = [setInterval(follow, FOLLOW_MS), setInterval(rescan, rescanMs)];
  return {
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      debounce.close();
      await queue(() => Promise.allSettled([watcher?.close()]));
    },
  };
}

const MISSED =
  'An edit was found that no file event had reported, which happens on network mounts, in Docker Desktop and in WSL. ' +
  'Edits are found within five seconds and takedowns within one; set WATCH=poll to check every file twice a second instead.';
