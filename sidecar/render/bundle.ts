import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ASSET_LEVELS, encodeVariants } from '#artifacts/encode-variants.ts';
import { isCompressible, mediaTypeOf } from '#artifacts/media-types.ts';
import type { ManifestEntry } from '#release/manifest.ts';
import { type EncodedFile, toEncodedFile } from '#release/release.ts';
import { type PublishedFile, preparePublishedFile } from '../http/published-file.ts';
import { type Bundle, bundleKey, bundlePlaces, findBundle, PROGRAM } from './bundle-folder.ts';
import { loadPageHandler, type RenderPage } from './page-handler.ts';

/** The places of bundles, the one that is needed, and the way to make it. */
type BundleOptions = {
  readonly stateDir: string;
  /** The folder of the program; the running one by default. */
  readonly program?: string;
  /** Makes the bundle, in a process of its own, so that its memory is freed. */
  readonly script: string;
  /** Reports progress. */
  readonly tell: (message: string) => void;
};

/** Makes the bundle: `npm run bundle`. */
export const BUNDLE_SCRIPT = join(PROGRAM, 'scripts/bundle.ts');

/** Bundling takes two seconds; a run that takes this long hangs. */
const BUNDLING_MS = 120_000;

/** Maximum length of the bundler's output in a message. */
const MAX_COMPLAINT_LENGTH = 2000;

/** Thrown if pages cannot be bundled; the message is the bundler's. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
}

/** A loaded bundle: the code that renders pages, and the files that pages link to. */
export type PageBundle = {
  readonly render: RenderPage;
  /** Public files by path. */
  readonly assets: ReadonlyMap<string, PublishedFile>;
};

/** Loads the bundle of this program, and makes it first if it is missing. */
export async function loadBundle(options: BundleOptions, signal: AbortSignal): Promise<PageBundle> {
  const bundle = await ensureBundle(options, signal);
  return {
    assets: await prepareAssets(bundle),
    render: await loadPageHandler(bundle.entry),
  };
}

async function prepareAssets({ assets, date }: Bundle): Promise<PageBundle['assets']> {
  const files = await encodeAssets(assets, new Map(), new Date(date));
  const site = { baseUrl: '', sidecarUrl: undefined };
  return new Map(files.map((file) => [file.entry.path, preparePublishedFile(file, site)]));
}

/** Returns the bundle of this program. Throws a BundleError if it is missing and cannot be made. */
export async function ensureBundle(
  { stateDir, program, script, tell }: BundleOptions,
  signal: AbortSignal,
): Promise<Bundle> {
  const places = bundlePlaces(stateDir, program);
  const key = bundleKey();
  const found = findBundle(places, key, tell);
  if (found) return found;
  tell('bundling the pages, once for this version of the program');
  const started = performance.now();
  const failure = await runScript(script, stateDir, signal);
  // Even after a failure: another process may have made it meanwhile.
  const made = findBundle(places, key);
  if (!made) throw new BundleError(failure ?? 'The program was changed while running; restart it.');
  tell(`the pages are bundled, ${Math.round(performance.now() - started)} ms`);
  return made;
}

/** Returns the reason why the script failed; undefined if it did not. */
function runScript(script: string, stateDir: string, signal: AbortSignal) {
  const args = [script, '--state-dir', stateDir];
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const limits = { signal, timeout: BUNDLING_MS, killSignal: 'SIGKILL' } as const;
  execFile(process.execPath, args, limits, (error, _stdout, stderr) => {
    if (!error) return resolve(undefined);
    const { code, killed, signal: endedBy } = error;
    const end = killed
      ? `took more than ${BUNDLING_MS / 1000} seconds and was stopped`
      : endedBy
        ? `was ended by ${endedBy}, perhaps for lack of memory`
        : `ended with code ${code}`;
    const said = stripVTControlCharacters(stderr).trim().slice(0, MAX_COMPLAINT_LENGTH);
    resolve(`The bundling of the pages ${end}. ${said}`.trim());
  });
  return promise;
}

/**
 * Encodes public files. `previous` are the entries of the previous release; `now` dates changes.
 */
export async function encodeAssets(
  assets: ReadonlyMap<string, Buffer>,
  previous: Pick<ReadonlyMap<string, ManifestEntry>, 'get'>,
  now: Date,
): Promise<EncodedFile[]> {
  return Promise.all(
    [...assets].map(async ([path, bytes]) => {
      const mediaType = mediaTypeOf(path);
      const variants = await encodeVariants([bytes], isCompressible(mediaType), ASSET_LEVELS);
      const place = { path, file: path.slice(1), mediaType };
      return toEncodedFile(place, variants, previous.get(path), now);
    }),
  );
}
