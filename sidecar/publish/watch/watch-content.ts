import { FollowedRoot, type OpenWatcher } from './followed-root.ts';
import { GitLock } from './git-lock.ts';
import { type Dirty, QuietWindow } from './quiet-window.ts';
import { ReportLoop, type Warn } from './report-loop.ts';
import { RescanTimer } from './rescan-timer.ts';
import { areUnfinished } from './unfinished-file.ts';

export type { Dirty } from './quiet-window.ts';

export type ContentWatch = {
  /** Stops everything; nothing is reported from the call on. Does not wait for a running report. */
  readonly close: () => Promise<void>;
};

type Options = {
  readonly warn?: Warn;
  /** A clock in milliseconds, such as `performance.now`. */
  readonly now?: () => number;
  /** How often it is asked where the root leads to. */
  readonly rootCheckMs?: number;
  /** How soon everything is looked at again, at the soonest. */
  readonly rescanMs?: number;
  /** Holds reports while git changes the folder. */
  readonly lock?: GitLock;
  readonly open?: OpenWatcher;
};

const ROOT_CHECK_MS = 1_000;

/**
 * Reports what may have changed below a folder, when edits have come to rest, one report at a time.
 * The folder need not exist, may be replaced, and may be reached by links. Everything is reported
 * once when watching has begun, and again from time to time, for what no event tells.
 */
export async function watchContent(
  root: string,
  report: (dirty: Dirty) => Promise<void>,
  options: Options = {},
): Promise<ContentWatch> {
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

/** Whoever takes the report in asks the lock again, and can tell where the system fails. */
function holdMsOf(lock: GitLock, folder: string | undefined): number {
  try {
    return folder === undefined ? 0 : lock.holdMs(folder);
  } catch {
    return 0;
  }
}
