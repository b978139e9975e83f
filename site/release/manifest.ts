import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ReviewId } from '#dataset/schema/scalars.ts';
import { isSystemFault } from '#dataset/system-fault.ts';
import { type KeptLog, parseKeptLog, serializeKeptLog } from '#search/changes/kept-log.ts';

const Etag = z.string().regex(/^"[\w-]+"$/);
const variant = z.strictObject({ etag: Etag, bytes: z.int().nonnegative() });

/** A published file in a manifest. */
export const ManifestEntry = z.strictObject({
  /** The path below BASE_URL. */
  path: z.string().startsWith('/'),
  /** The file, relative to the folder of public files; variants add a suffix. */
  file: z.string(),
  mediaType: z.string(),
  /** When the identity bytes last changed, in whole seconds as HTTP dates are. */
  lastModified: z.iso.datetime(),
  variants: z.strictObject({
    identity: variant,
    br: variant.optional(),
    gzip: variant.optional(),
    zstd: variant.optional(),
  }),
  /** The reviews that a page shows, even in part, so that a CDN can be purged of it. */
  shows: z.array(ReviewId).optional(),
});
export type ManifestEntry = z.infer<typeof ManifestEntry>;

/**
 * The format of the data files, of dataset.json and of their places. It changes where a program that
 * knows the previous format could not read them. A release of another format is served as mere bytes
 * until it is built again.
 */
export const FORMAT = 6;

/** The manifest of a release, which lists all its files: the members that every format has. */
const ManifestFile = z.object({
  format: z.int().nonnegative().default(0),
  /** The version of the program that made it. */
  version: z.string().default('an earlier version'),
  /** Strictly increasing from release to release, also of builds on different machines. */
  ordinal: z.int().positive(),
  key: z.object({
    content: z.string().default(''),
    baseUrl: z.string(),
    code: z.string().default(''),
  }),
  /** The reviews that were taken down: those in dataset.json, then those of which only the id is known. */
  removed: z.array(z.string()).default([]),
  /** The addresses that only earlier releases had, the last to vanish first; not of removed reviews. */
  vanished: z.array(z.string()).default([]),
  /** The entity tag of dataset.json; '' in formats that have none. */
  dataset: z.string().default(''),
  entries: z.array(z.looseObject({ path: z.string() })),
});

/** Everything that a release depends on; if any of it differs, it has to be built again. */
export type ReleaseKey = z.infer<typeof ManifestFile>['key'];

/** A manifest of any format. In a foreign one, entries that cannot be read are left out. */
export type Manifest = Omit<z.infer<typeof ManifestFile>, 'entries'> & {
  readonly entries: readonly ManifestEntry[];
};

/**
 * Reads a manifest of any format from parsed JSON, with the entries whose path is wanted: a release has
 * thousands of pages. Undefined if it is invalid.
 */
export function parseManifest(
  value: unknown,
  isWanted: (path: string) => boolean = () => true,
): Manifest | undefined {
  const { data } = ManifestFile.safeParse(value);
  if (!data) return undefined;
  const wanted = data.entries.filter(({ path }) => isWanted(path));
  const entries = wanted.flatMap((one) => ManifestEntry.safeParse(one).data ?? []);
  const isWhole = entries.length === wanted.length && data.dataset !== '';
  return isWhole || data.format !== FORMAT ? { ...data, entries } : undefined;
}

/**
 * The ordinal after `previous`: the time in milliseconds, so that a build on a new machine, which knows
 * no previous release, still gets a higher one; at least a second later.
 */
export function nextOrdinal(previous: number | undefined, now: Date): number {
  return Math.max((previous ?? 0) + 1000, now.getTime());
}

/**
 * When the release of an ordinal was made, in milliseconds but to the second, as HTTP dates are: the
 * Last-Modified of answers that are made from it on request.
 */
export function timeOfRelease(ordinal: number): number {
  return Math.floor(ordinal / 1000) * 1000;
}

/**
 * The Last-Modified of a file: unchanged while its bytes are, else the time of this build, but at least a
 * second later than before, as HTTP dates count seconds (RFC 9110 §5.6.7).
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
/** The file with the change log of releases that were built in a folder, which is not public. */
const CHANGES_FILE = 'changes.json';
const MANIFEST_FILE = 'manifest.json';

const PROGRAM: { readonly version: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
);

/** The ids of removed reviews of which no date and no reason is known: `removed` are the others. */
export function idsAlone(manifest: Pick<Manifest, 'removed'>, removed: readonly unknown[]) {
  return manifest.removed.slice(removed.length);
}

/** Completes the manifest of a release of this program. */
export function createManifest(made: Omit<Manifest, 'format' | 'version'>): Manifest {
  return { format: FORMAT, version: PROGRAM.version, ...made };
}

/** Writes the manifest into the folder of a release. Without one there is no release. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest)}\n`);
}

/** Writes the change log that ends with a release into its folder. */
export async function writeKeptLog(folder: string, log: KeptLog): Promise<void> {
  await writeFile(join(folder, CHANGES_FILE), serializeKeptLog(log));
}

/** Reads the change log that ends with the release of an ordinal; throws on system faults. */
export function readKeptLog(folder: string, ordinal: number): KeptLog | undefined {
  const log = readIn(folder, CHANGES_FILE, parseKeptLog);
  return log?.ordinal === ordinal ? log : undefined;
}

/** Reads the manifest of a folder, as parseManifest does; throws on system faults. */
export function readManifest(
  folder: string,
  isWanted?: (path: string) => boolean,
): Manifest | undefined {
  return readIn(folder, MANIFEST_FILE, (text) => parseManifest(JSON.parse(text), isWanted));
}

/** Undefined where there is no such file, or it is malformed. */
function readIn<Read>(folder: string, name: string, parse: (text: string) => Read) {
  try {
    return parse(readFileSync(join(folder, name), 'utf8'));
  } catch (error) {
    if (isSystemFault(error)) throw error;
    return undefined;
  }
}
