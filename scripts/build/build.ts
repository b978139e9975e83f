/**
 * Builds a release into a folder: `npm run build`. Data files are rendered and encoded here, pages
 * and views in threads (page-threads.ts, page-worker.ts); all are written beside the existing
 * release, which the new one replaces once it is complete.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { checkDraft } from '#dataset/check/check-content.ts';
import type { ContentProblem } from '#dataset/content-problem.ts';
import type { Dataset, Origins } from '#dataset/dataset.ts';
import { parseContent } from '#dataset/read/parse-content.ts';
import { readContent } from '#dataset/read/read-content.ts';
import { isSystemFault } from '#dataset/system-fault.ts';
import { addCodings, type Build, build, createReader, lacksCodings } from '#release/build.ts';
import { knownBy } from '#release/known-reviews.ts';
import { type LoadedRelease, load } from '#release/load.ts';
import {
  createManifest,
  DATASET_FILE,
  type Manifest,
  type ManifestEntry,
  PUBLIC_FOLDER,
  readManifest,
  writeManifest,
} from '#release/manifest.ts';
import { pathsOfReview } from '#release/page-addresses.ts';
import { type EncodedFile, writePublicFile } from '#release/release.ts';
import { releaseKeyOf } from '#release/release-key.ts';
import { serializeDataset } from '#release/stored-dataset.ts';
import {
  describeVanished,
  findVanished,
  PUBLISHED_FILE,
  readPublished,
  type StatedReviews,
  serializePublished,
  statedReviewsOf,
} from '#release/vanished-reviews.ts';
import { strongEtag } from '#search/corpus/pieces.ts';
import { namesOf } from '#search/question/names.ts';
import { findVanishedAddresses } from '#views/vanished-addresses.ts';
import type { RawHeaders } from '../../sidecar/http/headers.ts';
import { encodeAssets } from '../../sidecar/render/bundle.ts';
import type { Bundle } from '../../sidecar/render/bundle-folder.ts';
import { writeHostFiles } from './hosts/hosts.ts';
import {
  clearLeftovers,
  keepOthers,
  makeParentFolder,
  putInPlace,
  ReleaseFolderError,
  refuseForeignFolder,
} from './out-folder.ts';
import { type PageSettings, PageThreads, type ReleaseParts } from './page-threads.ts';
import { writeFormats } from './write-formats.ts';

type Settings = Origins & {
  readonly contentDir: string;
  readonly outDir: string;
  readonly stateDir: string;
  /** True to leave out the other forms of pages, such as Markdown. */
  readonly isHtmlOnly: boolean;
  /** True if any number of the reviews in `outDir` may vanish. */
  readonly isConfirmed: boolean;
  /** Releases elsewhere that this one may follow. */
  readonly earlier: readonly (Manifest | undefined)[];
  /** Headers of every answer. */
  readonly headers: RawHeaders;
  /** Returns the bundle of the pages, which is made if there is none. */
  readonly bundle: () => Promise<Bundle>;
};

/**
 * Builds a release beside `outDir` and renames it into place, so that it is never seen half-built:
 * data files, pages, views, tables, and files that pages name, each with its compressed variants,
 * as the service would serve them. Invalid content throws a ContentError before anything is
 * written.
 */
