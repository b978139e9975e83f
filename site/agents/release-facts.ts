import { memoizeAsync } from '#dataset/memoize.ts';
import { fold } from '#dataset/text/fold.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { countFitting, shortenText } from './answers/answer-size.ts';
import { costOf } from './answers/text-cost.ts';
import words from './tools.json' with { type: 'json' };

/** Placeholders of tools' words with values, so that examples are about this business. */
export type ReleaseFacts = Readonly<Record<string, string>>;

/** More would take more room than they are worth. */
const MAX_TITLES = 4;
const MAX_ASPECTS = 16;
/** In thirds of a token (`costOf`). */
const MOST_COST = { title: 60, example: 80, aspects: 270 };

/** The facts of a release. */
export const factsOf = memoizeAsync(async (source: ReviewSource): Promise<ReleaseFacts> => {
  const { names, corpus } = source;
  const { aggregateRating } = await source.head();
  const aspects = names.aspects.slice(0, MAX_ASPECTS).map(({ id }) => id);
  const listed = aspects.slice(0, countFitting(aspects, MOST_COST.aspects)).join(', ');
  const titles = titlesOf(names.technicians.map(({ jobTitle }) => jobTitle)).join(', ');
  const [technician, service] = [such(names.technicians[0]?.name), such(names.services[0]?.id)];
  return {
    notice: words.notice,
    technician,
    staff: titles === '' ? '' : ` (technicians are the staff: ${titles})`,
    service,
    serviceArea: such(names.serviceAreas[0]?.id),
    entity: technician || service,
    aspects: listed === '' ? '' : `: ${listed}`,
    aspect: such(aspects[0]),
    source: such(aggregateRating.bySource[0]?.publisher),
    reviewId: such(corpus.ids[0]),
  };
});

/** Fills in the placeholders in braces. */
export function fillIn(text: string, facts: ReleaseFacts): string {
  return text.replaceAll(/\{(\w+)\}/g, (all, name) => facts[name] ?? all);
}

/** The first titles that end differently: "managing attorney" also explains "trial attorney". */
function titlesOf(titles: readonly string[]): string[] {
  const byKind = new Map<string, string>();
  for (const title of titles) {
    const kind = fold(title.split(/\s+/).at(-1) ?? title);
    if (!byKind.has(kind)) byKind.set(kind, title);
  }
  const first = [...byKind.values()].slice(0, MAX_TITLES);
  return first.map((title) => shortenText(title, MOST_COST.title));
}

/** An example at the end of a description; "" if there is none, or if it is long. */
function such(example: string | undefined): string {
  const isShort = example !== undefined && costOf(example) <= MOST_COST.example;
  return isShort ? `, such as ${example}` : '';
}
