import { Counts, groupByEach } from '#dataset/counts.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { memoize, memoizeList, memoizeWith } from '#dataset/memoize.ts';
import type { Aspect, Service } from '#dataset/schema/stored-entities.ts';
import type { EntityFigures, InsightsDocument } from './insights-document.ts';
import type { EntityKind, NotedReview, Noter, Said } from './noted-review.ts';
import { countSides, meanRating, reviewsBySide } from './opinion-counts.ts';
import { chooseQuotes, findUnquotedCriticism } from './quotes/choose-quotes.ts';
import { NAMELESS, stockOf } from './quotes/quotes.ts';
import type { ReadQuote } from './quotes/read-quote.ts';

type Named = Pick<Service, 'id' | 'name' | 'aliases' | 'url'>;

/** Counts how often reviews mention each technician, service and place, and what they say then. */
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

/** Counts an entity again only where a review that mentions it is another one. */
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

/** The figures of an entity by the reviews that mention it, newest first. */
function figuresOf(
  { id, kind }: { readonly id: string; readonly kind: EntityKind },
  reviews: readonly NotedReview[],
  { aspects, read }: { readonly aspects: readonly Aspect[]; readonly read: ReadQuote },
): EntityFigures {
  const isPerson = kind === 'people';
  const isNaming = ({ notes }: Said) => kind === 'people' || notes[kind].includes(id);
  const analysed = reviews.filter(({ label }) => label !== undefined);
  // Of people only what is said of them counts, of things all that a review says.
  const saidIn = ({ said, saidOfPeople }: NotedReview) =>
    isPerson ? saidOfPeople.filter(({ mention }) => mention.id === id) : said;
  const sides = isPerson ? reviewsBySide(analysed.flatMap(saidIn)) : reviewsByLabel(analysed);
  const stock = stockOf(reviews.flatMap(saidIn), {
    read,
    orderOf: (said) => (isNaming(said) ? 1 : 2),
    worthOf: (said) => (isNaming(said) ? 1 : NAMELESS),
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
    unquotedCriticism: findUnquotedCriticism(quotes, sides.criticising),
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
    .map(({ id }) => id)
    .filter((id) => counts.of(id) > 0)
    .sort((a, b) => counts.of(b) - counts.of(a))
    .slice(0, MAX_ASPECTS);
}
