import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { systemCodeOf } from '#dataset/system-fault.ts';
import { listFiles } from '#release/digest-files.ts';
import { makeFolder } from '#release/make-folder.ts';
import { releaseKeyOf } from '#release/release-key.ts';

/** The program that runs, whose pages are bundled. */
export const PROGRAM = join(import.meta.dirname, '../..');

/** Bundles of earlier programs: HTML in caches still names their styles during an upgrade. */
const KEPT_BUNDLES = 2;

/** What a bundle says of itself; it is written last, so that half of one is none. */
const BundleFile = z.strictObject({
  bundleVersion: z.literal(1),
  /** When it was made: the Last-Modified of its public files. */
  date: z.iso.datetime(),
  /** The SHA-256 of each file, by its path in the bundle. */
  files: z.record(z.string(), z.string()),
});
const BUNDLE_FILE = 'bundle.json';

/** The pages of one program, bundled: code that renders them, and the public files they name. */
export type Bundle = {
  readonly key: string;
  readonly folder: string;
  readonly date: string;
  /** The module to import. */
  readonly entry: string;
  /** Its public files by their path below BASE_URL. */
  readonly assets: ReadonlyMap<string, Buffer>;
};

/** Which bundle this program needs: the digest of its sources, as its releases carry it. */
export function bundleKey(): string {
  return releaseKeyOf([], '').code;
}

/** Where bundles may lie, best first: beside the program or, where that cannot be written, in STATE_DIR. */
export function bundlePlaces(stateDir: string, program = PROGRAM): string[] {
  return [join(program, '.bundle'), join(stateDir, 'bundle')];
}

/** The bundle with a key, whole; undefined where there is none. `warn` is told of a damaged one. */
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
    warn('a bundle of the pages is damaged and is made again');
  }
  return undefined;
}

/** The bundles of other programs that are whole, newest first. */
export function findOtherBundles(places: readonly string[], key: string): Bundle[] {
  return places
    .flatMap((place) => listKeys(place).map((name) => ({ name, folder: join(place, name) })))
    .filter(({ name }) => name !== key)
    .flatMap(({ name, folder }) => readBundle(folder, name) ?? [])
    .sort((a, b) => (a.date > b.date ? -1 : 1));
}

/** Reads a bundle and holds every file against its digest; undefined where one differs. */
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

/** What the system says where a place cannot be written. */
const UNWRITABLE = new Set([
  'EACCES',
  'EDQUOT',
  'EEXIST',
  'ENOENT',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
]);

/**
 * Has a bundle written into the first place that takes it: beside its name, and renamed, so that two
 * processes that write the same one do not disturb each other. Older ones are removed but for the
 * last. Throws the error of the last place where none can be written.
 */
export async function writeBundle(
  places: readonly string[],
  key: string,
  write: (folder: string) => Promise<void>,
  now: Date,
): Promise<Bundle> {
  let failure: unknown;
  for (const place of places) {
    try {
      return await writeInto(place, key, write, now);
    } catch (error) {
      failure = error;
      const code = systemCodeOf(error) ?? '';
      if (!UNWRITABLE.has(code)) break;
    }
  }
  throw failure;
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
    // Before the work that it takes to write it.
    await mkdir(building);
    await write(building);
    const files = Object.fromEntries(
      listFiles(building).map((file) => [file, digestOf(readFileSync(join(building, file)))]),
    );
    const told: z.infer<typeof BundleFile> = { bundleVersion: 1, date: now.toISOString(), files };
    await writeFile(join(building, BUNDLE_FILE), `${JSON.stringify(told)}\n`);
    await putInPlace(building, folder, key);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
  await clearOld(place, key);
  const bundle = readBundle(folder, key);
  if (!bundle) throw new Error(`The bundle of the pages in ${place} is not what was written.`);
  return bundle;
}

/** Another process may have put the same one there meanwhile, which is as good as ours. */
async function putInPlace(building: string, folder: string, key: string): Promise<void> {
  try {
    await rename(building, folder);
  } catch {
    if (readBundle(folder, key)) return;
    // What stands there is damaged.
    await rm(folder, { recursive: true, force: true });
    await rename(building, folder).catch((error: unknown) => {
      if (!readBundle(folder, key)) throw error;
    });
  }
}

/** What cannot be removed stays: it is only old. */
async function clearOld(place: string, key: string): Promise<void> {
  const bundles = findOtherBundles([place], key);
  const kept = new Set([key, ...bundles.slice(0, KEPT_BUNDLES - 1).map((bundle) => bundle.key)]);
  for (const name of readdirSync(place)) {
    const [, pid] = /^building-(\d+)/.exec(name) ?? [];
    const isLeft = pid === undefined ? !kept.has(name) : !isAlive(Number(pid));
    if (isLeft) await rm(join(place, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** Whether another process has an id; our own was, in a container, that of the one before. */
export function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process lives and belongs to somebody else.
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
