import { once } from 'node:events';
import type { Dataset } from '#dataset/dataset.ts';
import { FORMAT, type Manifest, readKeptLog } from '#release/manifest.ts';
import { BrokenReleaseError, type ReleaseOnDisk } from '#release/release.ts';
import { readDataset } from '#release/stored-dataset.ts';
import { type KeptLog, toChangeLog } from '#search/changes/kept-log.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { indexReviews } from '#search/index/index-documents.ts';
import { readDataManifest, readReleaseFolder } from '../release/read-release-folder.ts';
import { SerialQueue } from '../serial-queue.ts';
import type { StorableRelease } from '../store/store.ts';
import { toStorable } from '../store/write-release.ts';
import { describeFault } from './describe-fault.ts';
import { createKeeper, type ReleaseKeeper } from './keep/release-keeper.ts';
import { type RebuildPort, type RebuildSettings, toDataMessage, UNUSABLE } from './messages.ts';
import { watchRelease } from './watch/watch-release.ts';

/** Publishes each release that is built elsewhere and copied into OUT_DIR. */
export async function followRelease(
  settings: RebuildSettings,
  port: RebuildPort,
  signal: AbortSignal,
): Promise<void> {
  const follower = new ReleaseFollower(settings, port);
  const queue = new SerialQueue();
  const report = () => queue.run(() => follower.take());
  port.onRetry(() => void report());
  const watch = watchRelease(settings.outDir, report);
  if (!settings.served && !follower.hasTaken) {
    port.log('info', `waiting for a release in ${settings.outDir}`);
  }
  if (!signal.aborted) await once(signal, 'abort');
  await watch.close();
  await queue.run(() => follower.close());
}

/** Maximum wait between tries while a release is being copied. */
const MAX_RETRY_MS = 5_000;

class ReleaseFollower {
  readonly #settings: RebuildSettings;
  readonly #port: RebuildPort;
  readonly #keeper: ReleaseKeeper;
  #ordinal: number;

  constructor(settings: RebuildSettings, port: RebuildPort) {
    this.#settings = settings;
    this.#port = port;
    this.#keeper = createKeeper(settings, port);
    this.#ordinal = settings.after;
    this.#keepServed();
  }

  get hasTaken(): boolean {
    return this.#ordinal > this.#settings.after;
  }

  /** Publishes the data in OUT_DIR if they are newer. Faults are reported, and retried. */
  async take(): Promise<void> {
    try {
      this.#takeNewer();
      if (this.#keeper.isBehind) this.#keeper.catchUp();
      this.#port.post({ type: 'kept' });
    } catch (error) {
      this.#port.post({ type: 'failed', ...this.#describe(error) });
    }
  }

  close(): void {
    this.#keeper.close();
  }

  /** Stores what is served from the folder, for a start that finds something else there. */
  #keepServed(): void {
    const { served } = this.#settings;
    if (!served || served.from === 'store' || served.release.manifest.format !== FORMAT) return;
    const { release, log } = served;
    try {
      this.#keeper.storeOrOwe(this.#toStorable(release, readDataset(release), log));
    } catch (error) {
      this.#port.log('warn', 'what is served cannot be stored', { cause: String(error) });
    }
  }

  #takeNewer(): void {
    const { outDir, baseUrl } = this.#settings;
    const manifest = this.#read(() => readDataManifest(outDir));
    if (!manifest || manifest.ordinal <= this.#ordinal) {
      this.#port.post({ type: 'current' });
      return;
    }
    if (manifest.key.baseUrl !== baseUrl || manifest.format !== FORMAT) {
      this.#refuse(manifest);
      return;
    }
    this.#port.post({ type: 'started' });
    // Every file is checked against its entity tag.
    const release = this.#read(() => readReleaseFolder(outDir));
    this.#publish(release, readDataset(release));
    this.#port.post({ type: 'current' });
  }

  /** Faults of the system here are of OUT_DIR, not of the release store. */
  #read<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (cause) {
      if (cause instanceof BrokenReleaseError || !(cause instanceof Error)) throw cause;
      throw new BrokenReleaseError(`it cannot be read (${cause.message}).`, { cause });
    }
  }

  #publish(release: ReleaseOnDisk, dataset: Dataset): void {
    const storable = this.#toStorable(release, dataset);
    // Where storing fails, it is published all the same, since it may be a takedown, and stored later.
    this.#keeper.storeOrOwe(storable);
    this.#ordinal = storable.manifest.ordinal;
    const index = buildSearchIndex([indexReviews(dataset)]);
    const changes = toChangeLog(storable.log);
    this.#port.post(toDataMessage(dataset, storable, { index, changes }));
  }

  /**
   * With the change log that readers have of it, or that of the build; one begins where that has left
   * none. What an earlier thread has begun is stored.
   */
  #toStorable(release: ReleaseOnDisk, dataset: Dataset, served?: KeptLog): StorableRelease {
    const { ordinal } = release.manifest;
    const log =
      served ??
      this.#read(() => readKeptLog(this.#settings.outDir, ordinal)) ??
      this.#keeper.readLog(ordinal, this.#port.now());
    return toStorable(release, log, dataset);
  }

  #refuse({ key, version, format }: Manifest): void {
    const { outDir, baseUrl } = this.#settings;
    const remedy =
      format > FORMAT
        ? `upgrade this service to ${version}`
        : 'build it again with the version of this service';
    const reason =
      key.baseUrl === baseUrl
        ? `was made by ${version} in format ${format}, and this version reads format ${FORMAT}; ${remedy}`
        : `was made for ${key.baseUrl}; set BASE_URL to that, or build it for ${baseUrl}`;
    const line = `The release in ${outDir} ${reason}. What was served before stays.`;
    this.#port.post({ type: 'failed', code: 'RELEASE_UNUSABLE', count: 1, lines: [line] });
  }

  #describe(error: unknown) {
    const { outDir, stateDir } = this.#settings;
    if (!(error instanceof BrokenReleaseError)) return describeFault(error, stateDir);
    // Most likely it is being copied.
    const line = `The release in ${outDir} is not whole: ${error.message} What was served before stays.`;
    const code = 'RELEASE_UNUSABLE';
    const why = { code, reason: 'it is not whole', mostMs: MAX_RETRY_MS };
    const fault = { kind: 'rebuild', what: UNUSABLE, ...why } as const;
    return { code, count: 1, lines: [line], fault } as const;
  }
}
