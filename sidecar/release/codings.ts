import { MIN_CODED_BYTES } from '#artifacts/encode-variants.ts';
import { type PublishedFile, withCodings } from '../http/published-file.ts';
import { type Canceled, cancel, createCanceled, isCanceled } from '../pool/canceled.ts';
import type { Pool } from '../pool/pool.ts';
import type { Supervisor } from '../supervisor.ts';
import type { CurrentRelease, Swapped } from './current-release.ts';
import type { Release } from './release.ts';

/** While edits continue, no processor is spent on variants of releases that will be replaced. */
const QUIET_MS = 200;
/** A start has other work for all processors. */
const START_MS = 1_000;
const WHAT = 'the compressed variants';

type Deps = {
  readonly current: CurrentRelease;
  readonly pool: Pick<Pool, 'run'>;
  readonly supervisor: Supervisor;
};

/**
 * Adds compressed variants to data files of the served release: large ones are published without
 * them, and releases are stored without any. A file whose bytes did not change keeps its variants;
 * those of others are made one after another, once edits pause, and given up when another release
 * is served.
 */
export class ReleaseCodings {
  readonly #deps: Deps;
  #timer: NodeJS.Timeout | undefined;
  #canceled: Canceled = createCanceled();

  constructor(deps: Deps) {
    this.#deps = deps;
    deps.current.on('swapped', (swapped) => this.#follow(swapped));
  }

  /** Gives up work in progress until another release is served. */
  stop(): void {
    clearTimeout(this.#timer);
    cancel(this.#canceled);
  }

  #follow({ before, release }: Swapped): void {
    this.stop();
    for (const [path, file] of filesWithout(release)) {
      const same = before?.files.get(path);
      if (same?.identity.etag !== file.identity.etag) continue;
      release.replaceFile(path, { ...file, coded: same.coded });
    }
    const canceled = createCanceled();
    this.#canceled = canceled;
    const ms = before ? QUIET_MS : START_MS;
    this.#timer = setTimeout(() => void this.#add(release, canceled), ms).unref();
  }

  async #add(release: Release, canceled: Canceled): Promise<void> {
    const { pool, supervisor } = this.#deps;
    try {
      for (const [path, file] of filesWithout(release)) {
        const { body } = file.identity;
        const codings = await pool.run({ type: 'compress', body, canceled });
        release.replaceFile(path, withCodings(file, codings));
      }
      if (!isCanceled(canceled)) supervisor.recover(WHAT);
    } catch (error) {
      if (isCanceled(canceled)) return;
      const why = { code: 'ENCODING_FAILED', reason: 'they cannot be made' };
      const fault = { kind: 'rebuild', what: WHAT, ...why, cause: String(error) } as const;
      supervisor.fail(fault, () => void this.#add(release, canceled));
    }
  }
}

/** Returns the files whose compressed variants are missing, the shortest first. */
function filesWithout({ files }: Release): [path: string, file: PublishedFile][] {
  return [...files]
    .filter(([, { coded, identity }]) => coded.size === 0 && identity.length >= MIN_CODED_BYTES)
    .sort(([, a], [, b]) => a.identity.length - b.identity.length);
}
