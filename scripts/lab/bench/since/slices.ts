import { z } from 'zod';
import { ask } from '../load/ask.ts';
import type { LoadGenerator } from '../load/load.ts';
import type { Server } from '../server/server.ts';

/** What both halves of the benchmark measure. */
export type SinceSubject = {
  readonly size: number;
  readonly sidecar: Server;
  readonly dates: SliceDates;
  readonly generator: LoadGenerator;
  readonly notes: readonly string[];
};

/** First dates of slices of different lengths, all ending with the newest review. */
export type SliceDates = {
  readonly day: string;
  readonly month: string;
  readonly year: string;
  readonly everything: string;
};

const MILLISECONDS_A_DAY = 86_400_000;
const Dataset = z.object({ reviews: z.array(z.object({ datePublished: z.string() })).min(1) });

export const sinceUrl = (origin: string, date: string) => `${origin}/api/reviews/since/${date}`;

/** Finds the dates in the dataset that a server publishes. */
export async function listDates(origin: string): Promise<SliceDates> {
  const { body } = await ask({ url: `${origin}/reviews.json`, headers: {} });
  return datesOf(Dataset.parse(JSON.parse(body.toString())).reviews);
}

export function datesOf(reviews: readonly { readonly datePublished: string }[]): SliceDates {
  const dates = reviews.map(({ datePublished }) => datePublished).sort();
  const [oldest = ''] = dates;
  const newest = dates.at(-1) ?? '';
  const before = (days: number) =>
    new Date(Date.parse(newest) - days * MILLISECONDS_A_DAY).toISOString().slice(0, 10);
  return { day: newest, month: before(30), year: before(365), everything: oldest };
}
