import { Counts, groupByEach } from '#dataset/counts.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { memoize, memoizeList, memoizeWith } from '#dataset/memoize.ts';
import type { Aspect, ServiceArea } from '#dataset/schema/stored-entities.ts';
import type { EntityFigures, InsightsDocument } from './insights-document.ts';
import type { EntityKind, NotedReview, Said } from './noted-review.ts';
import type { NotesOf } from './notes/notes.ts';
import { meanRating, reviewsBySide } from './opinion-counts.ts';
import { chooseQuotes, findUnquotedCriticism } from './quotes/choose-quotes.ts';
import { NAMELESS, stockOf } from './quotes/quotes.ts';
import { createQuoteReaders, type ReadQuote } from './quotes/read-quote.ts';
import { scoreOf } from './score.ts';

type Identified = { readonly id: string };

/** Counts how often reviews mention each technician, service and place, and what they say then. */
export function countEntities(
  dataset: Dataset,
  noted: readonly NotedReview[],
  notesOf: NotesOf,
): InsightsDocument['entities'] {
  const counts = createCounts(dataset, notesOf);
  const createCount = (kind: EntityKind) => {
    const mentioning = groupByEach(noted, (review) => review[kind]);
    return (entity: Identified) => counts[kind](entity)(mentioning.get(entity.id) ?? []);
  };
  const countPerson = createCount('people');
  const countService = createCount('services');
  const countPlace = createCount('places');
  return {
    technicians: dataset.technicians.map((person) => ({
      ...namesOf(person),
      jobTitle: person.jobTitle,
      ...(person.url && { url: person.url }),
      ...countPerson(person),
    })),
    services: dataset.services.map((service) => ({
      ...namesOf(service),
      ...(service.url && { url: service.url }),
      ...countService(service),
    })),
    serviceAreas: dataset.serviceAreas.map((place) => ({
      ...namesOf(place),
      ...countPlace(place),
    })),
  };
}

/** Counts an entity again only where a review that mentions it is another one. */
const createCounts = memoizeWith((dataset: Dataset, notesOf: NotesOf) => {
  const { aspects } = dataset;
  const { read } = createQuoteReaders(dataset, notesOf);
  const createCount = (kind: EntityKind) =>
    memoize(({ id }: Identified) =>
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

function namesOf({ id, name, aliases }: Pick<ServiceArea, 'id' | 'name' | 'aliases'>) {
  return { id, name, aliases };
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
    .map(({ id }) => id)
    .filter((id) => counts.of(id) > 0)
    .sort((a, b) => counts.of(b) - counts.of(a))
    .slice(0, MAX_ASPECTS);
}
