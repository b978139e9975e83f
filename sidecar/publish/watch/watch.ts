import { join } from 'node:path';
import pLimit from 'p-limit';
import { isContentName, isPassedOver } from '#dataset/read/unread-files.ts';
import { Debounce, type Dirty, isUnfinished, type Warn } from './debounce.ts';
import { locateFolder, openWatcher, type Watch } from './watcher.ts';

type Options = {
  readonly warn: Warn;
  /** True if every file is checked, for places where the kernel reports nothing. */
  readonly isPolling: boolean;
  /** The interval at which everything is reported. */
  readonly rescanMs?: number;
};

/** A scan takes 50 ms at 10,000 files. */
const RESCAN_MS = 5_000;
const FOLLOW_MS = 1_000;

/**
 * Reports possible changes below a folder once edits pause (debounce.ts), one report at a time,
 * until it is closed. The folder need not exist, may be replaced, and may be reached by links that
 * are re-pointed: no event reports that, so it is located every second. Everything is reported when
 * watching begins, and again every 5 s, for changes that no event reports. `report` never rejects.
 */
export function watchContent(
  root: string,
  report: (dirty: Dirty) => Promise<void>,
  { warn, isPolling, rescanMs = RESCAN_MS }: Options,
): Watch {
  const debounce = new Debounce({
    now: () => performance.now(),
    isUnfinished: (path) => isUnfinished(join(root, path)),
    report,
  });
  const note = (path?: string) => {
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
      const { folder } = found;
      watcher = folder === undefined ? undefined : openWatcher(folder, { note, warn }, isPolling);
      if (!watcher) note();
    });
  void follow();
  const timers = [setInterval(follow, FOLLOW_MS), setInterval(() => debounce.note(), rescanMs)];
  return {
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      debounce.close();
      await queue(() => Promise.allSettled([watcher?.close()]));
    },
  };
}
