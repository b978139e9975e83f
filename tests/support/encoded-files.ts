import { encodeVariants } from '#artifacts/encode-variants.ts';
import { isCompressible, mediaTypeOf } from '#artifacts/media-types.ts';
import type { ManifestEntry } from '#release/manifest.ts';
import { type EncodedFile, toEncodedFile } from '#release/release.ts';

/** A key of a release that tests make. */
export const RELEASE_KEY = { content: 'a', baseUrl: 'https://reviews.example', code: 'b' };

/** Files encoded as a release would hold them, by their names in the folder of public files. */
export function encodeFiles(
  files: Readonly<Record<string, string>>,
  previous: readonly ManifestEntry[] = [],
  now = new Date('2026-10-03T12:00:00Z'),
): Promise<EncodedFile[]> {
  return Promise.all(
    Object.entries(files).map(async ([file, text]) => {
      const path = `/${file}`;
      const mediaType = mediaTypeOf(file);
      const variants = await encodeVariants([Buffer.from(text)], isCompressible(mediaType));
      const before = previous.find((entry) => entry.path === path);
      return toEncodedFile({ path, file, mediaType }, variants, before, now);
    }),
  );
}
