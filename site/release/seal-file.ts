import { artifactAt } from '#artifacts/catalog.ts';
import { lastModifiedOf, type ManifestEntry } from '#artifacts/manifest.ts';
import { isCompressible, mediaTypeOf } from '#artifacts/media-types.ts';
import { seal, type Variant } from '#artifacts/seal.ts';
import type { PackedFile } from './pack.ts';
import { shownReviews } from './shown-reviews.ts';

export type Sealing = {
  /** The entries of the release before, by path. */
  readonly previous: Pick<ReadonlyMap<string, ManifestEntry>, 'get'>;
  readonly now: Date;
};

/** Seals one file of a release, given by its name inside the folder of public files. */
export async function sealFile(
  file: string,
  bytes: Uint8Array,
  { previous, now }: Sealing,
): Promise<PackedFile> {
  const path = pathOf(file);
  const mediaType = artifactAt(path)?.mediaType ?? mediaTypeOf(file);
  const { identity, br, zstd, gzip } = await seal(bytes, isCompressible(mediaType));
  const entry: ManifestEntry = {
    path,
    file,
    mediaType,
    lastModified: lastModifiedOf(identity.etag, previous.get(path), now),
    variants: {
      identity: figuresOf(identity),
      ...(br && { br: figuresOf(br) }),
      ...(zstd && { zstd: figuresOf(zstd) }),
      ...(gzip && { gzip: figuresOf(gzip) }),
    },
    ...(file.endsWith('.html') && { shows: shownReviews(path, Buffer.from(bytes).toString()) }),
  };
  return {
    entry,
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

/** A page is asked for by its folder; everything else by its name. */
function pathOf(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, '$1')}`;
}
