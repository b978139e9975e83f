import { dirname, join, resolve } from 'node:path';
import { watch } from 'chokidar';
import { QuietWindow, ReportLoop, type Warn, type Watch } from './debounce.ts';
import { identifyFile } from './identify-file.ts';
import { warnOnce } from './watcher.ts';

type Options = {
  readonly warn?: Warn;
  /** How often the manifest is looked at where no event reports it. */
  readonly pollMs?: number;
};

/** A manifest that has not changed for this long is whole. */
const QUIET_MS = 50;
const TIMES = { singleMs: QUIET_MS, batchMs: QUIET_MS, unfinishedMs: 0, capMs: 2_000 };

const POLL_MS = 1_000;

/**
 * Reports the release in a folder, and each new one, when the manifest, which is written last, has
 * changed. `report` must not reject.
 */
export async function watchRelease(
  outDir: string,
  report: () => Promise<void>,
  { warn = () => {}, pollMs = POLL_MS }: Options = {},
): Promise<Watch> {
  const folder = resolve(outDir);
  const manifest = join(folder, 'manifest.json');
  let known: string | undefined;
  const window = new QuietWindow({ now: () => performance.now(), times: TIMES });
  const look = () => {
    const found = identifyFile(manifest);
    // A release that is missing for now cannot be loaded; the one that is served stays.
    if (found === undefined || found === known) return;
    known = found;
    loop.note({ kind: 'file', path: 'manifest.json' });
  };
  const loop: ReportLoop = new ReportLoop({
    window,
    report: () => report(),
    holdMs: () => {
      look();
      return window.remainingMs();
    },
  });

  const watched = new Set([dirname(folder), folder, manifest]);
  const watcher = watch(dirname(folder), {
    ignoreInitial: true,
    atomic: false,
    depth: 1,
    ignored: (place) => !watched.has(place),
  });
  watcher.on('all', look);
  watcher.on('error', warnOnce(warn));
  await new Promise<void>((ready) => watcher.once('ready', ready));
  look();
  const poll = setInterval(look, pollMs);
  return {
    close: async () => {
      clearInterval(poll);
      loop.close();
      await watcher.close();
    },
  };
}
