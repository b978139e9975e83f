import { readlinkSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Listener, openWatcher } from './open-watcher.ts';
import type { Sign } from './quiet-window.ts';
import type { Warn } from './report-loop.ts';
import { warnOnce } from './watch-error.ts';

type Watcher = { readonly close: () => Promise<void> };

/** Opens a watcher on a folder, given by its real path. */
export type OpenWatcher = (folder: string, listener: Listener) => Watcher;

type Options = {
  readonly note: (sign: Sign) => void;
  readonly warn: Warn;
  readonly open?: OpenWatcher | undefined;
};

/** Without a path where it is no folder. */
type Place = { readonly realPath: string | undefined; readonly identity: string };

const NOWHERE: Place = { realPath: undefined, identity: 'nothing' };

/**
 * Watches the folder that a path leads to, and another one when it leads there: a link in the path
 * was re-pointed, or the folder was replaced. No event tells that, so somebody has to ask.
 *
 * The watcher is also opened anew after folders came or went below the root. chokidar 6.0.0 now and
 * then stays deaf in a folder that was made or replaced while others were: about once in a hundred
 * times where the root is removed and filled again in a millisecond.
 */
export class FollowedRoot {
  readonly #root: string;
  readonly #note: (sign: Sign) => void;
  readonly #open: OpenWatcher;
  readonly #listener: Listener;
  #place = NOWHERE;
  #watcher: Watcher | undefined;
  #following: Promise<void> | undefined;
  /** Signs of folders since the watcher was opened, and how many there were when last asked. */
  #folderSigns = 0;
  #folderSignsBefore = 0;
  #isClosed = false;

  constructor(root: string, { note, warn, open = openWatcher }: Options) {
    this.#root = root;
    this.#note = note;
    this.#open = open;
    this.#listener = {
      note: (sign) => {
        if (sign.kind === 'folder') this.#folderSigns++;
        note(sign);
      },
      failed: warnOnce(warn),
    };
  }

  /** Where the path led to when it was followed last; undefined where to no folder. */
  get realPath(): string | undefined {
    return this.#place.realPath;
  }

  /** Watches what the path leads to. To be called again and again; never rejects. */
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
    // Watchers of one path share a handle, so the old one must be gone before the new one comes.
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
    // A file in its place is told otherwise than nothing there.
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
