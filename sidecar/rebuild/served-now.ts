import { systemCodeOf } from '#dataset/system-fault.ts';
import type { ReleaseOnDisk } from '#release/release-on-disk.ts';
import { readDataManifest, readReleaseFolder } from '../release/read-release-folder.ts';
import { ReleaseStore } from '../store/release-store.ts';
import type { RebuildSettings } from './messages.ts';
import type { RebuildPort } from './rebuild-port.ts';

/** What a thread that is started a second later may not meet again. */
const PASSING: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EBUSY']);

type Places = Pick<RebuildSettings, 'served' | 'outDir' | 'stateDir'>;

/**
 * Reads what is served from where the server has loaded it, of whatever format. Where that is not
 * there any more, or another release has taken its place, everything is made anew. Throws where the
 * system has not enough of something just now.
 */
export function readServed(
  { served, outDir, stateDir }: Places,
  port: RebuildPort,
): ReleaseOnDisk | undefined {
  if (!served) return undefined;
  if (served.from === 'memory') return served.release;
  try {
    const tell = (message: string) => port.log('warn', message);
    const found =
      served.from === 'store' ? ReleaseStore.read(stateDir, tell) : readReleaseFolder(outDir);
    return found?.manifest.ordinal === served.ordinal ? found : undefined;
  } catch (error) {
    if (PASSING.has(systemCodeOf(error) ?? '')) throw error;
    // Replaced while it was read: that is no fault, and there is another to come.
    const isReplaced = served.from === 'folder' && ordinalIn(outDir) !== served.ordinal;
    if (isReplaced) return undefined;
    port.log('warn', 'what is served cannot be read again', {
      cause: String(error),
    });
    return undefined;
  }
}

function ordinalIn(outDir: string): number | undefined {
  try {
    return readDataManifest(outDir)?.ordinal;
  } catch {
    return undefined;
  }
}
