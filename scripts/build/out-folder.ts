import { cpSync, existsSync, readdirSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { CODING_SUFFIX, REPRESENTATIONS } from '#artifacts/encode-variants.ts';
import { systemCodeOf } from '#dataset/system-fault.ts';
import { makeFolder } from '#release/make-folder.ts';
import {
  DATASET_FILE,
  MANIFEST_FILE,
  PUBLIC_FOLDER,
  readManifest,
  readNamedFiles,
} from '#release/manifest.ts';
import { PUBLISHED_FILE } from '#release/vanished-reviews.ts';

/**
 * Keeps files that were added to the previous release, such as the CNAME of a host: no manifest
 * names them.
 */
export function keepOthers(outDir: string, building: string): void {
  if (!existsSync(outDir)) return;
  const published = readNamedFiles(outDir)?.flatMap((file) =>
    REPRESENTATIONS.map((one) => `${PUBLIC_FOLDER}/${file}${CODING_SUFFIX[one]}`),
  );
  const present = readdirSync(outDir, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(outDir, join(entry.parentPath, entry.name)));
  if (!published && present.length > 0) {
    throw new ReleaseFolderError(
      `The manifest in ${outDir} does not list the files of the release; empty this folder, or set OUT_DIR to a new one.`,
    );
  }
  const ours = new Set([...OUR_FILES, ...PUBLIC_HOST_FILES, ...(published ?? [])]);
  const isOurs = (file: string) => ours.has(file) || file.startsWith(HOSTS_FOLDER + sep);
  for (const file of present.filter((one) => !isOurs(one))) {
    const place = join(building, file);
    if (existsSync(place)) continue;
    makeFolder(dirname(place));
    cpSync(join(outDir, file), place, { preserveTimestamps: true, verbatimSymlinks: true });
  }
}

/** Files for hosts, and those among the public ones. */
export const HOSTS_FOLDER = 'hosts';
export const ERRORS_FOLDER = `${HOSTS_FOLDER}/errors`;
export const PUBLIC_HOST_FILES = ['_headers', '_redirects'].map(
  (name) => `${PUBLIC_FOLDER}/${name}`,
);

/** The files beside the public ones; earlier versions had the change log in a file of its own. */
const OUR_FILES = [MANIFEST_FILE, DATASET_FILE, PUBLISHED_FILE, 'changes.json'];

export class ReleaseFolderError extends Error {
  override readonly name = 'ReleaseFolderError';
}

/** Creates the parent folder of a release, or reports why it cannot. */
export function makeParentFolder(outDir: string): void {
  try {
    makeFolder(dirname(outDir));
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new ReleaseFolderError(
      `${dirname(outDir)} cannot be created (${reason}); set OUT_DIR and STATE_DIR to folders that this process may write to.`,
      { cause },
    );
  }
}

/** Removes the leftovers of a killed build, and restores the folder that it had set aside. */
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

/** A wrong OUT_DIR must not cost users a folder of their own. */
export function refuseForeignFolder(outDir: string): void {
  if (existsSync(outDir) && !statSync(outDir).isDirectory()) {
    throw new ReleaseFolderError(`${outDir} is a file; set OUT_DIR to a folder.`);
  }
  if (!existsSync(outDir) || readdirSync(outDir).length === 0) return;
  // Of any version. Other programs also write a manifest.json.
  if (readManifest(outDir, () => false)) return;
  throw new ReleaseFolderError(
    `${outDir} contains files that do not belong to a release, and was not changed; set OUT_DIR to a new folder or empty this one.`,
  );
}

/** Puts a built release in the place of the previous one, or leaves that one if it cannot. */
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

/** True if another process has an id; in a container, the previous process had ours. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process lives and belongs to another user.
    return systemCodeOf(error) === 'EPERM';
  }
}
