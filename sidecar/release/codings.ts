import { MIN_CODED_BYTES } from '#artifacts/encode-variants.ts';
import { type PublishedFile, withCodings } from '../http/published-file.ts';
import { type Cancelled, cancel, createCancelled, isCancelled } from '../pool/cancelled.ts';
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
 * Adds compressed variants to data files of the served release: large ones are published without them,
 * and releases are stored without any. A file with the same bytes as in the release before has its
 * variants at once; those of others are made one after another, once edits pause, and given up where
 * another release is served.
 */
export class ReleaseCodings {
  readonly #deps: Deps;
  #timer: NodeJS.Timeout | undefined;
  #cancelled: Cancelled = createCancelled();

  constructor(deps: Deps) {
    this.#deps = deps;
    deps.current.on('swapped', (swapped) => this.#follow(swapped));
  }

  /** Gives up what is being made, until another release is served. */
  stop(): void {
    clearTimeout(this.#timer);
    cancel(this.#cancelled);
  }

  #follow({ before, release }: Swapped): void {
    this.stop();
    for (const [path, file] of filesWithout(release)) {
      const same = before?.files.get(path);
      if (same?.identity.etag !== file.identity.etag) continue;
      release.replaceFile(path, { ...file, coded: same.coded });
    }
    const cancelled = createCancelled();
    this.#cancelled = cancelled;
    const ms = before ? QUIET_MS : START_MS;
    this.#timer = setTimeout(() => void this.#add(release, cancelled), ms).unref();
  }

  async #add(release: Release, cancelled: Cancelled): Promise<void> {
    const { pool, supervisor } = this.#deps;
    try {
      for (const [path, file] of filesWithout(release)) {
        const { body } = file.identity;
        const codings = await pool.run({ type: 'compress', body, cancelled });
        release.replaceFile(path, withCodings(file, codings));
      }
      if (!isCancelled(cancelled)) supervisor.recover(WHAT);
    } catch (error) {
      if (isCancelled(cancelled)) return;
      const why = { code: 'ENCODING_FAILED', reason: 'they cannot be made' };
      const fault = { kind: 'rebuild', what: WHAT, ...why, cause: String(error) } as const;
      supervisor.fail(fault, () => void this.#add(release, cancelled));
    }
  }
}

/** The files whose compressed variants are still to be made, the shortest first. */
function filesWithout({ files }: Release): [path: string, file: PublishedFile][] {
  return [...files]
    .filter(([, { coded, identity }]) => coded.size === 0 && identity.length >= MIN_CODED_BYTES)
    .sort(([, a], [, b]) => a.identity.length - b.identity.length);
}
