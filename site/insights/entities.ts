import { Counts, groupByEach } from '#dataset/counts.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { memoize, memoizeList, memoizeWith } from '#dataset/memoize.ts';
import type { Aspect, Service } from '#dataset/schema/stored-entities.ts';
import type { EntityFigures, InsightsDocument } from './insights-document.ts';
import type { EntityKind, NotedReview, Noter, Statement } from './noted-review.ts';
import { countSides, meanRating, reviewsBySide } from './opinion-counts.ts';
import { chooseQuotes, findUnquotedCriticism } from './quotes/choose-quotes.ts';
import type { ReadQuote } from './quotes/quotation.ts';
import { NAMELESS, stockOf } from './quotes/quotes.ts';

type Named = Pick<Service, 'id' | 'name' | 'aliases' | 'url'>;

/** Counts the reviews that mention each technician, service and place, and their statements. */
export function countEntities(
  dataset: Dataset,
  noted: readonly NotedReview[],
  noter: Noter,
): InsightsDocument['entities'] {
  const counts = createCounts(dataset, noter);
  const createDescriber = (kind: EntityKind) => {
    const mentioning = groupByEach(noted, (review) => review[kind]);
    return (entity: Named) => {
      const { id, name, aliases, url } = entity;
      const figures = counts[kind](entity)(mentioning.get(id) ?? []);
      return { id, name, aliases, ...(url && { url }), ...figures };
    };
  };
  const describePerson = createDescriber('people');
  return {
    technicians: dataset.technicians.map((person) => {
      const { id, name, aliases, ...rest } = describePerson(person);
      return { id, name, aliases, jobTitle: person.jobTitle, ...rest };
    }),
    services: dataset.services.map(createDescriber('services')),
    serviceAreas: dataset.serviceAreas.map(createDescriber('places')),
  };
}

/** Counts an entity again only if the reviews that mention it change. */
const createCounts = memoizeWith(({ aspects }: Dataset, { readQuote: read }: Noter) => {
  const createCount = (kind: EntityKind) =>
    memoize(({ id }: Named) =>
      memoizeList((reviews: readonly NotedReview[]) =>
        figuresOf({ id, kind }, reviews, { aspects, read }),
      ),
    );
  return {
    people: createCount('people'),
    services: createCount('services'),
    places: createCount('places'),
  };
});

const MAX_ASPECTS = 3;
const MAX_QUOTES = { positive: 2, negative: 1 } as const;

/** Returns the figures of an entity from the reviews that mention it, newest first. */
function figuresOf(
  { id, kind }: { readonly id: string; readonly kind: EntityKind },
  reviews: readonly NotedReview[],
  { aspects, read }: { readonly aspects: readonly Aspect[]; readonly read: ReadQuote },
): EntityFigures {
  const isPerson = kind === 'people';
  const isNaming = ({ notes }: Statement) => kind === 'people' || notes[kind].includes(id);
  const analysed = reviews.filter(({ label }) => label !== undefined);
  // For people only statements about them count, for things all that a review says.
  const statementsIn = ({ statements, statementsOnPeople }: NotedReview) =>
    isPerson ? statementsOnPeople.filter(({ mention }) => mention.id === id) : statements;
  const sides = isPerson ? reviewsBySide(analysed.flatMap(statementsIn)) : reviewsByLabel(analysed);
  const stock = stockOf(reviews.flatMap(statementsIn), {
    read,
    orderOf: (statement) => (isNaming(statement) ? 1 : 2),
    worthOf: (statement) => (isNaming(statement) ? 1 : NAMELESS),
  });
  const quotes = chooseQuotes([stock], MAX_QUOTES).flat();
  return {
    reviewCount: reviews.length,
    analysedReviewCount: analysed.length,
    averageRating: meanRating(reviews),
    lastMentioned: reviews[0]?.review.datePublished ?? null,
    ...countSides(sides, analysed.length),
    topAspects: topAspectsIn(reviews, aspects),
    quotes,
    unquotedCriticism: findUnquotedCriticism(quotes, sides.criticizing),
  };
}

function reviewsByLabel(reviews: readonly NotedReview[]): ReturnType<typeof reviewsBySide> {
  return {
    praising: reviews.filter(({ label }) => label === 'positive'),
    criticizing: reviews.filter(({ label }) => label === 'negative'),
  };
}

/** Sorting is stable: among equal counts, the order of the editors remains. */
function topAspectsIn(reviews: readonly NotedReview[], aspects: readonly Aspect[]): string[] {
  const counts = new Counts<string>();
  for (const review of reviews) for (const id of review.aspects) counts.add(id);
  return aspects
    .map(({ id }) => id)
    .filter((id) => counts.of(id) > 0)
    .sort((a, b) => counts.of(b) - counts.of(a))
    .slice(0, MAX_ASPECTS);
}
