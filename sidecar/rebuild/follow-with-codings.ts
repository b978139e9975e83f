import { setTimeout } from 'node:timers/promises';
import type { PackedFile } from '#release/packed-file.ts';
import type { RebuildPort } from './rebuild-port.ts';
import { type DataRenderer, lacksCodings } from './render-data.ts';

/** While edits keep coming, no processor is spent on variants that nobody will see. */
const QUIET_MS = 200;

type Release = { readonly ordinal: number; readonly files: readonly PackedFile[] };

type Settings = {
  readonly renderer: DataRenderer;
  readonly port: RebuildPort;
  /** Stores the files of a release anew, with what was added. */
  readonly store: (release: Release) => Promise<void>;
  readonly signal: AbortSignal;
};

/**
 * Makes the compressed variants of large files after a release went out: once there is quiet, for
 * the newest release, one at a time.
 */
export class CodingsFollower {
  readonly #settings: Settings;
  #wanted: Release | undefined;
  #running: Promise<void> | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  want(release: Release): void {
    this.#wanted = release;
    this.#running ??= this.#run();
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
        port.log('warn', 'compressed variants cannot be made', { cause: String(error) });
      }
      if (this.#wanted === release) this.#wanted = undefined;
    }
    this.#running = undefined;
  }

  async #encode(release: Release): Promise<void> {
    const { renderer, port, store } = this.#settings;
    const isNewest = () => this.#wanted === release;
    const added: PackedFile[] = [];
    for (const file of release.files.filter(lacksCodings)) {
      if (!isNewest()) return;
      added.push(await renderer.addCodings(file));
    }
    if (added.length === 0 || !isNewest()) return;
    const whole = release.files.map(
      (file) => added.find(({ entry }) => entry.path === file.entry.path) ?? file,
    );
    await store({ ordinal: release.ordinal, files: whole });
    port.post({ type: 'codings', ordinal: release.ordinal, files: added });
    port.reached('coded');
  }
}
