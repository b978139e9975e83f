import {
  areUnfinished,
  type Dirty,
  QuietWindow,
  ReportLoop,
  type Sign,
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
  /** How often everything is reported. */
  readonly rescanMs?: number;
  /** Holds reports while git changes the folder. */
  readonly lock?: GitLock;
  readonly open?: OpenWatcher | undefined;
};

const ROOT_CHECK_MS = 1_000;
/** A scan takes 50 ms at 10,000 files. */
const RESCAN_MS = 5_000;
/** The event of an edit may follow its discovery by this long, even when files are polled. */
const EVENT_MS = 1_000;

/**
 * Reports what may have changed below a folder once edits pause, one report at a time. The folder
 * need not exist, may be replaced, and may be reached by links.
 *
 * Events come from a watcher that follows the folder (watcher.ts). A quiet window (debounce.ts)
 * collects them for 20 ms after one file, 120 ms after many, 300 ms where a file looks half written,
 * 2 s at most; a checkout of git holds them back until it is done (git.ts). Everything is reported
 * when watching begins, and again every 5 s, for changes that no event reports. `report`
 * resolves to true if anything has changed, and never rejects.
 */
export async function watchContent(
  root: string,
  report: (dirty: Dirty) => Promise<boolean>,
  options: Options = {},
): Promise<Watch> {
  const { warn = () => {}, now = () => performance.now() } = options;
  const lock = options.lock ?? new GitLock({ now, warn });
  let events = 0;
  let eventsReported = 0;
  /** Kept after the warning, so that it is given once. */
  let warning: NodeJS.Timeout | undefined;
  const loop: ReportLoop = new ReportLoop({
    window: new QuietWindow({ now, isUnfinished: (paths) => areUnfinished(root, paths) }),
    holdMs: () => holdMsOf(lock, place.realPath),
    report: async (dirty) => {
      const before = events;
      const isUntold = place.isWatched && before === eventsReported;
      eventsReported = before;
      if (!(await report(dirty)) || !isUntold) return;
      warning ??= setTimeout(() => {
        if (events === before) warn(UNTOLD);
        else warning = undefined;
      }, EVENT_MS);
    },
  });
  const noteEvent = (sign: Sign) => {
    events++;
    loop.note(sign);
  };
  const place = new FollowedRoot(root, { note: noteEvent, warn, open: options.open });
  await place.follow();
  const rootCheck = setInterval(() => void place.follow(), options.rootCheckMs ?? ROOT_CHECK_MS);
  const rescan = setInterval(() => {
    if (place.realPath !== undefined) loop.note({ kind: 'everything' });
  }, options.rescanMs ?? RESCAN_MS);
  return {
    close: async () => {
      clearInterval(rootCheck);
      clearInterval(rescan);
      clearTimeout(warning);
      loop.close();
      await place.close();
    },
  };
}

const UNTOLD =
  'An edit was found that no file event reported, as happens on network mounts, in Docker Desktop and in WSL. ' +
  'Edits are found within five seconds and takedowns within one; set WATCH=poll to check every file twice a second instead.';

/** A fault of the system is reported by the reader, which asks the lock again. */
function holdMsOf(lock: GitLock, folder: string | undefined): number {
  try {
    return folder === undefined ? 0 : lock.holdMs(folder);
  } catch {
    return 0;
  }
}
