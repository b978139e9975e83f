import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { systemCodeOf } from '#dataset/system-fault.ts';
import { makeFolder } from '#release/make-folder.ts';
import { listFiles, releaseKeyOf } from '#release/release-key.ts';

/** The running program, whose pages are bundled. */
export const PROGRAM = join(import.meta.dirname, '../..');

/** Older bundles, and what an ended process has left of one, are removed after this time. */
const KEPT_MS = 86_400_000;

/** The manifest of a bundle; it is written last, so that an incomplete bundle has none. */
const BundleFile = z.strictObject({
  bundleVersion: z.literal(1),
  /** The time when it was made: the Last-Modified of its public files. */
  date: z.iso.datetime(),
  /** The SHA-256 of each file, by its path in the bundle. */
  files: z.record(z.string(), z.string()),
});
const BUNDLE_FILE = 'bundle.json';

/** The bundled pages of one program: code that renders them, and the public files they name. */
export type Bundle = {
  readonly key: string;
  readonly folder: string;
  readonly date: string;
  /** The module to import. */
  readonly entry: string;
  /** Its public files by their path below BASE_URL. */
  readonly assets: ReadonlyMap<string, Buffer>;
};

/**
 * Returns the key of the bundle that this program needs: the digest of its sources, which its
 * releases contain.
 */
export function bundleKey(): string {
  return releaseKeyOf([], '').code;
}

/**
 * Returns the possible places of bundles, best first: beside the program or, if that cannot be
 * written, in STATE_DIR.
 */
export function bundlePlaces(stateDir: string, program = PROGRAM): string[] {
  return [join(program, '.bundle'), join(stateDir, 'bundle')];
}

/** Returns the complete bundle with a key; undefined if it is missing. Warns of a damaged one. */
export function findBundle(
  places: readonly string[],
  key: string,
  warn: (message: string) => void = () => {},
): Bundle | undefined {
  for (const place of places) {
    const folder = join(place, key);
    if (!existsSync(folder)) continue;
    const bundle = readBundle(folder, key);
    if (bundle) return bundle;
    warn('a bundle of the pages is damaged and is rebuilt');
  }
  return undefined;
}

/** Reads a bundle and checks every file against its digest; undefined if one differs. */
function readBundle(folder: string, key: string): Bundle | undefined {
  try {
    const { date, files } = BundleFile.parse(
      JSON.parse(readFileSync(join(folder, BUNDLE_FILE), 'utf8')),
    );
    const assets = new Map<string, Buffer>();
    for (const [file, digest] of Object.entries(files)) {
      const bytes = readFileSync(join(folder, file));
      if (digestOf(bytes) !== digest) return undefined;
      if (file.startsWith('client/')) assets.set(file.slice('client'.length), bytes);
    }
    const entry = 'server/entry.mjs';
    return files[entry] === undefined
      ? undefined
      : { key, folder, date, entry: join(folder, entry), assets };
  } catch {
    return undefined;
  }
}

/**
 * Writes a bundle into the first writable place: under a temporary name, then renamed, so that two
 * processes may write the same one. Bundles of earlier days are removed. Throws the error of the
 * last place if none can be written.
 */
export async function writeBundle(
  places: readonly string[],
  key: string,
  write: (folder: string) => Promise<void>,
  now: Date,
): Promise<Bundle> {
  const [place = '', ...others] = places;
  try {
    return await writeInto(place, key, write, now);
  } catch (error) {
    // The bundler's own errors have none.
    if (systemCodeOf(error) === undefined || others.length === 0) throw error;
    return writeBundle(others, key, write, now);
  }
}

async function writeInto(
  place: string,
  key: string,
  write: (folder: string) => Promise<void>,
  now: Date,
): Promise<Bundle> {
  const folder = join(place, key);
  const building = join(place, `building-${process.pid}-${key}`);
  makeFolder(place);
  try {
    await rm(building, { recursive: true, force: true });
    // Fails before the work is done.
    await mkdir(building);
    await write(building);
    const files = Object.fromEntries(
      listFiles(building).map((file) => [file, digestOf(readFileSync(join(building, file)))]),
    );
    const made: z.infer<typeof BundleFile> = { bundleVersion: 1, date: now.toISOString(), files };
    await writeFile(join(building, BUNDLE_FILE), `${JSON.stringify(made)}\n`);
    // Another process may have written it meanwhile, or the one in its place is damaged.
    await rm(folder, { recursive: true, force: true });
    await rename(building, folder);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
  await clearOld(place, key, now);
  const bundle = readBundle(folder, key);
  if (!bundle)
    throw new Error(`The bundle of the pages in ${place} differs from the one that was written.`);
  return bundle;
}

/** Removes everything of earlier days; errors are ignored. */
async function clearOld(place: string, key: string, now: Date): Promise<void> {
  const oldest = now.getTime() - KEPT_MS;
  for (const name of readdirSync(place).filter((other) => other !== key)) {
    const path = join(place, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && found.mtimeMs < oldest) {
      await rm(path, { recursive: true, force: true }).catch(() => {});
    }
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}
