import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { encodeVariants } from '#artifacts/encode-variants.ts';
import type { ManifestEntry } from '#artifacts/manifest.ts';
import { isCompressible, mediaTypeOf } from '#artifacts/media-types.ts';
import { type EncodedFile, toEncodedFile } from '#release/release.ts';
import { type PublishedFile, preparePublishedFile } from '../http/published-file.ts';
import {
  type Bundle,
  bundleKey,
  bundlePlaces,
  findBundle,
  findOtherBundles,
  PROGRAM,
} from './bundle-folder.ts';
import type { PageBundle } from './bundle-keeper.ts';
import { loadPageHandler } from './page-handler.ts';

/** Where bundles lie, which one is wanted, and how it is made. */
export type BundleSettings = {
  readonly stateDir: string;
  /** The folder of the program beside which bundles lie; without it the one that runs. */
  readonly program?: string;
  /** Makes the bundle in a process of its own, which gives its memory back when it ends. */
  readonly script: string;
  /** Told what is done meanwhile. */
  readonly tell: (message: string) => void;
};

/** Makes the bundle: `npm run bundle`. */
export const BUNDLE_SCRIPT = join(PROGRAM, 'scripts/bundle.ts');

/** Bundling takes two seconds; where it takes this long it has hung. */
const BUNDLING_MS = 120_000;

/** Bundlers say a lot. */
const MAX_COMPLAINT_LENGTH = 2000;

/** Thrown where pages cannot be bundled; the message is what the bundler said. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
}

/** Loads the bundle of this program, and makes it first where there is none. */
export async function loadBundle(
  settings: BundleSettings,
  signal: AbortSignal,
): Promise<PageBundle> {
  const bundle = await ensureBundle(settings, signal);
  const assets = await encodeAssets(bundle.assets, new Map(), new Date(bundle.date));
  return {
    render: await loadPageHandler(bundle.entry),
    assets: prepareAssets(assets),
    isWhole: () => findBundle([dirname(bundle.folder)], bundle.key) !== undefined,
  };
}

/** The hashed files of bundles of earlier programs: HTML in caches still names them. */
export async function loadEarlierAssets({
  stateDir,
  program,
}: BundleSettings): Promise<ReadonlyMap<string, PublishedFile>> {
  const bundles = findOtherBundles(bundlePlaces(stateDir, program), bundleKey());
  const files = await Promise.all(
    bundles.map(({ assets, date }) => encodeAssets(hashedOnly(assets), new Map(), new Date(date))),
  );
  return prepareAssets(files.flat());
}

function prepareAssets(files: readonly EncodedFile[]): ReadonlyMap<string, PublishedFile> {
  return new Map(files.map((file) => [file.entry.path, preparePublishedFile(file, '')]));
}

/** The bundle of this program. Throws a BundleError where it is not there and cannot be made. */
export async function ensureBundle(
  { stateDir, program, script, tell }: BundleSettings,
  signal: AbortSignal,
): Promise<Bundle> {
  const places = bundlePlaces(stateDir, program);
  const key = bundleKey();
  const found = findBundle(places, key, tell);
  if (found) return found;
  tell('bundling the pages, once for this version of the program');
  const started = performance.now();
  const failure = await runScript(script, stateDir, signal);
  // Also where it failed: another process may have made it meanwhile.
  const made = findBundle(places, key);
  if (!made) {
    throw new BundleError(failure ?? 'The program was changed while it runs; start it again.');
  }
  tell(`the pages are bundled, ${Math.round(performance.now() - started)} ms`);
  return made;
}

/** Returns why the script failed; undefined where it did not. */
async function runScript(
  script: string,
  stateDir: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const late = AbortSignal.timeout(BUNDLING_MS);
  const child = spawn(process.execPath, [script, '--state-dir', stateDir], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: AbortSignal.any([signal, late]),
    killSignal: 'SIGKILL',
  });
  // Told by its end as well.
  child.on('error', () => {});
  const ended = new Promise<readonly [code: number | null, killed: string | null]>((resolve) => {
    child.once('close', (code, killed) => resolve([code, killed]));
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (complaint.length < MAX_COMPLAINT_LENGTH) complaint += chunk;
  });
  const [code, killed] = await ended;
  if (code === 0) return undefined;
  const end = signal.aborted
    ? 'was given up, since it is not needed any more'
    : late.aborted
      ? `took more than ${BUNDLING_MS / 1000} seconds and was ended`
      : killed
        ? `was ended by ${killed}, perhaps for want of memory`
        : `ended with code ${code}`;
  const said = stripVTControlCharacters(complaint).trim().slice(0, MAX_COMPLAINT_LENGTH);
  return `The bundling of the pages ${end}. ${said}`.trim();
}

/**
 * Public files of a bundle by their path, encoded. `previous` are the entries of the release before,
 * `now` dates what is new.
 */
export async function encodeAssets(
  assets: ReadonlyMap<string, Buffer>,
  previous: Pick<ReadonlyMap<string, ManifestEntry>, 'get'>,
  now: Date,
): Promise<EncodedFile[]> {
  return Promise.all(
    [...assets].map(async ([path, bytes]) => {
      const mediaType = mediaTypeOf(path);
      const variants = await encodeVariants([bytes], isCompressible(mediaType));
      return toEncodedFile(
        { path, file: path.slice(1), mediaType },
        variants,
        previous.get(path),
        now,
      );
    }),
  );
}

/** Those whose name says what is in them: they can stand beside those of another bundle. */
export function hashedOnly(assets: ReadonlyMap<string, Buffer>): ReadonlyMap<string, Buffer> {
  return new Map([...assets].filter(([path]) => path.startsWith('/_astro/')));
}
