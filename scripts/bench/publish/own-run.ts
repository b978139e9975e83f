import { join } from 'node:path';
import type { BenchRelease } from '../bench-release.ts';
import type { PeakMemory } from '../process/process-tree.ts';
import { startLightLoad } from './light-load.ts';
import { type MeasuredEdit, measureEdit, type Patience } from './measure-edit.ts';
import { type PublishingSidecar, startPublishing } from './publishing-sidecar.ts';
import { createEditor, type Edit } from './review-edits.ts';

/** What Testimony came to at one size. */
export type OwnResult = {
  readonly edits: readonly MeasuredEdit[];
  /** Edits while others read as well. */
  readonly editsUnderLoad: readonly MeasuredEdit[];
  readonly peak: PeakMemory;
  /** Why not everything was measured. */
  readonly failure: string | undefined;
};

/** A stage may wait so long for pages and quiet; after that it waits no more. */
export const PATIENCE_MILLISECONDS = 10 * 60_000;
const LOG_CHARACTERS = 1000;

/** A sidecar that is measured in stages. Once a stage has failed, the later ones do nothing. */
export class OwnRun implements AsyncDisposable {
  readonly #resources = new AsyncDisposableStack();
  readonly #edits: MeasuredEdit[] = [];
  readonly #editsUnderLoad: MeasuredEdit[] = [];
  #sidecar: PublishingSidecar | undefined;
  #nextEdit: (() => Edit) | undefined;
  #failure: string | undefined;

  async start(release: BenchRelease, folder: string): Promise<void> {
    await this.#attempt(async () => {
      this.#sidecar = await startPublishing(release, folder, this.#resources);
      this.#nextEdit = createEditor(join(release.contentDir, 'reviews'));
    });
  }

  async measure(edits: number): Promise<void> {
    await this.#attempt(() => this.#measure(edits, this.#edits));
  }

  async measureUnderLoad(edits: number): Promise<void> {
    await this.#attempt(() => this.#measure(edits, this.#editsUnderLoad));
  }

  result(): OwnResult {
    const peak = this.#sidecar?.tree.peak() ?? { ownMegabytes: null, childMegabytes: null };
    const [edits, editsUnderLoad] = [this.#edits, this.#editsUnderLoad];
    return { edits, editsUnderLoad, peak, failure: this.#failure };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync();
  }

  async #measure(edits: number, into: MeasuredEdit[]): Promise<void> {
    const [sidecar, nextEdit] = [this.#sidecar, this.#nextEdit];
    if (!sidecar || !nextEdit) throw new Error('it has not been started');
    const patience: Patience = { leftMilliseconds: PATIENCE_MILLISECONDS };
    const hasLoad = into === this.#editsUnderLoad;
    await using load = hasLoad ? await startLightLoad(sidecar.server.origin) : undefined;
    for (let edit = 0; edit < edits; edit++) {
      into.push(await measureEdit(sidecar, nextEdit(), patience, load));
    }
  }

  async #attempt(stage: () => Promise<void>): Promise<void> {
    if (this.#failure !== undefined) return;
    try {
      await stage();
    } catch (error) {
      const said = this.#sidecar?.server.output().trim().slice(-LOG_CHARACTERS);
      const message = error instanceof Error ? error.message : String(error);
      this.#failure = said ? `${message}. The sidecar said: ${said}` : message;
    }
  }
}
