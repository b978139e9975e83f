import { join } from 'node:path';
import { identifyFile } from './identify-file.ts';
import type { Watch } from './watcher.ts';

/** How often the manifest is looked at. */
const POLL_MS = 250;

/**
 * Reports the release in a folder, and each new one, once its manifest, which is written last, is the
 * same at two looks. A release that is missing for now is no report. `report` must not reject.
 */
export function watchRelease(outDir: string, report: () => Promise<void>): Watch {
  const manifest = join(outDir, 'manifest.json');
  let seen = identifyFile(manifest);
  let reported: string | undefined;
  const poll = setInterval(() => {
    const found = identifyFile(manifest);
    if (found !== undefined && found === seen && found !== reported) {
      reported = found;
      void report();
    }
    seen = found;
  }, POLL_MS);
  return { close: async () => clearInterval(poll) };
}
