import type { Coding, Variant, Variants } from '#artifacts/encode-variants.ts';
import { lastModifiedOf, type ManifestEntry } from '#artifacts/manifest.ts';
import { lengthOf, type Pieces } from '#search/pieces.ts';

/** A published file with its bytes, coded as its entry tells. */
export type EncodedFile = {
  readonly entry: ManifestEntry;
  readonly bodies: { readonly identity: Pieces } & Partial<Readonly<Record<Coding, Pieces>>>;
};

/** A file without the bytes of its compressed variants, which its entry goes on naming. */
export function withoutCodings({ entry, bodies: { identity } }: EncodedFile): EncodedFile {
  return { entry, bodies: { identity } };
}

type Names = Pick<ManifestEntry, 'path' | 'file' | 'mediaType' | 'shows'>;

/** An encoded file with its manifest entry, which continues that of the previous release. `now` dates a change. */
export function toEncodedFile(
  names: Names,
  { identity, br, zstd, gzip }: Variants,
  previous: Pick<ManifestEntry, 'variants' | 'lastModified'> | undefined,
  now: Date,
): EncodedFile {
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
      identity: identity.body,
      ...(br && { br: br.body }),
      ...(zstd && { zstd: zstd.body }),
      ...(gzip && { gzip: gzip.body }),
    },
  };
}

function figuresOf({ body, etag }: Variant) {
  return { etag, bytes: lengthOf(body) };
}
