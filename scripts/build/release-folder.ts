import { existsSync, readdirSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '#release/make-folder.ts';
import { hasManifest } from '#release/manifest-file.ts';
import { isAlive } from '../../sidecar/render/bundle-folder.ts';

/** Thrown where a folder cannot take a release. */
export class ReleaseFolderError extends Error {
  override readonly name = 'ReleaseFolderError';
}

/** Makes the folder that a release is to stand in, or says why that cannot be. */
export function makeParentFolder(outDir: string): void {
  try {
    makeFolder(dirname(outDir));
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new ReleaseFolderError(
      `${dirname(outDir)} cannot be made (${reason}); set OUT_DIR and STATE_DIR to folders that this process may write.`,
      { cause },
    );
  }
}

/** Takes away what a killed build left beside the folder, and puts back what it had set aside. */
export async function clearLeftovers(outDir: string): Promise<void> {
  const parent = dirname(outDir);
  const names = existsSync(parent) ? readdirSync(parent) : [];
  for (const name of names) {
    const [, kind, pid] = /^\.(building|replaced)-(\d+)$/.exec(suffixOf(name, outDir)) ?? [];
    if (kind === undefined || isAlive(Number(pid))) continue;
    const path = join(parent, name);
    if (kind === 'replaced' && !existsSync(outDir)) await rename(path, outDir);
    else await rm(path, { recursive: true, force: true });
  }
}

function suffixOf(name: string, outDir: string): string {
  return name.startsWith(basename(outDir)) ? name.slice(basename(outDir).length) : '';
}

/** A wrong OUT_DIR must not cost anybody a folder of their own. */
export function refuseForeignFolder(outDir: string): void {
  if (existsSync(outDir) && !statSync(outDir).isDirectory()) {
    throw new ReleaseFolderError(`${outDir} is a file; set OUT_DIR to a folder.`);
  }
  if (!existsSync(outDir) || readdirSync(outDir).length === 0 || hasManifest(outDir)) return;
  throw new ReleaseFolderError(
    `${outDir} holds other files than a release and is left alone; set OUT_DIR to a new folder or empty this one.`,
  );
}

/** Puts a built release where the one before stands, or leaves that one where it cannot. */
export async function putInPlace(building: string, outDir: string): Promise<void> {
  const replaced = `${outDir}.replaced-${process.pid}`;
  const hasPrevious = existsSync(outDir);
  try {
    if (hasPrevious) await rename(outDir, replaced);
    await rename(building, outDir);
  } catch (cause) {
    if (hasPrevious && !existsSync(outDir)) await rename(replaced, outDir);
    throw new ReleaseFolderError(
      `${outDir} cannot be replaced; it may be a mount point, so set OUT_DIR to a folder inside it.`,
      { cause },
    );
  }
  await rm(replaced, { recursive: true, force: true });
}
