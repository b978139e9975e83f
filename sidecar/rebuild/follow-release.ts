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
import { openPack, type PackedFile } from '#release/pack.ts';
import { readWhole } from '#release/read-pack.ts';
import { isSameProgram, releaseKeyOf } from '#release/release-key.ts';
import { writePack } from '#release/write-pack.ts';
import { PackStore } from '../release/pack-store.ts';
import { idsIn, pageLagOf } from '../release/page-lag.ts';
import { createPageSet } from '../release/page-set.ts';
import { readBodies } from '../release/read-bodies.ts';
import { describeFault } from './describe-fault.ts';
import type { RebuildSettings } from './messages.ts';
import type { RebuildPort } from './rebuild-port.ts';
import { datasetOf, readServed, type ShownPages } from './served-now.ts';
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
  #pages: ShownPages | undefined;

  constructor(settings: RebuildSettings, port: RebuildPort) {
    const { served, stateDir, after } = settings;
    this.#settings = settings;
    this.#port = port;
    this.#store = new PackStore(stateDir);
    this.#store.clearLeftovers();
    this.#ordinal = after;
    this.#pages = readServed(served, port).pages;
  }

  get hasTaken(): boolean {
    return this.#ordinal > this.#settings.after;
  }

  /** Takes over the release in OUT_DIR if it is newer. Throws where it is not whole. */
  async take(): Promise<void> {
    const { outDir, baseUrl } = this.#settings;
    const manifest = readManifest(outDir);
    if (!manifest || manifest.ordinal < this.#ordinal) return;
    if (manifest.ordinal === this.#ordinal && this.#pages?.ordinal === this.#ordinal) return;
    if (!isSameProgram(manifest.key, releaseKeyOf([], baseUrl))) {
      this.#refuse(manifest);
      return;
    }
    this.#port.post({ type: 'started' });
    const [data, pages] = await this.#storePacks(manifest);
    this.#ordinal = manifest.ordinal;
    this.#postData(manifest, data);
    this.#postPages(pages, data);
    this.#port.post({ type: 'pages-current' });
    this.#port.post({ type: 'current' });
    this.#store.clear(new Set(), this.#port.log);
  }

  /** Every file is read and held against its ETag before anything is served. */
  async #storePacks({ ordinal, key, entries }: Manifest) {
    const { outDir } = this.#settings;
    function* filesWhere(isWanted: (path: string) => boolean): Generator<PackedFile> {
      for (const entry of entries) {
        if (isWanted(entry.path)) yield { entry, bodies: readBodies(outDir, entry) };
      }
    }
    this.#store.make();
    const isData = (path: string) => artifactAt(path) !== undefined;
    const [data, pages] = [
      this.#store.fileOf('data', ordinal),
      this.#store.fileOf('pages', ordinal),
    ];
    const stored = join(outDir, DATASET_FILE);
    const members: Record<string, Uint8Array> = existsSync(stored)
      ? { [DATASET_FILE]: readFileSync(stored) }
      : {};
    const meta = { ordinal, key };
    await writePack(pages, { meta, files: filesWhere((path) => !isData(path)) });
    await writePack(data, { meta, members, files: filesWhere(isData) });
    return [await readWhole(data), await readWhole(pages)] as const;
  }

  #postData({ ordinal, key }: Manifest, bytes: Uint8Array): void {
    const pack = openPack(bytes);
    const dataset = datasetOf(pack);
    const files = pack.paths().flatMap((path) => pack.get(path) ?? []);
    const reviewsJson = pack.get('/reviews.json')?.bodies.identity ?? Buffer.alloc(0);
    const corpus = readCorpus(reviewsJson);
    const { technicians, removed } = dataset;
    this.#port.post({
      type: 'data',
      ordinal,
      key,
      files,
      corpus,
      removed,
      technicians: technicians.map(({ id, name, aliases }) => ({ id, name, aliases })),
      search: { index: buildSearchIndex(readSearchDocuments(reviewsJson)) },
      lag: pageLagOf(this.#pages?.ids ?? new Set(), idsIn(corpus)),
      pagesOrdinal: this.#pages?.ordinal,
    });
  }

  #postPages(bytes: Uint8Array<ArrayBuffer>, data: Uint8Array): void {
    const pages = createPageSet(openPack(bytes), '');
    const { ordinal, key } = pages;
    this.#pages = { ordinal, key, ids: pages.ids(), file: undefined };
    const reviews = datasetOf(openPack(data)).reviews.map(({ id }) => id);
    this.#port.post({ type: 'pages', pack: bytes, lag: pageLagOf(pages.ids(), reviews) });
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
