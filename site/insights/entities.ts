import { Counts } from '#dataset/counts.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { memoizeList, memoizeWith } from '#dataset/memoize.ts';
import type { Aspect, ServiceArea } from '#dataset/schema/stored-entities.ts';
import type { EntityFigures, InsightsDocument } from './insights-document.ts';
import type { EntityKind, NotedReview, Said } from './noted-review.ts';
import type { NotesOf } from './notes/notes.ts';
import { meanRating, reviewsBySide } from './opinion-counts.ts';
import { chooseQuotes } from './quotes/choose-quotes.ts';
import { NAMELESS, stockOf } from './quotes/quotes.ts';
import { createQuoteReaders, type ReadQuote } from './quotes/read-quote.ts';
import { findUnquotedCriticism } from './quotes/unquoted-criticism.ts';
import { scoreOf } from './score.ts';

/** Counts how often reviews mention each technician, service and place, and what they say then. */
export function countEntities(
  dataset: Dataset,
  noted: readonly NotedReview[],
  notesOf: NotesOf,
): InsightsDocument['entities'] {
  const { technicians, services, serviceAreas } = dataset;
  const countBy = createCounts(dataset, notesOf);
  const createCount = (kind: EntityKind) => {
    const reviewsOf = groupByEntity(noted, kind);
    return (id: string) => countBy[kind](id)(reviewsOf.get(id) ?? []);
  };
  const [countPerson, countService, countPlace] = [
    createCount('people'),
    createCount('services'),
    createCount('places'),
  ];
  return {
    technicians: technicians.map(({ jobTitle, url, ...entity }) => ({
      ...namesOf(entity),
      jobTitle,
      ...(url && { url }),
      ...countPerson(entity.id),
    })),
    services: services.map(({ url, ...entity }) => ({
      ...namesOf(entity),
      ...(url && { url }),
      ...countService(entity.id),
    })),
    serviceAreas: serviceAreas.map((entity) => ({ ...namesOf(entity), ...countPlace(entity.id) })),
  };
}

/** Counts an entity again only where a review that mentions it is another one. */
const createCounts = memoizeWith((dataset: Dataset, notesOf: NotesOf) => {
  const { aspects } = dataset;
  const { read } = createQuoteReaders(dataset, notesOf);
  const createCount = (kind: EntityKind) => {
    const counts = new Map<string, (reviews: readonly NotedReview[]) => EntityFigures>();
    return (id: string) => {
      const count =
        counts.get(id) ??
        memoizeList((reviews) => figuresOf({ id, kind }, reviews, { aspects, read }));
      counts.set(id, count);
      return count;
    };
  };
  return {
    people: createCount('people'),
    services: createCount('services'),
    places: createCount('places'),
  };
});

function namesOf({ id, name, aliases }: Pick<ServiceArea, 'id' | 'name' | 'aliases'>) {
  return { id, name, aliases };
}

function groupByEntity(
  noted: readonly NotedReview[],
  kind: EntityKind,
): ReadonlyMap<string, readonly NotedReview[]> {
  const reviews = new Map<string, NotedReview[]>();
  for (const review of noted) {
    for (const id of review[kind]) {
      const known = reviews.get(id);
      if (known) known.push(review);
      else reviews.set(id, [review]);
    }
  }
  return reviews;
}

const MAX_ASPECTS = 3;
const MAX_QUOTES = { positive: 2, negative: 1 } as const;

/** The figures of an entity by the reviews that mention it, newest first. */
function figuresOf(
  { id, kind }: { readonly id: string; readonly kind: EntityKind },
  reviews: readonly NotedReview[],
  { aspects, read }: { readonly aspects: readonly Aspect[]; readonly read: ReadQuote },
): EntityFigures {
  const isNaming = ({ notes }: Said) => notes[kind]?.includes(id) ?? false;
  const isPerson = kind === 'people';
  const analysed = reviews.filter(({ label }) => label !== undefined);
  // Of people only what is said of them counts, of things all that a review says.
  const saidIn = ({ said }: NotedReview) => (isPerson ? said.filter(isNaming) : said);
  const { praising, criticising } = isPerson
    ? reviewsBySide(analysed.flatMap(saidIn))
    : reviewsByLabel(analysed);
  const stock = stockOf(reviews.flatMap(saidIn), {
    read,
    orderOf: (said) => (isNaming(said) ? 1 : 2),
    isAbout: (said) => !isPerson || isNaming(said),
    worthOf: (said) => (isNaming(said) ? 1 : NAMELESS),
  });
  const quotes = chooseQuotes([stock], MAX_QUOTES).flat();
  return {
    reviewCount: reviews.length,
    analysedReviewCount: analysed.length,
    averageRating: meanRating(reviews),
    lastMentioned: reviews[0]?.review.datePublished ?? null,
    positiveReviewCount: praising.length,
    negativeReviewCount: criticising.length,
    score: scoreOf(praising.length - criticising.length, analysed.length),
    topAspects: topAspectsIn(reviews, aspects),
    quotes,
    unquotedCriticism: findUnquotedCriticism(quotes, criticising),
  };
}

function reviewsByLabel(reviews: readonly NotedReview[]): ReturnType<typeof reviewsBySide> {
  return {
    praising: reviews.filter(({ label }) => label === 'positive'),
    criticising: reviews.filter(({ label }) => label === 'negative'),
  };
}

/** Sorting is stable: where counts are equal, the order of the editors stands. */
function topAspectsIn(reviews: readonly NotedReview[], aspects: readonly Aspect[]): string[] {
  const counts = new Counts<string>();
  for (const review of reviews) for (const id of review.aspects) counts.add(id);
  return aspects
    .map(({ id }) => ({ id, count: counts.of(id) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_ASPECTS)
    .map(({ id }) => id);
}
