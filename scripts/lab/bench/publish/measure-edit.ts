import { setTimeout } from 'node:timers/promises';
import { type Arrival, ConditionalReader } from './conditional-reader.ts';
import type { DelayReport } from './delay-report.ts';
import type { Latencies, LightLoad } from './light-load.ts';
import { type PublishingSidecar, settle } from './publishing-sidecar.ts';
import { type Edit, saveEdit } from './review-edits.ts';

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
