import { z } from 'zod';
import { ReviewId } from '#dataset/scalars.ts';

const Etag = z.string().regex(/^"[\w-]+"$/);
const variant = z.strictObject({ etag: Etag, bytes: z.int().nonnegative() });

/** One published file as the manifest knows it. */
export const ManifestEntry = z.strictObject({
  /** The path below BASE_URL that readers ask for. */
  path: z.string().startsWith('/'),
  /** The file, relative to the folder of public files; variants add a suffix. */
  file: z.string(),
  mediaType: z.string(),
  /** When the identity bytes last changed, in whole seconds as HTTP dates are. */
  lastModified: z.iso.datetime(),
  variants: z.strictObject({
    identity: variant,
    br: variant.optional(),
    zstd: variant.optional(),
    gzip: variant.optional(),
  }),
  /** The reviews of which a page shows something, so that a CDN can be purged of it. */
  shows: z.array(ReviewId).optional(),
});
export type ManifestEntry = z.infer<typeof ManifestEntry>;

/** What a release depends on; a release made of anything else must be built again. */
export const ReleaseKey = z.strictObject({
  content: z.string(),
  baseUrl: z.string(),
  code: z.string(),
});
export type ReleaseKey = z.infer<typeof ReleaseKey>;

/**
 * The number of the format in which a release is written: what its data files and its dataset are
 * made of, and where they lie. It changes where a program that knows the one before could not read
 * them; then data are served as bytes, and all else waits until the release was made anew.
 */
export const FORMAT = 2;

/** The manifest of a release: the immutable set of all files of one build. */
export const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  /** The version of the program that made it. */
  version: z.string(),
  /** Strictly increasing from release to release, also of builds on different machines. */
  ordinal: z.int().positive(),
  key: ReleaseKey,
  /** The reviews that were taken down before it was made. */
  removed: z.array(z.string()),
  /** The tag of dataset.json, as that of a published file. */
  dataset: Etag,
  entries: z.array(ManifestEntry),
});
export type Manifest = z.infer<typeof Manifest>;

/** What holds of a manifest in every format, also of those that earlier programs wrote. */
const OtherManifest = z.object({
  format: z.int().nonnegative().default(0),
  version: z.string().default('an earlier version'),
  ordinal: z.int().positive(),
  key: z.object({
    content: z.string().default(''),
    baseUrl: z.string(),
    code: z.string().default(''),
  }),
  removed: z.array(z.string()).optional(),
  dataset: z.string().optional(),
  entries: z.array(z.unknown()),
});

/** A manifest of whatever format. Where it is not ours, it holds the entries that can be read. */
export type AnyManifest = Omit<z.infer<typeof OtherManifest>, 'entries'> & {
  readonly entries: readonly ManifestEntry[];
};

/** Reads a manifest of whatever format out of parsed JSON; undefined where it is none. */
export function parseManifest(value: unknown): AnyManifest | undefined {
  const any = OtherManifest.safeParse(value).data;
  if (any?.format === FORMAT) return Manifest.safeParse(value).data;
  return (
    any && {
      ...any,
      entries: any.entries.flatMap((one) => ManifestEntry.safeParse(one).data ?? []),
    }
  );
}

/**
 * The ordinal after `previous`. It is the time in milliseconds, so that a build on a fresh machine,
 * which knows no previous release, still comes after the one before; never less than previous + 1.
 */
export function nextOrdinal(previous: number | undefined, now: Date): number {
  return Math.max((previous ?? 0) + 1, now.getTime());
}

/**
 * The Last-Modified of a file: kept while its bytes are the same, else the time of this build, but
 * always at least a second later than before, as HTTP dates count seconds (RFC 9110 §5.6.7).
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
