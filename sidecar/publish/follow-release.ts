import { once } from 'node:events';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { BrokenReleaseError, type LoadedRelease, load } from '#release/load.ts';
import { FORMAT, MANIFEST_FILE, type Manifest, readDataManifest } from '#release/manifest.ts';
import { describeFault } from './describe-fault.ts';
import {
  type Failure,
  type PublisherPort,
  type PublisherSettings,
  toDataMessage,
  UNUSABLE,
} from './messages.ts';
import type { Stored } from './store/load-stored.ts';
import { KEEP_UP_MS, ReleaseKeeper } from './store/release-keeper.ts';
import { identifyFile } from './watch/identify-file.ts';
import type { Watch } from './watch/watcher.ts';

/** Maximum wait between tries while a release is being copied. */
const MAX_RETRY_MS = 5_000;

/** Publishes each release that is built elsewhere and copied into OUT_DIR. */
export async function followRelease(
  settings: PublisherSettings,
  stored: Stored,
  port: PublisherPort,
  signal: AbortSignal,
): Promise<void> {
  const { outDir, stateDir, lock } = settings;
  const keeper = new ReleaseKeeper({ stateDir, lock, port, isReplica: true });
  let { after } = stored;
  /** Publishes what is in OUT_DIR if it is newer. Faults are reported, and retried. */
  const take = () => {
    try {
      after = takeNewer(settings, after, port);
    } catch (error) {
      port.post({ type: 'failed', ...describe(error, outDir) });
    }
  };
  const queue = pLimit(1);
  const report = () => queue(take);
  port.onRetry(() => void report());
  const watch = watchRelease(outDir, report);
  keeper.keepUp();
  const upkeep = setInterval(() => keeper.keepUp(), KEEP_UP_MS);
  if (after === 0) port.log('info', `waiting for a release in ${outDir}`);
  if (!signal.aborted) await once(signal, 'abort');
  clearInterval(upkeep);
  await watch.close();
  await queue(() => {});
}

/** How often the manifest is looked at. */
const POLL_MS = 250;

/**
 * Reports the release in a folder, and each new one, once its manifest, which is written last, is the
 * same at two looks. A release that is missing for now is no report. `report` must not reject.
 */
export function watchRelease(outDir: string, report: () => Promise<void>): Watch {
  const manifest = join(outDir, MANIFEST_FILE);
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

/** Returns the ordinal of what is served from then on. */
function takeNewer(
  { outDir, baseUrl }: PublisherSettings,
  after: number,
  port: PublisherPort,
): number {
  const manifest = read(() => readDataManifest(outDir));
  if (!manifest || manifest.ordinal <= after) {
    port.post({ type: 'current' });
    return after;
  }
  if (manifest.key.baseUrl !== baseUrl || manifest.format !== FORMAT) {
    const line = describeForeign(manifest, { outDir, baseUrl });
    port.post({ type: 'failed', code: 'RELEASE_UNUSABLE', count: 1, lines: [line] });
    return after;
  }
  port.post({ type: 'started' });
  const release: LoadedRelease = read(() => load(outDir, manifest));
  port.post(toDataMessage(release.manifest, release, release.index()));
  port.post({ type: 'current' });
  return release.ordinal;
}

/** Faults of the system here are of OUT_DIR. */
function read<Result>(from: () => Result): Result {
  try {
    return from();
  } catch (cause) {
    if (cause instanceof BrokenReleaseError || !(cause instanceof Error)) throw cause;
    throw new BrokenReleaseError(`it cannot be read (${cause.message}).`, { cause });
  }
}

function describeForeign(
  { key, version, format }: Manifest,
  { outDir, baseUrl }: Pick<PublisherSettings, 'outDir' | 'baseUrl'>,
): string {
  const remedy =
    format > FORMAT
      ? `upgrade this service to ${version}`
      : 'build it again with the version of this service';
  const reason =
    key.baseUrl === baseUrl
      ? `was made by ${version} in format ${format}, and this version reads format ${FORMAT}; ${remedy}`
      : `was made for ${key.baseUrl}; set BASE_URL to that, or build it for ${baseUrl}`;
  return `The release in ${outDir} ${reason}. What was served before stays.`;
}

function describe(error: unknown, outDir: string): Failure {
  if (!(error instanceof BrokenReleaseError)) return describeFault(error);
  // Most likely it is being copied.
  const line = `The release in ${outDir} is not whole: ${error.message} What was served before stays.`;
  const code = 'RELEASE_UNUSABLE';
  const why = { code, reason: 'it is not whole', mostMs: MAX_RETRY_MS };
  return { code, count: 1, lines: [line], fault: { kind: 'rebuild', what: UNUSABLE, ...why } };
}
