import {
  areUnfinished,
  type Dirty,
  QuietWindow,
  ReportLoop,
  RescanTimer,
  type Warn,
  type Watch,
} from './debounce.ts';
import { GitLock } from './git.ts';
import { FollowedRoot, type OpenWatcher } from './watcher.ts';

type Options = {
  readonly warn?: Warn;
  /** A clock in milliseconds, such as `performance.now`. */
  readonly now?: () => number;
  /** How often the root is followed. */
  readonly rootCheckMs?: number;
  /** Minimum time between two scans. */
  readonly rescanMs?: number;
  /** Holds reports while git changes the folder. */
  readonly lock?: GitLock;
  readonly open?: OpenWatcher;
};

const ROOT_CHECK_MS = 1_000;

/**
 * Reports what may have changed below a folder once edits pause, one report at a time. The folder
 * need not exist, may be replaced, and may be reached by links.
 *
 * Events come from a watcher that follows the folder (watcher.ts). A quiet window (debounce.ts)
 * collects them for 20 ms after one file, 120 ms after many, 300 ms where a file looks half written,
 * 2 s at most; a checkout of git holds them back until it is done (git.ts). Everything is reported
 * when watching begins, and again from time to time, for changes that no event reports.
 */
export async function watchContent(
  root: string,
  report: (dirty: Dirty) => Promise<void>,
  options: Options = {},
): Promise<Watch> {
  const { warn = () => {}, now = () => performance.now() } = options;
  const lock = options.lock ?? new GitLock({ now, warn });
  const loop: ReportLoop = new ReportLoop({
    window: new QuietWindow({ now, isUnfinished: (paths) => areUnfinished(root, paths) }),
    holdMs: () => holdMsOf(lock, place.realPath),
    report: async (dirty) => {
      const start = now();
      await report(dirty);
      if (dirty.everything) rescan.restart(now() - start);
    },
  });
  const note = loop.note.bind(loop);
  const place = new FollowedRoot(root, { note, warn, open: options.open });
  const rescan = new RescanTimer(() => {
    if (place.realPath === undefined) rescan.restart();
    else note({ kind: 'everything' });
  }, options.rescanMs);

  await place.follow();
  rescan.restart();
  const rootCheck = setInterval(() => void place.follow(), options.rootCheckMs ?? ROOT_CHECK_MS);
  return {
    close: async () => {
      clearInterval(rootCheck);
      rescan.close();
      loop.close();
      await place.close();
    },
  };
}

/** A fault of the system is reported by the reader, which asks the lock again. */
function holdMsOf(lock: GitLock, folder: string | undefined): number {
  try {
    return folder === undefined ? 0 : lock.holdMs(folder);
  } catch {
    return 0;
  }
}
