import { setTimeout } from 'node:timers/promises';
import type { EncodedFile } from '#release/release.ts';
import { collectGarbage } from '../../spare-memory.ts';
import type { RebuildPort } from '../messages.ts';
import { VARIANTS } from '../messages.ts';
import { type DataRenderer, lacksCodings } from '../render-data.ts';

/** While edits keep coming, no processor is spent on variants that nobody will see. */
const QUIET_MS = 200;

type Release = { readonly ordinal: number; readonly files: readonly EncodedFile[] };

type Settings = {
  readonly renderer: Pick<DataRenderer, 'addCodings'>;
  readonly port: RebuildPort;
  /** Stores the files of a release to which variants were added. Never throws. */
  readonly store: (added: Release) => void;
  readonly signal: AbortSignal;
};

/**
 * Makes the compressed variants of large files after a release went out: once there is quiet, for
 * the newest release, one at a time.
 */
export class CodingsFollower {
  readonly #settings: Settings;
  #wanted: Release | undefined;
  /** What could not be compressed, for whoever tries again. */
  #failed: Release | undefined;
  #running: Promise<void> | undefined;
  /** Ends what is under way for a release that was replaced, or while the process ends. */
  #unwanted = new AbortController();

  constructor(settings: Settings) {
    this.#settings = settings;
    settings.signal.addEventListener('abort', () => this.#unwanted.abort(), { once: true });
  }

  want(release: Release): void {
    // Nobody would wait for them any more.
    if (this.#settings.signal.aborted) return;
    this.#unwanted.abort();
    this.#wanted = release;
    this.#running ??= this.#run();
  }

  /** Whether some could not be made, which is told. */
  get hasFailed(): boolean {
    return this.#failed !== undefined;
  }

  /** Makes those that could not be made before. */
  retry(): void {
    // A newer release makes up for it already, if there is one.
    if (this.#failed && !this.#wanted) this.want(this.#failed);
  }

  /** Resolves when nothing is under way. */
  async settle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    const { port, signal } = this.#settings;
    while (this.#wanted && !signal.aborted) {
      const release = this.#wanted;
      this.#unwanted = new AbortController();
      const unwanted = this.#unwanted.signal;
      try {
        await setTimeout(QUIET_MS, undefined, { signal: unwanted });
        await this.#encode(release, unwanted);
      } catch (error) {
        if (unwanted.aborted) continue;
        const why = {
          code: 'ENCODING_FAILED',
          reason: 'they cannot be made',
          cause: String(error),
        };
        port.post({ type: 'fault', fault: { kind: 'rebuild', what: VARIANTS, ...why } });
        this.#failed = release;
      }
      // Another may be wanted by now.
      if (this.#wanted === release) this.#wanted = undefined;
    }
    this.#running = undefined;
  }

  async #encode(release: Release, unwanted: AbortSignal): Promise<void> {
    const { renderer, port, store } = this.#settings;
    const added: EncodedFile[] = [];
    const bare = release.files.filter(lacksCodings);
    // Of the start or of the edits since, to make room, and at the end what the coders have used.
    if (bare.length > 0) collectGarbage();
    for (const file of bare) {
      added.push(await renderer.addCodings(file, unwanted));
    }
    unwanted.throwIfAborted();
    if (this.#failed) port.post({ type: 'recovered', what: VARIANTS });
    this.#failed = undefined;
    if (added.length > 0) {
      store({ ordinal: release.ordinal, files: added });
      port.post({ type: 'codings', ordinal: release.ordinal, files: added });
    }
    collectGarbage();
  }
}
