import { resolve } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { ContentFilter } from './content-filter.ts';
import type { Sign } from './quiet-window.ts';

export type Listener = {
  readonly note: (sign: Sign) => void;
  readonly failed: (error: unknown) => void;
};

/**
 * Watches the content below a folder, given by its real path. Notes `everything` when it has become
 * ready, since what was edited before that was not seen.
 *
 * Files are taken as the kernel tells of them: chokidar's own events come after a look at the file,
 * on a busy machine long after, and hold back a second change of a file for 50 ms. It alone tells
 * of folders, and of files that it found by listing one.
 */
export function openWatcher(folder: string, { note, failed }: Listener): FSWatcher {
  const filter = new ContentFilter(folder);
  const watcher = watch(folder, {
    ignoreInitial: true,
    // Would hold back each removal for 100 ms, to make one event of two that are one path to us.
    atomic: false,
    // Links that count lead to where is watched anyway (read-content.ts); others may lead anywhere.
    followSymlinks: false,
    ignored: (place, stats) => filter.ignores(place, stats),
  });
  const noteFile = (path: string) => {
    note({ kind: 'file', path });
    if (filter.hasLinks) note({ kind: 'everything' });
  };
  watcher.on('raw', (_event, name, details) => {
    // Where the kernel does not say which, it may be any.
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

/** The folder that a name is told in. Where chokidar polls, it tells whole paths instead. */
function watchedPathOf(details: unknown): string {
  if (typeof details !== 'object' || details === null || !('watchedPath' in details)) return '';
  return String(details.watchedPath);
}
