import { z } from 'zod';
import { memoizeAsync } from '#dataset/memoize.ts';
import { fold } from '#dataset/text/fold.ts';
import { reviewText } from '#search/corpus/corpus.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { countFitting, shortenText } from './answers/answer-size.ts';
import { costOf } from './answers/text-cost.ts';

/** What tools are described with, so that examples are of the business that is asked about. */
export type ReleaseFacts = {
  readonly business: string;
  /** What technicians are here, such as "Managing attorney, Senior paralegal". */
  readonly staff: string;
  /** Values of arguments; undefined where the release has none. */
  readonly technician: string | undefined;
  readonly service: string | undefined;
  readonly serviceArea: string | undefined;
  readonly aspects: readonly string[];
  readonly source: string | undefined;
  readonly reviewId: string | undefined;
};

/** More would take more room than they explain. */
const MAX_TITLES = 4;
const MAX_ASPECTS = 16;
/** In thirds of a token (`costOf`). */
const MOST_COST = { title: 60, example: 80, aspects: 270 };

const WithId = z.object({ id: z.string() });

/** The facts of a release. */
export const factsOf = memoizeAsync(async (source: ReviewSource): Promise<ReleaseFacts> => {
  const { names, corpus } = source;
  const { business, aggregateRating } = await source.head();
  const newest = corpus.count > 0 ? WithId.parse(JSON.parse(reviewText(corpus, 0))) : undefined;
  const aspects = names.aspects.slice(0, MAX_ASPECTS).map(({ id }) => id);
  return {
    business: business.name,
    staff: titlesOf(names.technicians.map(({ jobTitle }) => jobTitle)).join(', '),
    technician: exampleOf(names.technicians[0]?.name),
    service: names.services[0]?.id,
    serviceArea: names.serviceAreas[0]?.id,
    aspects: aspects.slice(0, countFitting(aspects, MOST_COST.aspects)),
    source: exampleOf(aggregateRating.bySource[0]?.publisher),
    reviewId: newest?.id,
  };
});

/** The first titles that end differently: of a managing and a trial attorney, one explains the other. */
function titlesOf(titles: readonly string[]): string[] {
  const byKind = new Map<string, string>();
  for (const title of titles) {
    const kind = fold(title.split(/\s+/).at(-1) ?? title);
    if (!byKind.has(kind)) byKind.set(kind, title);
  }
  const first = [...byKind.values()].slice(0, MAX_TITLES);
  return first.map((title) => shortenText(title, MOST_COST.title));
}

/** Undefined where it would take too much room. */
function exampleOf(value: string | undefined): string | undefined {
  return value !== undefined && costOf(value) <= MOST_COST.example ? value : undefined;
}

/** An example at the end of a description, where there is one. */
export function such(example: string | undefined): string {
  return example === undefined ? '' : `, such as ${example}`;
}
