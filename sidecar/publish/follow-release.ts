import { once } from 'node:events';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { systemCodeOf } from '#dataset/system-fault.ts';
import { BrokenReleaseError, load } from '#release/load.ts';
import { FORMAT, MANIFEST_FILE, type Manifest, readDataManifest } from '#release/manifest.ts';
import { describeOtherSite } from '#release/release-key.ts';
import { describeFault } from './describe-fault.ts';
import {
  type Failure,
  type PublisherPort,
  type PublisherSettings,
  toDataMessage,
  UNUSABLE,
} from './messages.ts';
import type { Stored } from './store/load-stored.ts';
import { PERSIST_MS, ReleaseKeeper } from './store/release-keeper.ts';
import { pollFile } from './watch/identify-file.ts';

/** Maximum wait between attempts while a release is being copied. */
const MAX_RETRY_MS = 5_000;
/** The interval at which the manifest is checked. */
const POLL_MS = 250;

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
  /** Publishes the release in OUT_DIR if it is newer. Faults are reported and retried. */
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
  // Written last, so that a release is whole once it is there.
  const endPolling = pollFile(join(outDir, MANIFEST_FILE), POLL_MS, report);
  keeper.persist();
  const upkeep = setInterval(() => keeper.persist(), PERSIST_MS);
  if (after === 0) port.log('info', `waiting for a release in ${outDir}`);
  if (!signal.aborted) await once(signal, 'abort');
  clearInterval(upkeep);
  endPolling();
  await queue(() => {});
}

/** Returns the ordinal of the release that is served from then on. */
function takeNewer(settings: PublisherSettings, after: number, port: PublisherPort): number {
  const { outDir } = settings;
  const manifest = readDataManifest(outDir);
  if (!manifest || manifest.ordinal <= after) {
    port.post({ type: 'current' });
    return after;
  }
  const foreign = describeForeign(manifest, settings);
  if (foreign !== undefined) {
    const line = `The release in ${outDir} ${foreign}. The release served before stays.`;
    port.post({ type: 'failed', code: 'RELEASE_UNUSABLE', count: 1, lines: [line] });
    return after;
  }
  port.post({ type: 'started' });
  const release = load(outDir, manifest);
  port.post(toDataMessage(release.manifest, release, release.index()));
  port.post({ type: 'current' });
  return release.ordinal;
}

/** Describes a release that this service cannot serve, and the remedy; undefined if it can. */
function describeForeign(
  { key, version, format }: Manifest,
  origins: PublisherSettings,
): string | undefined {
  const other = describeOtherSite(key, origins);
  if (other) return `${other.reason}; ${other.remedy}`;
  if (format === FORMAT) return undefined;
  const remedy =
    format > FORMAT
      ? `upgrade this service to ${version}`
      : 'rebuild it with the version of this service';
  return `was made by ${version} in format ${format}, and this version reads format ${FORMAT}; ${remedy}`;
}

function describe(error: unknown, outDir: string): Failure {
  const isOfFolder = error instanceof BrokenReleaseError || systemCodeOf(error) !== undefined;
  if (!(error instanceof Error && isOfFolder)) return describeFault(error);
  // Most likely it is being copied.
  const line = `The release in ${outDir} is incomplete: ${error.message} The release served before stays.`;
  const code = 'RELEASE_UNUSABLE';
  const why = { code, reason: 'it is incomplete', mostMs: MAX_RETRY_MS };
  return { code, count: 1, lines: [line], fault: { kind: 'rebuild', what: UNUSABLE, ...why } };
}