export async function buildRelease(settings: Settings): Promise<{
  readonly dataset: Dataset;
  readonly warnings: readonly ContentProblem[];
  readonly files: number;
}> {
  const outDir = resolve(settings.outDir);
  makeParentFolder(outDir);
  await clearLeftovers(outDir);
  refuseForeignFolder(outDir);
  const { contentDir, baseUrl, sidecarUrl } = settings;
  const origins = { baseUrl, sidecarUrl };
  const bundle = await settings.bundle();

  const building = `${outDir}.building-${process.pid}`;
  try {
    // Inside: if a page fails, the others end before the folder that they write into is removed.
    await using pages = new PageThreads(bundle.entry);
    const { files: content, problems } = readContent(contentDir);
    const draft = parseContent(content, problems);
    const stated = statedReviewsOf(draft);
    if (stated && !settings.isConfirmed) refuseVanished(outDir, contentDir, stated);
    const checked = checkDraft(draft);
    const key = releaseKeyOf(content, origins);
    const before = loadBefore(outDir);
    const replaced = readManifest(outDir);
    const earlier = [replaced, ...settings.earlier].filter((one) => one !== undefined);
    const [previous] = earlier.toSorted((a, b) => b.ordinal - a.ordinal);
    const { ordinal: after = 0, entries: dated = [] } = previous ?? {};
    const reader = createReader(before && knownBy(before));
    const now = new Date();
    const built = await build(checked.content, before, { ...origins, reader, after, now, dated });
    const { dataset, ordinal, log, blocks, digests } = built;
    const { removed } = dataset;
    const entries = await writeFiles(built, {
      isHtmlOnly: settings.isHtmlOnly,
      bundle,
      pages,
      folder: join(building, PUBLIC_FOLDER),
      previous: new Map(previous?.entries.map((entry) => [entry.path, entry])),
      now,
    });
    const published = serializePublished(outDir, contentDir, dataset);
    await writeFile(join(building, PUBLISHED_FILE), published);
    const stored = serializeDataset(dataset, blocks, digests());
    await writeFile(join(building, DATASET_FILE), stored);
    const manifest = createManifest({
      ordinal,
      key,
      removed: removed.map(({ id }) => id),
      vanished: findVanishedAddresses(
        earlier.flatMap((one) => [...pathsIn(one.entries), ...one.vanished]),
        [...pathsIn(entries), ...removed.flatMap(({ id }) => pathsOfReview(id))],
      ),
      dataset: strongEtag(stored),
      entries,
      log,
    });
    writeManifest(building, manifest);
    const { headers } = settings;
    writeHostFiles(building, manifest, { ...origins, built, headers, before: replaced });
    keepOthers(outDir, building);
    await putInPlace(building, outDir);
    return { dataset, warnings: checked.warnings, files: entries.length };
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/** Keeps a build from publishing the loss of a folder. */
function refuseVanished(outDir: string, contentDir: string, stated: StatedReviews): void {
  const before = readPublished(outDir, contentDir);
  if (!before || before.isOther || before.business !== stated.business.name) return;
  const vanished = findVanished(new Set(before.reviews), stated);
  if (!vanished) return;
  const reason = describeVanished(vanished, 'npm run build -- --confirm');
  throw new ReleaseFolderError(`The release in ${outDir} stays: ${reason}`);
}

const pathsIn = (entries: readonly ManifestEntry[]) => entries.map(({ path }) => path);

type Files = Omit<PageSettings, keyof ReleaseParts | 'index'> & {
  readonly bundle: Bundle;
  readonly pages: PageThreads;
};

async function writeFiles(
  { dataset, corpus, index, files: bare }: Build,
  { bundle, pages, ...places }: Files,
): Promise<ManifestEntry[]> {
  const { folder, previous, now } = places;
  const write = (file: EncodedFile) => writePublicFile(folder, file);
  const { baseUrl, sidecarUrl, removed } = dataset;
  const assets = new Map(bundle.assets);
  // An example for subscribers of the hub.
  if (sidecarUrl === undefined) assets.delete('/examples/subscriber.js');
  // The pages of reviews need no data file: these are encoded meanwhile.
  const data = Promise.all(bare.map((file) => (lacksCodings(file) ? addCodings(file) : file)));
  const release = { baseUrl, sidecarUrl, corpus, removed, names: namesOf(dataset) };
  // They hold up this thread, and pages wait for the data files.
  const formats = data.then(() => writeFormats(release, places));
  const figures = formats.then((made) => made.figures);
  // It is awaited later than the formats, which may fail as well.
  figures.catch(() => {});
  const rendered = pages.build({ ...release, ...places, index: index() }, data, figures);
  const written = await Promise.all([
    rendered,
    data.then((files) => files.map(write)),
    formats.then((made) => made.entries),
    encodeAssets(assets, previous, now).then((files) => files.map(write)),
  ]);
  return written.flat().sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns the previous release of a folder; undefined if this program cannot read it. */
function loadBefore(outDir: string): LoadedRelease | undefined {
  try {
    return load(outDir);
  } catch (error) {
    if (isSystemFault(error)) throw error;
    return undefined;
  }
}
