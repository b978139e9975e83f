import { realpathSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { watch } from 'chokidar';
import { isPassedOver } from '#dataset/read/unread-files.ts';
import { systemCodeOf } from '#dataset/system-fault.ts';
import type { Warn } from './debounce.ts';

type Listener = {
  /** Takes the path of a changed file, or none if anything may have changed. */
  readonly note: (path?: string) => void;
  readonly warn: Warn;
};

/** Once `close` is called, nothing is noted or reported. */
export type Watch = { readonly close: () => Promise<void> };

/**
 * Watches a folder, given by its real path. Notes when it is ready: earlier edits were not seen.
 */
export type OpenWatcher = (folder: string, listener: Listener) => Watch;

/** Returns the folder at the end of a path, if any, and a text that differs once it is another. */
export function locateFolder(root: string) {
  try {
    const folder = realpathSync(root);
    const stat = statSync(folder, { bigint: true });
    const identity = [folder, stat.dev, stat.ino].join('\0');
    return stat.isDirectory() ? { folder, identity } : { identity };
  } catch {
    return { identity: 'missing' };
  }
}

/**
 * An editor's temporary file: for it, chokidar would list the whole folder, 70 ms at 1,000 files.
 */
const COPY = /\.(?:md|ya?ml)[^/]+$/;

/** Takes 4 % of a processor at 1,000 files, a third at 10,000. */
const POLL_MS = 500;

/** Checks every file twice a second, for places where the kernel reports nothing. */
export const openPollingWatcher: OpenWatcher = (folder, listener) =>
  openWatcher(folder, listener, true);

/**
 * Files are noted from the kernel's raw events: chokidar's own come after it has listed the folder,
 * 30 to 70 ms at 1,000 files, and it holds back a second change of a file for 50 ms. Its own events
 * report only folders, and files that it found by listing one.
 */
export function openWatcher(folder: string, { note, warn }: Listener, usePolling = false) {
  const pathOf = (place: string) => relative(folder, place).replaceAll(sep, '/');
  const watcher = watch(folder, {
    ignoreInitial: true,
    // Would hold back each removal for 100 ms.
    atomic: false,
    // Links that count end in watched folders anyway (read-content.ts); others may end anywhere.
    followSymlinks: false,
    usePolling,
    interval: POLL_MS,
    ignored: (place) => {
      const path = pathOf(place);
      return isPassedOver(path) || COPY.test(path);
    },
  });
  watcher.on('raw', (_event, name, details) => {
    // The kernel may not say which.
    note(name === null ? undefined : pathOf(resolve(watchedPathOf(details), name)));
  });
  watcher.on('all', (event, place) => {
    if (event.endsWith('Dir')) note();
    else if (event !== 'change') note(pathOf(place));
  });
  watcher.on('ready', () => note());
  watcher.on('error', (error) => {
    const code = systemCodeOf(error) ?? 'UNKNOWN';
    const cause = `(${code}); ${ADVICE[code] ?? 'see the cause'}`;
    warn(`Not every change can be watched, so some are noticed seconds late ${cause}.`, error);
  });
  return watcher;
}

/** Returns the folder of a raw event. If chokidar polls, names are whole paths instead. */
function watchedPathOf(details: unknown): string {
  const isNamed = typeof details === 'object' && details !== null && 'watchedPath' in details;
  return isNamed ? String(details.watchedPath) : '';
}

const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: 'raise fs.inotify.max_user_watches with sysctl, then restart',
  EMFILE: 'raise fs.inotify.max_user_instances or the limit on open files, then restart',
};
