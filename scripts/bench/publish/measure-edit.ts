import { setTimeout } from 'node:timers/promises';
import { ask } from '../load/ask.ts';
import type { Arrival } from './conditional-reader.ts';
import type { DelayReport } from './delay-report.ts';
import type { Latencies, LightLoad } from './light-load.ts';
import { hasCurrentPages, type PublishingSidecar, settle } from './publishing-sidecar.ts';
import { type Edit, saveEdit } from './review-edits.ts';

/** What one edit came to, in milliseconds from its save. */
export type MeasuredEdit = {
  readonly served: Arrival;
  /** Until the review's page had it; null where nobody waited so long. */
  readonly page: number | null;
  /** Whether pages of earlier edits were still being made when this one was saved. */
  readonly isBusy: boolean;
  /** Until the data were served, and from then until the page was; known where readers were there. */
  readonly stretches?: { readonly data: Stretch; readonly pages: Stretch };
};

/** What the server's event loop and its readers saw in a stretch of time. */
export type Stretch = { readonly delay: DelayReport; readonly latencies: Latencies };

/** The time that some edits together may spend on waiting for pages and for quiet. */
export type Patience = { leftMilliseconds: number };

const SERVED_MILLISECONDS = 60_000;
const PAGE_PAUSE_MILLISECONDS = 20;
/** The event loop turns in it, so that its delay is measured from the save on. */
const TURN_MILLISECONDS = 20;

/** Saves an edit when the server has come to rest, and waits until data and page are served. */
export async function measureEdit(
  sidecar: PublishingSidecar,
  edit: Edit,
  patience: Patience,
  load?: LightLoad,
): Promise<MeasuredEdit> {
  const { server, reader } = sidecar;
  // The load keeps the server busy: it comes to rest only without.
  await spend(patience, (left) => settle(sidecar, left, load === undefined));
  const isBusy = !(await hasCurrentPages(server));
  const takeStretch = () => load && endStretch(sidecar, load);
  await takeStretch();
  await setTimeout(TURN_MILLISECONDS);
  const start = performance.now();
  saveEdit(edit);
  const served = await reader.waitFor(edit.marker, start, SERVED_MILLISECONDS);
  const data = await takeStretch();
  const page = await spend(patience, (left) => waitForPage(server.origin, edit, start, left));
  const pages = await takeStretch();
  return { served, page, isBusy, ...(data && pages && { stretches: { data, pages } }) };
}

async function endStretch({ probe, server }: PublishingSidecar, load: LightLoad): Promise<Stretch> {
  const delay = await probe.take(server.pid);
  return { delay, latencies: await load.take() };
}

/** Milliseconds from the save until the review's own page has the edit; null after so long. */
async function waitForPage(
  origin: string,
  { reviewId, marker }: Edit,
  start: number,
  longestMilliseconds: number,
): Promise<number | null> {
  const end = performance.now() + longestMilliseconds;
  while (performance.now() < end) {
    const { status, body } = await ask({ url: `${origin}/reviews/${reviewId}/`, headers: {} });
    if (status === 200 && body.includes(marker)) return performance.now() - start;
    await setTimeout(PAGE_PAUSE_MILLISECONDS);
  }
  return null;
}

async function spend<Result>(
  patience: Patience,
  wait: (leftMilliseconds: number) => Promise<Result>,
): Promise<Result> {
  const start = performance.now();
  const result = await wait(patience.leftMilliseconds);
  patience.leftMilliseconds = Math.max(0, patience.leftMilliseconds - (performance.now() - start));
  return result;
}
