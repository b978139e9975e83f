import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { artifactAt } from '#artifacts/catalog.ts';
import { ReviewId } from '#dataset/schema/scalars.ts';
import { isSystemFault } from '#dataset/system-fault.ts';
import type { ChangeLog } from '#search/changes/change-log.ts';
import { WrittenLog, writeLog } from '#search/changes/kept-log.ts';

const Etag = z.string().regex(/^"[\w-]+"$/);
const variant = z.strictObject({ etag: Etag, bytes: z.int().nonnegative() });

/** A published file in a manifest. */
export const ManifestEntry = z.strictObject({
  /** The path below BASE_URL. */
  path: z.string().startsWith('/'),
  /** The file, relative to the folder of public files; variants add a suffix. */
  file: z.string(),
  mediaType: z.string(),
  /** The last change of the identity bytes, in whole seconds as in HTTP dates. */
  lastModified: z.iso.datetime(),
  variants: z.strictObject({
    identity: variant,
    br: variant.optional(),
    gzip: variant.optional(),
    zstd: variant.optional(),
  }),
  /** The reviews that a page shows, even in part, so that a CDN can purge it. */
  shows: z.array(ReviewId).optional(),
});
export type ManifestEntry = z.infer<typeof ManifestEntry>;

/**
 * The format of the data files, of dataset.json and of their places. It changes if a program for
 * the previous format could not read them. A release of another format is not served: it is made
 * again from the content.
 */
export const FORMAT = 8;

/** The manifest of a release, which lists all its files: the members that every format has. */
const ManifestFile = z.object({
  format: z.int().nonnegative().default(0),
  /** The version of the program that made it. */
  version: z.string().default('an earlier version'),
  /** Strictly increasing from release to release, also of builds on different machines. */
  ordinal: z.int().positive(),
  key: z
    .object({
      content: z.string().default(''),
      baseUrl: z.string(),
      /** '' for files alone. Earlier programs made only releases for one origin. */
      sidecarUrl: z.string().optional(),
      code: z.string().default(''),
    })
    .transform(({ sidecarUrl, ...key }) => ({ ...key, sidecarUrl: sidecarUrl ?? key.baseUrl })),
  /** The reviews that were taken down: those in dataset.json, then those known only by their id. */
  removed: z.array(z.string()).default([]),
  /** Addresses that only earlier releases had, the latest first; not of removed reviews. */
  vanished: z.array(z.string()).default([]),
  /** The entity tag of dataset.json; '' in formats without one. */
  dataset: z.string().default(''),
  entries: z.array(z.looseObject({ path: z.string() })),
  /** The change log up to this release. */
  log: WrittenLog.optional().catch(undefined),
});

/** Everything that a release depends on; if any of it differs, it has to be built again. */
export type ReleaseKey = z.infer<typeof ManifestFile>['key'];

/** A manifest of any format. In a foreign format, unreadable entries are left out. */
export type Manifest = Omit<z.infer<typeof ManifestFile>, 'entries' | 'log'> & {
  readonly entries: readonly ManifestEntry[];
  readonly log?: ChangeLog | undefined;
};

/**
 * Returns the ordinal after `previous`: the time in milliseconds, so that a build on a new machine,
 * which knows no previous release, still gets a higher one; at least a second later.
 */
export function nextOrdinal(previous: number | undefined, now: Date): number {
  return Math.max((previous ?? 0) + 1000, now.getTime());
}

/**
 * Returns the time at which the release of an ordinal was made, in milliseconds but to the second,
 * as in HTTP dates: the Last-Modified of answers that are made from it on request.
 */
export function timeOfRelease(ordinal: number): number {
  return Math.floor(ordinal / 1000) * 1000;
}

/**
 * Returns the Last-Modified of a file: unchanged as long as its bytes are, else the time of this
 * build, but at least a second later than before, as HTTP dates count seconds (RFC 9110 §5.6.7).
 */
export function lastModifiedOf(
  etag: string,
  previous: Pick<ManifestEntry, 'variants' | 'lastModified'> | undefined,
  now: Date,
): string {
  if (previous?.variants.identity.etag === etag) return previous.lastModified;
  const before = previous ? Date.parse(previous.lastModified) : 0;
  const seconds = Math.max(Math.floor(now.getTime() / 1000), before / 1000 + 1);
  return new Date(seconds * 1000).toISOString();
}

/** The folder of public files in a release: everything that a CDN serves. */
export const PUBLIC_FOLDER = 'client';
/** The file with the dataset of a release, which is not public. */
export const DATASET_FILE = 'dataset.json';
export const MANIFEST_FILE = 'manifest.json';

const PROGRAM: { readonly version: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
);

/** The ids of removed reviews without a known date and reason: `removed` are the others. */
export function idsAlone(manifest: Pick<Manifest, 'removed'>, removed: readonly unknown[]) {
  return manifest.removed.slice(removed.length);
}

/** The facts of a release as a whole. */
export type ReleaseFacts = Pick<Manifest, 'ordinal' | 'key' | 'removed' | 'vanished'>;

/** Completes the manifest of a release of this program. */
export function createManifest(made: Omit<Manifest, 'format' | 'version'>): Manifest {
  return { format: FORMAT, version: PROGRAM.version, ...made };
}

/** Writes the manifest into the folder of a release. Without one there is no release. */
export function writeManifest(folder: string, { log, ...manifest }: Manifest, mode = 0o666): void {
  const text = JSON.stringify({ ...manifest, log: log && writeLog(log) });
  writeFileSync(join(folder, MANIFEST_FILE), `${text}\n`, { mode });
}

/**
 * Reads the manifest of a folder, of any format, with the entries whose path is wanted: a release has
 * thousands of pages. Undefined if it is missing or invalid. Throws if the system fails.
 */
export function readManifest(
  folder: string,
  isWanted: (path: string) => boolean = () => true,
): Manifest | undefined {
  const { data } = ManifestFile.safeParse(readJson(folder));
  if (!data) return undefined;
  const wanted = data.entries.filter(({ path }) => isWanted(path));
  const entries = wanted.flatMap((one) => ManifestEntry.safeParse(one).data ?? []);
  const isWhole = entries.length === wanted.length && data.dataset !== '' && data.log;
  return isWhole || data.format !== FORMAT ? { ...data, entries } : undefined;
}

/** Undefined if there is no manifest, or it is not JSON. */
function readJson(folder: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, MANIFEST_FILE), 'utf8'));
  } catch (error) {
    if (isSystemFault(error)) throw error;
    return undefined;
  }
}

/**
 * Returns the public files that the manifest of a folder names, in any format, without their
 * variants; undefined without a manifest. Throws if the system fails.
 */
export function readNamedFiles(folder: string): readonly string[] | undefined {
  const Named = z.object({ entries: z.array(z.object({ file: z.string() })) });
  const { data } = Named.safeParse(readJson(folder));
  return data?.entries.map(({ file }) => file);
}

/** Reads a manifest with only the entries of its data files. */
export function readDataManifest(folder: string): Manifest | undefined {
  return readManifest(folder, (path) => artifactAt(path) !== undefined);
}
