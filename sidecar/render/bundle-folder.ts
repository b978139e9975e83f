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

/** Bundles that are kept: during an upgrade, HTML in caches still links to earlier styles. */
const KEPT_BUNDLES = 2;

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

/** Returns the complete bundles of other programs, newest first. */
export function findOtherBundles(places: readonly string[], key: string): Bundle[] {
  return places
    .flatMap((place) => listKeys(place).map((name) => ({ name, folder: join(place, name) })))
    .filter(({ name }) => name !== key)
    .flatMap(({ name, folder }) => readBundle(folder, name) ?? [])
    .sort((a, b) => (a.date > b.date ? -1 : 1));
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
 * processes may write the same one. Older bundles except the last are removed. Throws the error of
 * the last place if none can be written.
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
    await putInPlace(building, folder, key);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
  await clearOld(place, key);
  const bundle = readBundle(folder, key);
  if (!bundle)
    throw new Error(`The bundle of the pages in ${place} differs from the one that was written.`);
  return bundle;
}

/** Another process may have written the same bundle meanwhile, which is kept. */
async function putInPlace(building: string, folder: string, key: string): Promise<void> {
  try {
    await rename(building, folder);
  } catch {
    if (readBundle(folder, key)) return;
    // The one in its place is damaged.
    await rm(folder, { recursive: true, force: true });
    await rename(building, folder).catch((error: unknown) => {
      if (!readBundle(folder, key)) throw error;
    });
  }
}

/** Removes older bundles; errors are ignored. */
async function clearOld(place: string, key: string): Promise<void> {
  const bundles = findOtherBundles([place], key);
  const kept = new Set([key, ...bundles.slice(0, KEPT_BUNDLES - 1).map((bundle) => bundle.key)]);
  for (const name of readdirSync(place)) {
    const [, pid] = /^building-(\d+)/.exec(name) ?? [];
    const isLeft = pid === undefined ? !kept.has(name) : !isAlive(Number(pid));
    if (isLeft) await rm(join(place, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** True if another process has an id; in a container, the previous process had ours. */
export function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process lives and belongs to another user.
    return systemCodeOf(error) === 'EPERM';
  }
}

function listKeys(place: string): string[] {
  if (!existsSync(place) || !statSync(place).isDirectory()) return [];
  return readdirSync(place).filter((name) => !name.startsWith('building-'));
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}
