import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { artifactAt, CATALOG } from '#artifacts/catalog.ts';
import {
  lastModifiedOf,
  type Manifest,
  type ManifestEntry,
  nextOrdinal,
} from '#artifacts/manifest.ts';
import { isCompressible, mediaTypeOf } from '#artifacts/media-types.ts';
import { renderArtifact } from '#artifacts/render-artifact.ts';
import { CODING_SUFFIX, REPRESENTATIONS, seal, type Variants } from '#artifacts/seal.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import { checkContent } from '#dataset/load-content.ts';
import { createAnnotator } from '#insights/annotate-review.ts';
import { deriveInsights } from '#insights/insights.ts';
import { readCorpus } from '#query/corpus.ts';
import { readSearchDocuments } from '#query/read-search-documents.ts';
import { buildSearchIndex } from '#query/search-index/build-search-index.ts';
import { SearchIndex } from '#query/search-index/search-index.ts';
import { PUBLIC_FOLDER, writeManifest } from '#release/manifest-file.ts';
import { releaseKeyOf } from '#release/release-key.ts';
import { preparePublishedFile } from '../../sidecar/http/published-file.ts';
import { createPageSetOfFiles } from '../../sidecar/release/page-set.ts';
import { createRelease, type Release } from '../../sidecar/release/release.ts';
import { NO_LAG } from '../../sidecar/release/release-files.ts';
import { type Files, filesOf } from './content-files.ts';
import { SAMPLE_CONTENT } from './sample-content.ts';

/** The origin of releases that tests make: no name that resolves. */
export const BASE_URL = 'http://reviews.test:8787';

/** A release made in memory, with all that a folder of it would hold. */
export type MadeRelease = {
  readonly release: Release;
  readonly manifest: Manifest;
  readonly dataset: Dataset;
  readonly sealed: readonly Sealed[];
};

type Sealed = { readonly entry: ManifestEntry; readonly variants: Variants };
type Source = { readonly path: string; readonly mediaType: string; readonly bytes: Uint8Array };

type Settings = {
  readonly baseUrl?: string;
  /** The release before, for ordinals and Last-Modified. */
  readonly previous?: Manifest;
  readonly now?: Date;
};

/** Makes a release of content without Astro: all artifacts, and a tiny page where pages stand. */
export async function makeRelease(
  content: Files = SAMPLE_CONTENT,
  { baseUrl = BASE_URL, previous, now = new Date('2026-11-20T08:00:00Z') }: Settings = {},
): Promise<MadeRelease> {
  const files = filesOf(content);
  const dataset = createDataset(checkContent(files).content, baseUrl, createAnnotator());
  const before = new Map(previous?.entries.map((entry) => [entry.path, entry]));
  const sealed = await Promise.all(
    sourcesOf(dataset).map((source) => sealSource(source, before.get(source.path), now)),
  );
  const manifest: Manifest = {
    manifestVersion: 1,
    ordinal: nextOrdinal(previous?.ordinal, now),
    key: releaseKeyOf(files, baseUrl),
    entries: sealed.map(({ entry }) => entry),
  };
  const reviewsJson = bytesAt(sealed, '/reviews.json');
  const prepared = sealed.map(({ entry, variants }) =>
    preparePublishedFile(entry, bodiesOf(variants), baseUrl),
  );
  const isData = ({ path }: { readonly path: string }) => artifactAt(path) !== undefined;
  const index = new SearchIndex(buildSearchIndex(readSearchDocuments(reviewsJson)));
  const release = createRelease({
    ordinal: manifest.ordinal,
    key: manifest.key,
    data: prepared.filter(isData),
    pages: createPageSetOfFiles(
      manifest,
      prepared.filter((file) => !isData(file)),
    ),
    lag: NO_LAG,
    corpus: readCorpus(reviewsJson),
    index: Promise.resolve(index),
    removed: dataset.removed,
    technicians: deriveInsights(dataset).entities.technicians,
  });
  return { release, manifest, dataset, sealed };
}

/** The identity bytes of a made release's file. Throws where there is none. */
export function bytesAt(sealed: MadeRelease['sealed'], path: string): Uint8Array {
  const found = sealed.find(({ entry }) => entry.path === path);
  if (!found) throw new Error(`The release holds no ${path}.`);
  return found.variants.identity.bytes;
}

/** Writes a release into a folder, as a build would leave it. */
export async function writeRelease(folder: string, { manifest, sealed }: MadeRelease) {
  for (const { entry, variants } of sealed) {
    const file = join(folder, PUBLIC_FOLDER, entry.file);
    mkdirSync(dirname(file), { recursive: true });
    for (const representation of REPRESENTATIONS) {
      const bytes = variants[representation]?.bytes;
      if (bytes) writeFileSync(file + CODING_SUFFIX[representation], bytes);
    }
  }
  await writeManifest(folder, manifest);
}

function sourcesOf(dataset: Dataset): Source[] {
  const page = (path: string, title: string): Source => ({
    path,
    mediaType: mediaTypeOf('index.html'),
    bytes: Buffer.from(`<!doctype html><title>${title}</title>${'<p>A tiny page.'.repeat(50)}`),
  });
  const plain = (path: string, text: string): Source => {
    return { path, mediaType: mediaTypeOf(path), bytes: Buffer.from(text) };
  };
  return [
    ...CATALOG.map(({ path, mediaType }) => ({
      path,
      mediaType,
      bytes: renderArtifact(path, dataset),
    })),
    ...dataset.reviews.map(({ id }) => page(`/reviews/${id}/`, id)),
    page('/', 'Home'),
    page('/feeds/', 'Feeds'),
    page('/404.html', 'Not found'),
    plain('/robots.txt', 'User-agent: *\nAllow: /\n'),
    plain('/empty.txt', ''),
    plain('/_astro/page.BbVtm1.css', 'p { margin: 0 }'),
  ];
}

async function sealSource(
  { path, mediaType, bytes }: Source,
  before: ManifestEntry | undefined,
  now: Date,
): Promise<Sealed> {
  const variants = await seal(bytes, isCompressible(mediaType));
  const { identity, br, zstd, gzip } = variants;
  const figuresOf = (variant: typeof identity) => ({
    etag: variant.etag,
    bytes: variant.bytes.length,
  });
  const entry: ManifestEntry = {
    path,
    file: `${path.slice(1)}${path.endsWith('/') ? 'index.html' : ''}`,
    mediaType,
    lastModified: lastModifiedOf(identity.etag, before, now),
    variants: {
      identity: figuresOf(identity),
      ...(br && { br: figuresOf(br) }),
      ...(zstd && { zstd: figuresOf(zstd) }),
      ...(gzip && { gzip: figuresOf(gzip) }),
    },
  };
  return { entry, variants };
}

/** The bodies of sealed variants. */
export function bodiesOf({ identity, br, zstd, gzip }: Variants) {
  return {
    identity: Buffer.from(identity.bytes),
    ...(br && { br: Buffer.from(br.bytes) }),
    ...(zstd && { zstd: Buffer.from(zstd.bytes) }),
    ...(gzip && { gzip: Buffer.from(gzip.bytes) }),
  };
}
