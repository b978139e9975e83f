import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseKey } from '#artifacts/manifest.ts';
import type { ContentFile } from '#dataset/read-content.ts';

/** The key of the release that these files, this origin and this code would make. */
export function releaseKeyOf(files: readonly ContentFile[], baseUrl: string): ReleaseKey {
  return { content: digestOf(files), baseUrl, code: digestOfCode() };
}

export function isSameKey(a: ReleaseKey, b: ReleaseKey): boolean {
  return a.content === b.content && a.baseUrl === b.baseUrl && a.code === b.code;
}

/** True where only the content differs: the release of an earlier edit. */
export function isSameProgram(a: ReleaseKey, b: ReleaseKey): boolean {
  return a.baseUrl === b.baseUrl && a.code === b.code;
}

const ROOT = join(import.meta.dirname, '../..');

/** Whatever decides how content becomes files: this program's own source and its dependencies. */
function digestOfCode(): string {
  const paths = ['package-lock.json', 'astro.config.mjs', ...listFiles('site')];
  return digestOf(paths.map((path) => ({ path, bytes: readFileSync(join(ROOT, path)) })));
}

function listFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
}

/** Names and lengths go in too, so that no two sets of files are taken for each other. */
function digestOf(files: readonly ContentFile[]): string {
  const hash = createHash('sha256');
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  for (const { path, bytes } of sorted) hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  return hash.digest('base64url');
}
