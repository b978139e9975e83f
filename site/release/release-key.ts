import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ReleaseKey } from '#artifacts/manifest.ts';
import type { ContentFile } from '#dataset/content-file.ts';
import { digestCode } from './digest-code.ts';
import { digestFiles } from './digest-files.ts';

/** The key of the release that these files, this origin and this code would make. */
export function releaseKeyOf(files: readonly ContentFile[], baseUrl: string): ReleaseKey {
  return keyOfContent(digestFiles(files), baseUrl);
}

/** The same, given the digest of the files. */
export function keyOfContent(content: string, baseUrl: string): ReleaseKey {
  return { content, baseUrl, code: ownCode() };
}

export function isSameKey(a: ReleaseKey, b: ReleaseKey): boolean {
  return a.content === b.content && a.baseUrl === b.baseUrl && a.code === b.code;
}

/** True where only the content differs: the release of an earlier edit. */
export function isSameProgram(a: ReleaseKey, b: ReleaseKey): boolean {
  return a.baseUrl === b.baseUrl && a.code === b.code;
}

const PROGRAM = join(import.meta.dirname, '../..');

/** The version of this program, as its package tells it. */
export const PROGRAM_VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(PROGRAM, 'package.json'), 'utf8'))).version;

let code: string | undefined;

/** The digest of this program. It runs as it was loaded, whatever becomes of its files later. */
function ownCode(): string {
  code ??= digestCode(PROGRAM);
  return code;
}
