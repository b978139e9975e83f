import { readlinkSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { systemCodeOf } from '#dataset/system-fault.ts';
import { ContentFilter } from './content-filter.ts';
import type { Sign, Warn } from './debounce.ts';

export type Listener = {
  readonly note: (sign: Sign) => void;
  readonly failed: (error: unknown) => void;
};

type Watcher = { readonly close: () => Promise<void> };

/** Opens a watcher on a folder, given by its real path. */
export type OpenWatcher = (folder: string, listener: Listener) => Watcher;

type Options = {
  readonly note: (sign: Sign) => void;
  readonly warn: Warn;
  readonly open?: OpenWatcher | undefined;
};

/** The path is missing where it is not a folder. */
type Place = { readonly realPath: string | undefined; readonly identity: string };

/** Takes 4 % of a processor at 1,000 files, a third at 10,000. */
const POLL_MS = 500;

const NOWHERE: Place = { realPath: undefined, identity: 'nothing' };

/**
 * Watches the folder that a path leads to, also after a link in the path was re-pointed or the
 * folder was replaced. No event reports that, so `follow` has to be called from time to time.
 *
 * The watcher is also reopened after folders were added or removed below the root. chokidar 6.0.0
 * sometimes misses all events in a folder that was made or replaced while others were: about once in
 * a hundred times where the root is removed and filled again within a millisecond.
 */
export class FollowedRoot {
  readonly #root: string;
  readonly #note: (sign: Sign) => void;
  readonly #open: OpenWatcher;
  readonly #listener: Listener;
  #place = NOWHERE;
  #watcher: Watcher | undefined;
  #following: Promise<void> | undefined;
  /** Signs of folders since the watcher was opened, and at the last `follow`. */
  #folderSigns = 0;
  #folderSignsBefore = 0;
  #isWatched = false;
  #isClosed = false;

  constructor(root: string, { note, warn, open = openWatcher }: Options) {
    this.#root = root;
    this.#note = note;
    this.#open = open;
    this.#listener = {
      note: (sign) => {
        if (sign.kind === 'folder') this.#folderSigns++;
        if (sign.kind === 'everything') this.#isWatched = true;
        note(sign);
      },
      failed: warnOnce(warn),
    };
  }

  /** Where the path led at the last `follow`; undefined where not to a folder. */
  get realPath(): string | undefined {
    return this.#place.realPath;
  }

  /** True once the watcher is ready; it misses earlier edits. */
  get isWatched(): boolean {
    return this.#isWatched;
  }

  /** Watches what the path leads to now. Never rejects. */
  follow(): Promise<void> {
    this.#following ??= this.#follow().finally(() => {
      this.#following = undefined;
    });
    return this.#following;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#following;
    await this.#closeWatcher();
  }

  async #follow(): Promise<void> {
    const place = locate(this.#root);
    const isStale = this.#folderSigns > 0 && this.#folderSigns === this.#folderSignsBefore;
    this.#folderSignsBefore = this.#folderSigns;
    if (this.#isClosed || (place.identity === this.#place.identity && !isStale)) return;
    this.#place = place;
    this.#isWatched = false;
    // Watchers of one path share a handle, so the old one is closed first.
    await this.#closeWatcher();
    if (this.#isClosed) return;
    this.#folderSigns = 0;
    if (place.realPath) this.#watcher = this.#open(place.realPath, this.#listener);
    else this.#note({ kind: 'everything' });
  }

  async #closeWatcher(): Promise<void> {
    const watcher = this.#watcher;
    this.#watcher = undefined;
    await watcher?.close().catch(this.#listener.failed);
  }
}

function locate(root: string): Place {
  try {
    const realPath = realpathSync(root);
    const stat = statSync(realPath, { bigint: true });
    // A file in its place is another state than nothing.
    if (!stat.isDirectory()) return { ...NOWHERE, identity: `${stat.dev} ${stat.ino}` };
    const identity = [realPath, stat.dev, stat.ino, mountedVersionOf(realPath)].join('\0');
    return { realPath, identity };
  } catch {
    return NOWHERE;
  }
}

/**
 * In a mounted ConfigMap, Kubernetes leaves folder and files as they are, links into `..data`,
 * and re-points that (k8s.io/kubernetes/pkg/volume/util/atomic_writer.go).
 */
function mountedVersionOf(folder: string): string {
  try {
    return readlinkSync(join(folder, '..data'));
  } catch {
    return '';
  }
}

/**
 * Watches the content below a folder, given by its real path. Notes `everything` when it is ready,
 * since edits before that were not seen.
 *
 * Files are noted from the kernel's raw events: chokidar's own come after it has looked at the file,
 * on a busy machine long after, and it holds back a second change of a file for 50 ms. Only its own
 * report folders, and files that it found by listing one. With `usePolling` every file is looked at
 * twice a second instead, for places where the kernel reports nothing.
 */
export function openWatcher(
  folder: string,
  { note, failed }: Listener,
  usePolling = false,
): FSWatcher {
  const filter = new ContentFilter(folder);
  const watcher = watch(folder, {
    ignoreInitial: true,
    // Would hold back each removal for 100 ms.
    atomic: false,
    // Links that count lead into what is watched anyway (read-content.ts); others lead anywhere.
    followSymlinks: false,
    usePolling,
    interval: POLL_MS,
    ignored: (place, stats) => filter.ignores(place, stats),
  });
  const noteFile = (path: string) => {
    note({ kind: 'file', path });
    if (filter.hasLinks) note({ kind: 'everything' });
  };
  watcher.on('raw', (_event, name, details) => {
    // The kernel may not say which.
    if (name === null) return note({ kind: 'everything' });
    const path = filter.pathOf(resolve(watchedPathOf(details), name));
    if (filter.isContent(path)) noteFile(path);
  });
  watcher.on('all', (event, place) => {
    const path = filter.pathOf(place);
    const isFolder = event === 'addDir' || event === 'unlinkDir';
    if (isFolder || !filter.isContent(path)) note({ kind: 'folder' });
    else if (event !== 'change') noteFile(path);
  });
  watcher.on('ready', () => note({ kind: 'everything' }));
  watcher.on('error', (error) => {
    failed(error);
    note({ kind: 'everything' });
  });
  return watcher;
}

/** As `openWatcher`, by polling. */
export const openPollingWatcher: OpenWatcher = (folder, listener) =>
  openWatcher(folder, listener, true);

/** The folder of a raw event. Where chokidar polls, names are whole paths instead. */
function watchedPathOf(details: unknown): string {
  if (typeof details !== 'object' || details === null || !('watchedPath' in details)) return '';
  return String(details.watchedPath);
}

const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: 'raise fs.inotify.max_user_watches with sysctl, then start again',
  EMFILE: 'raise fs.inotify.max_user_instances or the limit of open files, then start again',
};

/** Warns of errors of a watcher, once for each code, and says what to do. */
export function warnOnce(warn: Warn): (error: unknown) => void {
  const warned = new Set<string>();
  return (error) => {
    const code = systemCodeOf(error) ?? 'UNKNOWN';
    if (warned.has(code)) return;
    warned.add(code);
    const advice = ADVICE[code] ?? 'see the cause';
    warn(
      `Not every change can be watched, so some are noticed seconds late (${code}); ${advice}.`,
      error,
    );
  };
}
