import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { ReleaseRun } from '../bench.ts';
import { ask, headerOf } from '../load/ask.ts';
import { MemoryWatch, readPeakMegabytes, waitForQuiet } from '../process/usage.ts';
import type { BenchRelease } from '../release.ts';
import { type Server, serveSidecar } from '../server/server.ts';
import { type Arrival, ConditionalReader } from './conditional-reader.ts';
import { DelayProbe, type DelayReport } from './delay-probe.ts';
import { type Latencies, type LightLoad, startLightLoad } from './light-load.ts';
import { createEditor, type Edit, saveEdit } from './review-edits.ts';

type EditsByPlace = Readonly<Record<Place, readonly MeasuredEdit[]>>;

export type OwnResult = {
  readonly edits: EditsByPlace;
  readonly editsUnderLoad: EditsByPlace;
  readonly memory: {
    /** Resident, of the sidecar's process, whenever it was. */
    readonly residentMegabytes: number | null;
    /** Proportional, of all processes together, while edits were published. */
    readonly proportionalMegabytes: number | null;
  };
  readonly failure: string | undefined;
};

type Series = Record<Place, MeasuredEdit[]>;

const LOG_CHARACTERS = 1000;
const SAMPLE_MILLISECONDS = 50;
/** Edits during which memory is watched, and nothing else. */
const MEMORY_EDITS = 3;

/**
 * Measures `count` edits until their data are served and, in turn, as many until their page is; then
 * `between`, the same once more, and then beside other readers. Once a stage has failed, the later
 * ones do nothing; `between` is done in any case.
 */
export async function measureOwn(
  { release, folder, progress }: ReleaseRun,
  count: number,
  between: () => Promise<void>,
): Promise<OwnResult> {
  await using resources = new AsyncDisposableStack();
  const edits: Series = { data: [], page: [] };
  const editsUnderLoad: Series = { data: [], page: [] };
  let sidecar: PublishingSidecar | undefined;
  let failure: string | undefined;
  let proportionalMegabytes: number | null = null;
  let nextEdit: (() => Edit) | undefined;

  const measure = async (stage: string, into: Series, times: number, load?: LightLoad) => {
    progress(`Testimony, ${stage}`);
    if (!sidecar || !nextEdit) return;
    for (let edit = 0; edit < times; edit++) {
      for (const place of ['data', 'page'] as const) {
        into[place].push(await measureEdit(sidecar, nextEdit(), place, load));
      }
    }
  };
  const attempt = async (stage: () => Promise<void>) => {
    if (failure !== undefined) return;
    try {
      await stage();
    } catch (error) {
      const said = sidecar?.server.output().trim().slice(-LOG_CHARACTERS);
      const message = error instanceof Error ? error.message : String(error);
      failure = said ? `${message}. The sidecar said: ${said}` : message;
    }
  };

  await attempt(async () => {
    sidecar = await startPublishing(release, folder, resources);
    nextEdit = createEditor(join(release.contentDir, 'reviews'));
    await measure('first half', edits, count);
  });
  await between();
  await attempt(() => measure('second half', edits, count));
  await attempt(async () => {
    await using load = sidecar && (await startLightLoad(sidecar.server.origin));
    await measure('beside other readers', editsUnderLoad, count, load);
  });
  await attempt(async () => {
    using watch = sidecar && new MemoryWatch(sidecar.server.pid, SAMPLE_MILLISECONDS);
    await measure('memory', { data: [], page: [] }, MEMORY_EDITS);
    proportionalMegabytes = watch?.takePeak().Pss ?? null;
  });
  const residentMegabytes = sidecar ? readPeakMegabytes(sidecar.server.pid) : null;
  return { edits, editsUnderLoad, memory: { residentMegabytes, proportionalMegabytes }, failure };
}

export type Place = 'data' | 'page';

export type MeasuredEdit = {
  readonly arrival: Arrival;
  /** Until it was there, and from then until all had followed; known where readers were there. */
  readonly stretches?: { readonly until: Stretch; readonly after: Stretch };
};

export type Stretch = { readonly delay: DelayReport; readonly latencies: Latencies };

const SERVED_MILLISECONDS = 60_000;
/** The event loop turns in it, so that its delay is measured from the save on. */
const TURN_MILLISECONDS = 20;

/** Saves an edit when the server has come to rest, and waits until a reader has it. */
async function measureEdit(
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

type PublishingSidecar = {
  readonly server: Server;
  readonly probe: DelayProbe;
  readonly reader: ConditionalReader;
};

async function startPublishing(
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

/** Waits until all has followed the newest edit and, unless others ask, no process works. */
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
