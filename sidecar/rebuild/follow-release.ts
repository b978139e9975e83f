import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { artifactAt } from '#artifacts/catalog.ts';
import type { Manifest } from '#artifacts/manifest.ts';
import { readCorpus } from '#query/corpus.ts';
import { readSearchDocuments } from '#query/read-search-documents.ts';
import { buildSearchIndex } from '#query/search-index/build-search-index.ts';
import { DATASET_FILE } from '#release/dataset-file.ts';
import { readManifest } from '#release/manifest-file.ts';
import { openPack, type Pack } from '#release/pack.ts';
import type { PackedFile } from '#release/packed-file.ts';
import { readWhole } from '#release/read-pack.ts';
import { isSameProgram, releaseKeyOf } from '#release/release-key.ts';
import { writePack } from '#release/write-pack.ts';
import { PackStore } from '../release/pack-store.ts';
import { readBodies } from '../release/read-bodies.ts';
import { describeFault } from './describe-fault.ts';
import type { RebuildSettings } from './messages.ts';
import type { RebuildPort } from './rebuild-port.ts';
import { datasetOf } from './served-now.ts';
import { watchRelease } from './watch/watch-release.ts';

/** Serves, release after release, what is built elsewhere and put into OUT_DIR. */
export async function followRelease(
  settings: RebuildSettings,
  port: RebuildPort,
  signal: AbortSignal,
): Promise<void> {
  const follower = new ReleaseFollower(settings, port);
  const report = async (): Promise<void> => {
    try {
      await follower.take();
    } catch (error) {
      port.post({ type: 'failed', ...describeFault(error, settings.stateDir) });
      throw error;
    }
  };
  const watch = await watchRelease(settings.outDir, report, {
    warn: (message) => port.log('warn', message),
    reportsFirst: true,
  });
  if (!settings.served && !follower.hasTaken) {
    port.log('info', `waiting for a release in ${settings.outDir}`);
  }
  if (!signal.aborted) await once(signal, 'abort');
  await watch.close();
}

class ReleaseFollower {
  readonly #settings: RebuildSettings;
  readonly #port: RebuildPort;
  readonly #store: PackStore;
  #ordinal: number;

  constructor(settings: RebuildSettings, port: RebuildPort) {
    this.#settings = settings;
    this.#port = port;
    this.#store = new PackStore(settings.stateDir);
    this.#store.clearLeftovers(port.log);
    this.#ordinal = settings.after;
  }

  get hasTaken(): boolean {
    return this.#ordinal > this.#settings.after;
  }

  /** Takes over the data in OUT_DIR if they are newer. Throws where they are not whole. */
  async take(): Promise<void> {
    const { outDir, baseUrl } = this.#settings;
    const manifest = readManifest(outDir);
    if (!manifest || manifest.ordinal <= this.#ordinal) return;
    if (!isSameProgram(manifest.key, releaseKeyOf([], baseUrl))) {
      this.#refuse(manifest);
      return;
    }
    this.#port.post({ type: 'started' });
    const pack = await this.#storePack(manifest);
    this.#ordinal = manifest.ordinal;
    this.#post(manifest, pack);
    this.#port.post({ type: 'current' });
    this.#store.clear(new Set(), this.#port.log);
  }

  /** Every file is read and held against its ETag before anything is served. */
  async #storePack({ ordinal, key, entries }: Manifest): Promise<Pack> {
    const { outDir } = this.#settings;
    const files = entries
      .filter(({ path }) => artifactAt(path))
      .map((entry): PackedFile => ({ entry, bodies: readBodies(outDir, entry) }));
    this.#store.make();
    const file = this.#store.fileOf(ordinal);
    const stored = join(outDir, DATASET_FILE);
    const members: Record<string, Uint8Array> = existsSync(stored)
      ? { [DATASET_FILE]: readFileSync(stored) }
      : {};
    await writePack(file, { meta: { ordinal, key }, members, files });
    return openPack(await readWhole(file));
  }

  #post({ ordinal, key }: Manifest, pack: Pack): void {
    const { technicians, removed } = datasetOf(pack);
    const reviewsJson = pack.get('/reviews.json')?.bodies.identity ?? Buffer.alloc(0);
    this.#port.post({
      type: 'data',
      ordinal,
      key,
      files: pack.paths().flatMap((path) => pack.get(path) ?? []),
      corpus: readCorpus(reviewsJson),
      removed,
      technicians: technicians.map(({ id, name, aliases }) => ({ id, name, aliases })),
      search: { index: buildSearchIndex(readSearchDocuments(reviewsJson)) },
    });
  }

  #refuse({ key }: Manifest): void {
    const { outDir, baseUrl } = this.#settings;
    const reason =
      key.baseUrl === baseUrl
        ? 'was made by another version of this program; install the same version here and there'
        : `was made for ${key.baseUrl}; set BASE_URL to that, or build it for ${baseUrl}`;
    const line = `The release in ${outDir} ${reason}. What was served before stays.`;
    this.#port.post({ type: 'failed', code: 'RELEASE_UNUSABLE', count: 1, lines: [line] });
  }
}
