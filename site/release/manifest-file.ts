import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type AnyManifest, FORMAT, type Manifest, parseManifest } from '#artifacts/manifest.ts';
import { isSystemFault } from '#dataset/system-fault.ts';
import { PROGRAM_VERSION } from './release-key.ts';

/** The folder of public files in a release: everything that a CDN serves. */
export const PUBLIC_FOLDER = 'client';
/** The file with the dataset of a release, which is not public. */
export const DATASET_FILE = 'dataset.json';
const MANIFEST_FILE = 'manifest.json';

/** Completes the manifest of a release of this program. */
export function createManifest(made: Omit<Manifest, 'format' | 'version'>): Manifest {
  return { format: FORMAT, version: PROGRAM_VERSION, ...made };
}

/** Writes the manifest into the folder of a release. Without one there is no release. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest)}\n`);
}

/**
 * Writes the result of serializeDataset into the folder of a release: enough to take a review down
 * without the editors' folder.
 */
export async function writeStoredDataset(folder: string, stored: Uint8Array): Promise<void> {
  await writeFile(join(folder, DATASET_FILE), stored);
}

const WithEntries = z.looseObject({ entries: z.array(z.looseObject({ path: z.string() })) });

/**
 * Reads the manifest of a folder, in any format, with the entries whose path is wanted: a release has
 * thousands of pages. Undefined if there is none or it is malformed; throws on system faults (see
 * isSystemFault).
 */
export function readManifest(
  folder: string,
  isWanted: (path: string) => boolean = () => true,
): AnyManifest | undefined {
  const { data } = WithEntries.safeParse(readJson(folder));
  return (
    data && parseManifest({ ...data, entries: data.entries.filter((one) => isWanted(one.path)) })
  );
}

/** The manifest with the highest ordinal among some. */
export function newestManifest(
  manifests: readonly (AnyManifest | undefined)[],
): AnyManifest | undefined {
  return manifests.reduce(
    (newest, one) => (newest && one && newest.ordinal > one.ordinal ? newest : (one ?? newest)),
    undefined,
  );
}

/** Whether a folder is a release, of any version. Other programs write a manifest.json, too. */
export function hasManifest(folder: string): boolean {
  return readManifest(folder, () => false) !== undefined;
}

function readJson(folder: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, MANIFEST_FILE), 'utf8'));
  } catch (error) {
    if (isSystemFault(error)) throw error;
    return undefined;
  }
}
