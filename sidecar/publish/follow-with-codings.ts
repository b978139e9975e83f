import { setTimeout } from 'node:timers/promises';
import { addCodings, lacksCodings } from '#release/build.ts';
import type { EncodedFile } from '#release/release.ts';
import { type RebuildPort, VARIANTS } from './messages.ts';

/** While edits continue, no processor is spent on variants that nobody will see. */
const QUIET_MS = 200;

/**
 * Where less is compressed, garbage is left to V8: a forced collection throws optimized code away, and the
 * next edit takes half as long again.
 */
const MIN_COLLECTED_BYTES = 8 * 1024 * 1024;

/** Files of a release, some of them with compressed variants. */
export type CodedFiles = { readonly ordinal: number; readonly files: readonly EncodedFile[] };

type Deps = {
  readonly port: RebuildPort;
  /** Stores the files of a release to which variants were added. Never throws. */
  readonly store: (added: CodedFiles) => void;
  readonly signal: AbortSignal;
  readonly encode?: typeof addCodings;
};

/** Compresses large files of the newest published release, one at a time, once edits pause. */
export class CodingsFollower {
  readonly #deps: Deps;
  #wanted: CodedFiles | undefined;
  /** What could not be compressed, for the next try. */
  #failed: CodedFiles | undefined;
  #running: Promise<void> | undefined;
  /** Ends the work for a release that was replaced, or while the process ends. */
  #unwanted = new AbortController();

  constructor(deps: Deps) {
    this.#deps = deps;
    deps.signal.addEventListener('abort', () => this.#unwanted.abort(), { once: true });
  }

  want(release: CodedFiles): void {
    if (this.#deps.signal.aborted) return;
    this.#unwanted.abort();
    this.#wanted = release;
    this.#running ??= this.#run();
  }

  /** Makes those that could not be made before. */
  retry(): void {
    // A newer release makes up for it already, if there is one.
    if (this.#failed && !this.#wanted) this.want(this.#failed);
  }

  /** Resolves when nothing is in flight. */
  async settle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    const { port, signal } = this.#deps;
    while (this.#wanted && !signal.aborted) {
      const release = this.#wanted;
      this.#unwanted = new AbortController();
      const unwanted = this.#unwanted.signal;
      try {
        await setTimeout(QUIET_MS, undefined, { signal: unwanted });
        await this.#encode(release, unwanted);
      } catch (error) {
        if (unwanted.aborted) continue;
        const why = { code: 'ENCODING_FAILED', reason: 'they cannot be made' };
        const fault = { kind: 'rebuild', what: VARIANTS, ...why, cause: String(error) } as const;
        port.post({ type: 'fault', fault });
        this.#failed = release;
      }
      // Another may be wanted by now.
      if (this.#wanted === release) this.#wanted = undefined;
    }
    this.#running = undefined;
  }

  async #encode(release: CodedFiles, unwanted: AbortSignal): Promise<void> {
    const { port, store, encode = addCodings } = this.#deps;
    const added: EncodedFile[] = [];
    const bare = release.files.filter(lacksCodings);
    const bytes = bare.reduce((sum, { entry }) => sum + entry.variants.identity.bytes, 0);
    const collectGarbage = bytes >= MIN_COLLECTED_BYTES ? port.collectGarbage : () => {};
    // Makes room before, and frees what the coders have used afterwards.
    collectGarbage();
    for (const file of bare) added.push(await encode(file, unwanted));
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
