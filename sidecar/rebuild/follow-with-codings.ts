import { setTimeout } from 'node:timers/promises';
import type { SealedFile } from '#release/sealed-file.ts';
import { VARIANTS } from './messages.ts';
import type { RebuildPort } from './rebuild-port.ts';
import { type DataRenderer, lacksCodings } from './render-data.ts';

/** While edits keep coming, no processor is spent on variants that nobody will see. */
const QUIET_MS = 200;

type Release = { readonly ordinal: number; readonly files: readonly SealedFile[] };

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

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  want(release: Release): void {
    // Nobody would wait for them any more.
    if (this.#settings.signal.aborted) return;
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
      try {
        await setTimeout(QUIET_MS, undefined, { signal });
        if (this.#wanted !== release) continue;
        await this.#encode(release);
      } catch (error) {
        if (signal.aborted) break;
        const why = {
          code: 'ENCODING_FAILED',
          reason: 'they cannot be made',
          cause: String(error),
        };
        port.post({ type: 'fault', fault: { kind: 'rebuild', what: VARIANTS, ...why } });
        this.#failed = release;
      }
      if (this.#wanted === release) this.#wanted = undefined;
    }
    this.#running = undefined;
  }

  async #encode(release: Release): Promise<void> {
    const { renderer, port, store } = this.#settings;
    const isNewest = () => this.#wanted === release;
    const added: SealedFile[] = [];
    for (const file of release.files.filter(lacksCodings)) {
      if (!isNewest()) return;
      added.push(await renderer.addCodings(file));
    }
    if (!isNewest()) return;
    if (this.#failed) port.post({ type: 'recovered', what: VARIANTS });
    this.#failed = undefined;
    if (added.length === 0) return;
    store({ ordinal: release.ordinal, files: added });
    port.post({ type: 'codings', ordinal: release.ordinal, files: added });
    port.reached('coded');
  }
}
