import type { ManifestEntry } from '#artifacts/manifest.ts';
import type { PackedFile } from '#release/pack.ts';
import { sealFile } from '#release/seal-file.ts';

/** A key of a release that tests make. */
export const RELEASE_KEY = { content: 'a', baseUrl: 'https://reviews.example', code: 'b' };

/** Files sealed as a build would, by their names in the folder of public files. */
export function packedFiles(
  files: Readonly<Record<string, string>>,
  previous: readonly ManifestEntry[] = [],
  now = new Date('2026-10-03T12:00:00Z'),
): Promise<PackedFile[]> {
  const known = new Map(previous.map((entry) => [entry.path, entry]));
  return Promise.all(
    Object.entries(files).map(([file, text]) =>
      sealFile(file, Buffer.from(text), { previous: known, now }),
    ),
  );
}
