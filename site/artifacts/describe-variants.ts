import { lastModifiedOf, type ManifestEntry } from './manifest.ts';
import type { Variant, Variants } from './seal.ts';

type Sealed = {
  readonly path: string;
  /** Relative to the folder of public files. */
  readonly file: string;
  readonly mediaType: string;
  readonly variants: Variants;
};

/** The manifest's entry of a sealed file that follows the one of the release before. */
export function describeVariants(
  { variants, ...names }: Sealed,
  previous: ManifestEntry | undefined,
  now: Date,
): ManifestEntry {
  const { identity, br, zstd, gzip } = variants;
  return {
    ...names,
    lastModified: lastModifiedOf(identity.etag, previous, now),
    variants: {
      identity: figuresOf(identity),
      ...(br && { br: figuresOf(br) }),
      ...(zstd && { zstd: figuresOf(zstd) }),
      ...(gzip && { gzip: figuresOf(gzip) }),
    },
  };
}

function figuresOf({ bytes, etag }: Variant) {
  return { etag, bytes: bytes.length };
}
