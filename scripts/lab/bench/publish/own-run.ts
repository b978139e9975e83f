import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { ask, headerOf } from '../load/ask.ts';
import { MemoryWatch, readPeakMegabytes, waitForQuiet } from '../process/usage.ts';
import type { BenchRelease } from '../release.ts';
import { type Server, serveSidecar } from '../server/server.ts';
import { type Arrival, ConditionalReader } from './conditional-reader.ts';
import { DelayProbe, type DelayReport } from './delay-probe.ts';
import { type Latencies, type LightLoad, startLightLoad } from './light-load.ts';
import { createEditor, type Edit, saveEdit } from './review-edits.ts';

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
const SAMPLE_MILLISECONDS = 50;

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
      using watch = new MemoryWatch(this.#started().sidecar.server.pid, SAMPLE_MILLISECONDS);
      await this.#measure(edits, { data: [], page: [] });
      this.#proportionalMegabytes = watch.takePeak().Pss;
    });
  }

  result(): OwnResult {
    return {
      edits: this.#edits,
      editsUnderLoad: this.#editsUnderLoad,
      memory: {
        residentMegabytes: this.#sidecar ? readPeakMegabytes(this.#sidecar.server.pid) : null,
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

/** Where the reader looks for an edit: in reviews.json, or on the page of the review. */
export type Place = 'data' | 'page';

/** What one edit came to, in milliseconds from its save. */
export type MeasuredEdit = {
  readonly arrival: Arrival;
  /** Until it was there, and from then until all had followed; known where readers were there. */
  readonly stretches?: { readonly until: Stretch; readonly after: Stretch };
};

/** What the server's event loop and its readers saw in a stretch of time. */
export type Stretch = { readonly delay: DelayReport; readonly latencies: Latencies };

const SERVED_MILLISECONDS = 60_000;
/** The event loop turns in it, so that its delay is measured from the save on. */
const TURN_MILLISECONDS = 20;

/** Saves an edit when the server has come to rest, and waits until a reader has it. */
export async function measureEdit(
  sidecar: PublishingSidecar,
  edit: Edit,
  place: Place,
  load?: LightLoad,
): Promise<MeasuredEdit> {
  // The load keeps the server busy: it comes to rest only without.
  await settle(sidecar.server, load === undefined);
  using reader = place === 'page' ? await openPage(sidecar, edit) : undefined;
  const takeStretch = () => load && endStretch(sidecar, load);
  await takeStretch();
  await setTimeout(TURN_MILLISECONDS);
  const start = performance.now();
  saveEdit(edit);
  const arrival = await (reader ?? sidecar.reader).waitFor(edit.marker, start, SERVED_MILLISECONDS);
  const until = await takeStretch();
  if (!load || !until) return { arrival };
  await settle(sidecar.server, false);
  return { arrival, stretches: { until, after: await endStretch(sidecar, load) } };
}

/** A reader who has the page as it was, on a connection of its own. */
async function openPage({ server }: PublishingSidecar, { reviewId }: Edit) {
  const reader = new ConditionalReader(`${server.origin}/reviews/${reviewId}/`);
  await reader.open();
  return reader;
}

async function endStretch({ probe, server }: PublishingSidecar, load: LightLoad): Promise<Stretch> {
  const delay = await probe.take(server.pid);
  return { delay, latencies: await load.take() };
}

const PAUSE_MILLISECONDS = 50;
const SETTLE_MILLISECONDS = 120_000;

const Health = z.object({ isRebuilding: z.boolean() });

/** A sidecar that publishes what is edited, with everything that watches it. */
export type PublishingSidecar = {
  readonly server: Server;
  readonly probe: DelayProbe;
  /** Reads reviews.json. */
  readonly reader: ConditionalReader;
};

/** Starts the real sidecar on a release and its content. `resources` ends it. */
export async function startPublishing(
  release: BenchRelease,
  folder: string,
  resources: AsyncDisposableStack,
): Promise<PublishingSidecar> {
  const probe = new DelayProbe(folder);
  const { environment, nodeArguments } = probe;
  const settings = { environment: { ...environment, WATCH: 'content' }, nodeArguments };
  const server = resources.use(await serveSidecar(release, settings));
  const reader = resources.use(new ConditionalReader(`${server.origin}/reviews.json`));
  await reader.open();
  return { server, probe, reader };
}

/**
 * Waits until everything has followed the newest edit that was noticed, compressed variants too,
 * and, unless others ask for something all the time, no process works. Throws an Error where that
 * does not come.
 */
export async function settle(
  { origin, pid }: Pick<Server, 'origin' | 'pid'>,
  comesToRest: boolean,
): Promise<void> {
  const end = performance.now() + SETTLE_MILLISECONDS;
  while ((await isRebuilding(origin)) || !(await isCompressed(origin))) {
    if (performance.now() > end) throw new Error('what follows an edit has no end');
    await setTimeout(PAUSE_MILLISECONDS);
  }
  if (comesToRest) await waitForQuiet(pid, end - performance.now());
}

async function isRebuilding(origin: string): Promise<boolean> {
  const { body } = await ask({ url: `${origin}/healthz`, headers: {} });
  return Health.parse(JSON.parse(body.toString())).isRebuilding;
}

/** Whether reviews.json is there in brotli: of a large one that comes after the rest. */
async function isCompressed(origin: string): Promise<boolean> {
  const headers = { 'Accept-Encoding': 'br' };
  const answer = await ask({ url: `${origin}/reviews.json`, method: 'HEAD', headers });
  return headerOf(answer, 'content-encoding') === 'br';
}
