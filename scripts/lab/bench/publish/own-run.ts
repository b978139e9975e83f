import { join } from 'node:path';
import type { BenchRelease } from '../bench-release.ts';
import { readPeakBytes } from '../process/process-usage.ts';
import { PssWatch } from '../process/pss-watch.ts';
import { type LightLoad, startLightLoad } from './light-load.ts';
import { type MeasuredEdit, measureEdit, type Place } from './measure-edit.ts';
import { type PublishingSidecar, startPublishing } from './publishing-sidecar.ts';
import { createEditor, type Edit } from './review-edits.ts';

/** Edits by where the reader looked for them. */
export type EditsByPlace = Readonly<Record<Place, readonly MeasuredEdit[]>>;

/** The most memory that was held; null where the system does not tell. */
export type OwnMemory = {
  /** Resident, of the sidecar's process, whenever it was. */
  readonly residentMegabytes: number | null;
  /** Proportional, of all processes together, while edits were published. */
  readonly proportionalMegabytes: number | null;
};

/** What Testimony came to at one size. */
export type OwnResult = {
  readonly edits: EditsByPlace;
  /** Edits while others read as well. */
  readonly editsUnderLoad: EditsByPlace;
  readonly memory: OwnMemory;
  /** Why not everything was measured. */
  readonly failure: string | undefined;
};

type Series = Record<Place, MeasuredEdit[]>;

const LOG_CHARACTERS = 1000;

/** A sidecar that is measured in stages. Once a stage has failed, the later ones do nothing. */
export class OwnRun implements AsyncDisposable {
  readonly #resources = new AsyncDisposableStack();
  readonly #edits: Series = { data: [], page: [] };
  readonly #editsUnderLoad: Series = { data: [], page: [] };
  #sidecar: PublishingSidecar | undefined;
  #nextEdit: (() => Edit) | undefined;
  #proportionalMegabytes: number | null = null;
  #failure: string | undefined;

  async start(release: BenchRelease, folder: string): Promise<void> {
    await this.#attempt(async () => {
      this.#sidecar = await startPublishing(release, folder, this.#resources);
      this.#nextEdit = createEditor(join(release.contentDir, 'reviews'));
    });
  }

  /** Measures so many edits until their data are served, and in turn so many until their page is. */
  async measure(edits: number): Promise<void> {
    await this.#attempt(() => this.#measure(edits, this.#edits));
  }

  async measureUnderLoad(edits: number): Promise<void> {
    await this.#attempt(async () => {
      await using load = await startLightLoad(this.#started().sidecar.server.origin);
      await this.#measure(edits, this.#editsUnderLoad, load);
    });
  }

  /** Watches the memory of all processes during edits whose times do not count. */
  async measureMemory(edits: number): Promise<void> {
    await this.#attempt(async () => {
      using watch = new PssWatch(this.#started().sidecar.server.pid);
      await this.#measure(edits, { data: [], page: [] });
      this.#proportionalMegabytes = watch.peakMegabytes();
    });
  }

  result(): OwnResult {
    const peakBytes = this.#sidecar ? readPeakBytes(this.#sidecar.server.pid) : null;
    return {
      edits: this.#edits,
      editsUnderLoad: this.#editsUnderLoad,
      memory: {
        residentMegabytes: peakBytes === null ? null : peakBytes / 2 ** 20,
        proportionalMegabytes: this.#proportionalMegabytes,
      },
      failure: this.#failure,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync();
  }

  async #measure(edits: number, into: Series, load?: LightLoad): Promise<void> {
    const { sidecar, nextEdit } = this.#started();
    for (let edit = 0; edit < edits; edit++) {
      for (const place of ['data', 'page'] as const) {
        into[place].push(await measureEdit(sidecar, nextEdit(), place, load));
      }
    }
  }

  #started() {
    const [sidecar, nextEdit] = [this.#sidecar, this.#nextEdit];
    if (!sidecar || !nextEdit) throw new Error('it has not been started');
    return { sidecar, nextEdit };
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
