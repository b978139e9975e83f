import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Manifest } from '#artifacts/manifest.ts';
import { DATASET_FILE } from './dataset-file.ts';

/** The folder of public files inside a release: all that a CDN serves. */
export const PUBLIC_FOLDER = 'client';
const MANIFEST_FILE = 'manifest.json';

/** Writes the manifest of the release in a folder. A release without one does not exist. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest)}\n`);
}

/**
 * Writes what a release publishes beside its files, as serializeDataset returns it: enough to take
 * a review down without the editors' folder.
 */
export async function writeStoredDataset(folder: string, stored: Uint8Array): Promise<void> {
  await writeFile(join(folder, DATASET_FILE), stored);
}

/** Reads the manifest of a folder; undefined where there is none or it is of another version. */
export function readManifest(folder: string): Manifest | undefined {
  return Manifest.safeParse(readJson(folder)).data;
}

/** The manifest with the highest ordinal among some. */
export function newestManifest(manifests: readonly (Manifest | undefined)[]): Manifest | undefined {
  return manifests.reduce(
    (newest, one) => (newest && one && newest.ordinal > one.ordinal ? newest : (one ?? newest)),
    undefined,
  );
}

/** Whether a folder is a release, of whatever version. Other programs write a manifest.json too. */
export function hasManifest(folder: string): boolean {
  return AnyManifest.safeParse(readJson(folder)).success;
}

const AnyManifest = z.looseObject({ manifestVersion: z.int().positive() });

function readJson(folder: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, MANIFEST_FILE), 'utf8'));
  } catch {
    return undefined;
  }
}
