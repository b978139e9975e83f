import { lastModifiedOf, type ManifestEntry } from '#artifacts/manifest.ts';
import type { Coding, Variant, Variants } from '#artifacts/seal.ts';

/** A published file with its bytes, coded as its entry tells. */
export type SealedFile<Bytes extends Uint8Array = Uint8Array> = {
  readonly entry: ManifestEntry;
  readonly bodies: { readonly identity: Bytes } & Partial<Readonly<Record<Coding, Bytes>>>;
};

type Names = Pick<ManifestEntry, 'path' | 'file' | 'mediaType' | 'shows'>;

/** A sealed file with its entry, which follows the one of the release before. `now` dates a change. */
export function toSealedFile(
  names: Names,
  { identity, br, zstd, gzip }: Variants,
  previous: Pick<ManifestEntry, 'variants' | 'lastModified'> | undefined,
  now: Date,
): SealedFile {
  return {
    entry: {
      ...names,
      lastModified: lastModifiedOf(identity.etag, previous, now),
      variants: {
        identity: figuresOf(identity),
        ...(br && { br: figuresOf(br) }),
        ...(zstd && { zstd: figuresOf(zstd) }),
        ...(gzip && { gzip: figuresOf(gzip) }),
      },
    },
    bodies: {
      identity: identity.bytes,
      ...(br && { br: br.bytes }),
      ...(zstd && { zstd: zstd.bytes }),
      ...(gzip && { gzip: gzip.bytes }),
    },
  };
}

function figuresOf({ bytes, etag }: Variant) {
  return { etag, bytes: bytes.length };
}
