import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  writevSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { ReleaseData } from '#release/build.ts';
import { makeFolder, OWN_FOLDER } from '#release/make-folder.ts';
import {
  createManifest,
  DATASET_FILE,
  PUBLIC_FOLDER,
  type ReleaseFacts,
  writeManifest,
} from '#release/manifest.ts';
import { serializeDataset } from '#release/stored-dataset.ts';
import { lengthOf, type Pieces, slicePieces, strongEtag } from '#search/corpus/pieces.ts';

/** Readable by its owner only: a removed text must not exist anywhere else. */
const OWN_FILE = 0o600;
const FOLDER = 'releases';

/** Returns the folder of a stored release. */
export function folderOf(stateDir: string, ordinal: number): string {
  return join(stateDir, FOLDER, String(ordinal));
}

/** Returns the ordinals of the releases in STATE_DIR, complete or not, the newest first. */
export function ordinalsIn(stateDir: string): number[] {
  const folder = join(stateDir, FOLDER);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => /^[1-9]\d{0,15}$/.test(name))
    .map(Number)
    .sort((a, b) => b - a);
}

/**
 * Writes a release into STATE_DIR beside the others, whole or not at all: its files as they are,
 * without variants, then its manifest. Nothing waits for the disk, as the content can make all of
 * it again. Throws the system's error.
 */
export function writeStored(
  stateDir: string,
  { dataset, blocks, files, log, digests }: ReleaseData,
  { ordinal, key, removed, vanished }: ReleaseFacts,
): void {
  const folder = folderOf(stateDir, ordinal);
  const building = `${folder}.new`;
  rmSync(building, { recursive: true, force: true });
  makeFolder(dirname(folder), OWN_FOLDER);
  mkdirSync(building, { mode: OWN_FOLDER });
  const entries = files.map(({ entry, bodies }) => {
    const file = join(building, PUBLIC_FOLDER, entry.file);
    makeFolder(dirname(file), OWN_FOLDER);
    writePieces(file, bodies.identity);
    return { ...entry, variants: { identity: entry.variants.identity } };
  });
  const bytes = serializeDataset(dataset, blocks, digests());
  writeFileSync(join(building, DATASET_FILE), bytes, { mode: OWN_FILE });
  const made = { ordinal, key, removed, vanished, dataset: strongEtag(bytes), entries, log };
  writeManifest(building, createManifest(made), OWN_FILE);
  renameSync(building, folder);
}

/** Writes pieces as they are: joined, large ones would take as much memory again. */
function writePieces(file: string, pieces: Pieces): void {
  const descriptor = openSync(file, 'wx', OWN_FILE);
  try {
    let length = 0;
    while (length < lengthOf(pieces)) {
      length += writevSync(descriptor, slicePieces(pieces, length, lengthOf(pieces)));
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Removes all releases in STATE_DIR but one. Throws the system's error. */
export function removeOthers(stateDir: string, ordinal: number | undefined): void {
  const folder = join(stateDir, FOLDER);
  const others = existsSync(folder)
    ? readdirSync(folder).filter((name) => name !== String(ordinal))
    : [];
  for (const name of others) rmSync(join(folder, name), { recursive: true, force: true });
}
