import { once } from 'node:events';
import { type AnyManifest, FORMAT } from '#artifacts/manifest.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { SerialQueue } from '#dataset/serial-queue.ts';
import { BrokenReleaseError, datasetOf, type ReleaseOnDisk } from '#release/release.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { documentOf } from '#search/search.ts';
import { readDataManifest, readReleaseFolder } from '../release/read-release-folder.ts';
import { toStorable } from '../store/storable-release.ts';
import { describeFault } from './describe-fault.ts';
import type { RebuildPort } from './messages.ts';
import { type RebuildSettings, toDataMessage, UNUSABLE } from './messages.ts';
import { createKeeper, type ReleaseKeeper } from './release-keeper.ts';
import { watchRelease } from './watch/watch-release.ts';

/** Serves, release after release, what is built elsewhere and put into OUT_DIR. */
export async function followRelease(
  settings: RebuildSettings,
  port: RebuildPort,
  signal: AbortSignal,
): Promise<void> {
  const follower = new ReleaseFollower(settings, port);
  const queue = new SerialQueue();
  const report = () => queue.run(() => follower.take());
  port.onRetry(() => void report());
  const watch = await watchRelease(settings.outDir, report, {
    warn: (message) => port.log('warn', message),
    reportsFirst: true,
  });
  if (!settings.served && !follower.hasTaken) {
    port.log('info', `waiting for a release in ${settings.outDir}`);
  }
  if (!signal.aborted) await once(signal, 'abort');
  await watch.close();
  await queue.run(() => follower.close());
}

/** What is being copied is looked at again after so long, however long the copying takes. */
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

  /** Takes over the data in OUT_DIR if they are newer. What fails is told, and tried again. */
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

  /** What is served from elsewhere is stored, for a start that finds something else there. */
  #keepServed(): void {
    const { served } = this.#settings;
    if (!served || served.from === 'store' || served.release.manifest.format !== FORMAT) return;
    try {
      this.#keeper.storeOrOwe(toStorable(served.release));
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
    // Every byte is held against its tag.
    const release = this.#read(() => readReleaseFolder(outDir));
    this.#publish(release, datasetOf(release));
    this.#port.post({ type: 'current' });
  }

  /** Where the system fails, it does at this folder, and not at the one in which releases are stored. */
  #read<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (cause) {
      if (cause instanceof BrokenReleaseError || !(cause instanceof Error)) throw cause;
      throw new BrokenReleaseError(`it cannot be read (${cause.message}).`, { cause });
    }
  }

  #publish(release: ReleaseOnDisk, dataset: Dataset): void {
    const storable = toStorable(release, dataset.reviews);
    // Also where that fails: a takedown may be in it. It is stored when that is possible.
    this.#keeper.storeOrOwe(storable);
    this.#ordinal = storable.manifest.ordinal;
    const index = buildSearchIndex(dataset.reviews.map(documentOf));
    this.#port.post(toDataMessage(dataset, storable, { index }));
  }

  #refuse({ key, version, format }: AnyManifest): void {
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
    // It is being copied, most likely.
    const line = `The release in ${outDir} is not whole: ${error.message} What was served before stays.`;
    return {
      code: 'RELEASE_UNUSABLE',
      count: 1,
      lines: [line],
      fault: {
        kind: 'rebuild',
        what: UNUSABLE,
        code: 'RELEASE_UNUSABLE',
        reason: 'it is not whole',
        mostMs: MAX_RETRY_MS,
      },
    } as const;
  }
}
