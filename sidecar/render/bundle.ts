import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Logger } from 'pino';
import { encodeVariants } from '#artifacts/encode-variants.ts';
import { isCompressible, mediaTypeOf } from '#artifacts/media-types.ts';
import type { ManifestEntry } from '#release/manifest.ts';
import { type EncodedFile, toEncodedFile } from '#release/release.ts';
import { describeError } from '../describe-error.ts';
import { type PublishedFile, preparePublishedFile } from '../http/published-file.ts';
import type { Supervisor } from '../supervisor.ts';
import {
  type Bundle,
  bundleKey,
  bundlePlaces,
  findBundle,
  findOtherBundles,
  PROGRAM,
} from './bundle-folder.ts';
import type { RenderPage } from './page-handler.ts';
import { loadPageHandler } from './page-handler.ts';

/** Where bundles are, which one is needed, and how it is made. */
type BundleOptions = {
  readonly stateDir: string;
  /** The folder of the program; by default the one that runs. */
  readonly program?: string;
  /** Makes the bundle, in a process of its own, so that its memory is freed. */
  readonly script: string;
  /** Reports progress. */
  readonly tell: (message: string) => void;
};

/** Makes the bundle: `npm run bundle`. */
export const BUNDLE_SCRIPT = join(PROGRAM, 'scripts/bundle.ts');

/** Bundling takes two seconds; one that takes this long hangs. */
const BUNDLING_MS = 120_000;

/** Maximum length of the bundler's output in a message. */
const MAX_COMPLAINT_LENGTH = 2000;

/** Thrown where pages cannot be bundled; the message is what the bundler said. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
}

/** Loads the bundle of this program, and makes it first if it is missing. */
export async function loadBundle(options: BundleOptions, signal: AbortSignal): Promise<PageBundle> {
  const bundle = await ensureBundle(options, signal);
  return {
    assets: await prepareAssets(bundle.assets, bundle.date),
    render: await loadPageHandler(bundle.entry),
    isWhole: () => findBundle([dirname(bundle.folder)], bundle.key) !== undefined,
  };
}

/** The hashed files of bundles of earlier programs: HTML in caches still names them. */
export async function loadEarlierAssets({ stateDir, program }: BundleOptions): Promise<Assets> {
  const bundles = findOtherBundles(bundlePlaces(stateDir, program), bundleKey());
  const prepared = await Promise.all(
    bundles.map(({ assets, date }) => prepareAssets(hashedOnly(assets), date)),
  );
  return new Map(prepared.flatMap((files) => [...files]));
}

async function prepareAssets(assets: Bundle['assets'], date: string): Promise<Assets> {
  const files = await encodeAssets(assets, new Map(), new Date(date));
  return new Map(files.map((file) => [file.entry.path, preparePublishedFile(file, '')]));
}

/** The bundle of this program. Throws a BundleError if it is missing and cannot be made. */
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
  // `close` follows.
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

/** Encodes public files. `previous` are the entries of the release before; `now` dates changes. */
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

/** The files whose names hold a hash: they do not clash with those of another bundle. */
export function hashedOnly(assets: ReadonlyMap<string, Buffer>): ReadonlyMap<string, Buffer> {
  return new Map([...assets].filter(([path]) => path.startsWith('/_astro/')));
}

/** Public files of a bundle by their path. */
type Assets = ReadonlyMap<string, PublishedFile>;

/** A loaded bundle: the code that renders pages, and the files that pages link to. */
export type PageBundle = {
  readonly render: RenderPage;
  readonly assets: Assets;
  /** Whether its files are undamaged: code is read from them when a kind of page is first rendered. */
  readonly isWhole: () => boolean;
};

/** How faults name the bundle. */
const WHAT = 'the pages';

export type BundleDeps = {
  /** Loads the bundle, and makes it where it is missing. */
  readonly load: (signal: AbortSignal) => Promise<PageBundle>;
  readonly supervisor: Supervisor;
  readonly log: Logger;
  readonly now?: () => Date;
};

/** Loads the bundle of the pages, retries, and loads it again where its files are damaged. */
export class BundleKeeper {
  readonly #deps: BundleDeps;
  readonly #onLoaded: () => void;
  #bundle: PageBundle | undefined;
  #failedAt: Date | undefined;
  /** Aborts when the process is to end. */
  #signal = AbortSignal.any([]);

  /** `onLoaded` is called when there is a bundle for the first time. */
  constructor(deps: BundleDeps, onLoaded: () => void) {
    this.#deps = deps;
    this.#onLoaded = onLoaded;
  }

  get bundle(): PageBundle | undefined {
    return this.#bundle;
  }

  /** Since when it cannot be loaded. */
  get failedAt(): Date | undefined {
    return this.#bundle ? undefined : this.#failedAt;
  }

  /** Loads it until that succeeds or the signal aborts. Resolves after the first try. */
  async start(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    await this.#load();
  }

  /** Makes and loads it again where its files are damaged. Rejects where that fails. */
  async mend(): Promise<void> {
    const { load, log } = this.#deps;
    if (!this.#bundle || this.#bundle.isWhole()) return;
    log.warn('files of the bundle are gone or damaged, so that it is loaded again');
    this.#bundle = await load(this.#signal);
  }

  async #load(): Promise<void> {
    const { load, supervisor, now = () => new Date() } = this.#deps;
    try {
      this.#bundle = await load(this.#signal);
    } catch (error) {
      if (this.#signal.aborted) return;
      this.#failedAt ??= now();
      const reason = 'the bundle cannot be made';
      supervisor.fail(
        { kind: 'bundle', what: WHAT, code: 'BUNDLE_FAILED', reason, cause: describeError(error) },
        () => void this.#load(),
      );
      return;
    }
    supervisor.recover(WHAT);
    this.#onLoaded();
  }
}
