import type { Logger } from 'pino';
import { describeError } from '../describe-error.ts';
import type { PublishedFile } from '../http/published-file.ts';
import type { Supervisor } from '../supervisor.ts';
import type { RenderPage } from './page-handler.ts';

/** What pages are made with: the code of a bundle, and the files that pages name. */
export type PageBundle = {
  readonly render: RenderPage;
  /** By path. */
  readonly assets: ReadonlyMap<string, PublishedFile>;
  /** Whether its files are still there: code of pages that nobody has asked for is read from them. */
  readonly isWhole: () => boolean;
};

/** What the bundle is called where it cannot be loaded. */
const WHAT = 'the pages';

export type BundleKeeperParts = {
  /** Loads the bundle, and makes it where there is none. */
  readonly load: (signal: AbortSignal) => Promise<PageBundle>;
  readonly supervisor: Supervisor;
  readonly log: Logger;
  readonly now?: () => Date;
};

/** Has the bundle of the pages loaded, as often as it takes, and again where its files are gone. */
export class BundleKeeper {
  readonly #parts: BundleKeeperParts;
  readonly #onLoaded: () => void;
  #bundle: PageBundle | undefined;
  #failedAt: Date | undefined;
  /** Aborts when the process is to end. */
  #signal = AbortSignal.any([]);

  /** `onLoaded` is called when there is a bundle for the first time. */
  constructor(parts: BundleKeeperParts, onLoaded: () => void) {
    this.#parts = parts;
    this.#onLoaded = onLoaded;
  }

  get bundle(): PageBundle | undefined {
    return this.#bundle;
  }

  /** Since when it cannot be loaded, while that is so. */
  get failedAt(): Date | undefined {
    return this.#bundle ? undefined : this.#failedAt;
  }

  /** Loads it until it is there or the signal aborts. Resolves when the first try is over. */
  async start(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    await this.#load();
  }

  /** Loads it again, made anew, where files of it are gone. Rejects where that fails. */
  async mend(): Promise<void> {
    const { load, log } = this.#parts;
    if (!this.#bundle || this.#bundle.isWhole()) return;
    log.warn('files of the bundle are gone or damaged, so that it is loaded again');
    this.#bundle = await load(this.#signal);
  }

  async #load(): Promise<void> {
    const { load, supervisor, now = () => new Date() } = this.#parts;
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
