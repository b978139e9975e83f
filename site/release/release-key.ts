import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Origins, originsOf } from '#dataset/dataset.ts';
import { type ContentFile, compareFiles, digestFile } from '#dataset/read/content-file.ts';
import type { ReleaseKey } from './manifest.ts';

let code: string | undefined;

/** Returns the key of the release that these files, these origins and this code would make. */
export function releaseKeyOf(files: readonly ContentFile[], at: string | Origins): ReleaseKey {
  const { baseUrl, sidecarUrl = '' } = originsOf(at);
  // The program as it was loaded, whatever happens to its files later.
  code ??= digestCode(join(import.meta.dirname, '../..'));
  return { content: digestFiles(files), baseUrl, sidecarUrl, code };
}

export function isSameKey(a: ReleaseKey, b: ReleaseKey): boolean {
  const isSameSite = a.baseUrl === b.baseUrl && a.sidecarUrl === b.sidecarUrl;
  return isSameSite && a.content === b.content && a.code === b.code;
}

/** Describes a release that was made for other origins, and the remedy; undefined for the same. */
export function describeOtherSite(key: ReleaseKey, { baseUrl, sidecarUrl = '' }: Origins) {
  const [name, made, asked] =
    key.baseUrl === baseUrl
      ? ['SIDECAR_URL', key.sidecarUrl, sidecarUrl]
      : ['BASE_URL', key.baseUrl, baseUrl];
  if (made === asked) return undefined;
  return {
    reason: `was made for ${made || 'files alone'}, not for ${asked}`,
    remedy: `set ${name} to the one of the release, or rebuild it with BASE_URL=${baseUrl} and SIDECAR_URL=${sidecarUrl}`,
  };
}

/** The digest of the program that makes files of content: its sources and dependencies. */
export function digestCode(root: string): string {
  const paths = [
    'package-lock.json',
    'astro.config.mjs',
    ...listFiles(join(root, 'site')).map((file) => `site/${file}`),
  ];
  return digestFiles(paths.map((path) => ({ path, bytes: readFileSync(join(root, path)) })));
}

/** SHA-256 over the digests of files (see `digestFile`) in the order of their paths. */
function digestFiles(files: readonly ContentFile[]): string {
  const digests = files
    .toSorted(compareFiles)
    .map((file) => file.digest ?? digestFile(file.path, file.bytes));
  return createHash('sha256').update(digests.join(''), 'latin1').digest('base64url');
}

/** Returns the relative paths of all files below a folder, with slashes, sorted. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
