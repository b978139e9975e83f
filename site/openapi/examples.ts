import type { z } from 'zod';
import type { Dataset } from '#dataset/dataset.ts';
import { dateOfLastChange, newestOf, Review } from '#dataset/review.ts';
import { ownMentions } from '#insights/mention.ts';
import { Counts } from '#search/facet-counts.ts';
import { cursorAt } from '#search/question/cursor.ts';
import { facet, sourceFacet } from '#search/question/facets.ts';
import { namesOf } from '#search/question/names.ts';
import type { SearchQuery } from '#search/question/search-query.ts';
import type { StatsQuery } from '#search/question/stats-query.ts';
import { foldText } from '#search/search.ts';
import { RemovedReview } from '#search/since.ts';
import { assembleStats } from '#search/stats.ts';
import written from './examples.json' with { type: 'json' };
import { excerptOf } from './excerpt.ts';
import type { ReviewStats, SearchResult, SinceResult } from './review-answers.ts';

/**
 * The values of examples. They are in the data, so that a question copied from one finds something,
 * and come from the oldest reviews, so that the description stays the same when reviews are added.
 * Without any review they come from examples.json.
 */
export type Examples = {
  /** The release with that review alone, from which examples of files are rendered. */
  readonly excerpt: Dataset;
  /** A review that all examples of answers share. */
  readonly review: Review;
  /** Values of parameters that find something; a filter that finds nothing has none. */
  readonly parameters: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly search: { readonly query: SearchQuery; readonly result: z.infer<typeof SearchResult> };
  readonly since: z.infer<typeof SinceResult>;
  readonly stats: { readonly query: StatsQuery; readonly result: ReviewStats };
};

/** Fills in the placeholders of an example of examples.json or words.json for each release. */
export function filled(example: unknown) {
  return ({ excerpt: { baseUrl, sidecarUrl = '', business }, review }: Examples): unknown =>
    fill(example, {
      baseUrl,
      sidecarUrl,
      business: business.name,
      businessId: business.id,
      review: review.id,
    });
}

function fill(example: unknown, values: Readonly<Record<string, string>>): unknown {
  if (example === undefined) return undefined;
  return JSON.parse(JSON.stringify(example), (_, value) =>
    typeof value === 'string'
      ? value.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
      : value,
  );
}

/** The number of oldest reviews from which the most complete one becomes the example. */
const CANDIDATES = 32;
/** Maximum text length: a longer review would make the description long. */
const MAX_TEXT = 600;
/** The number of oldest reviews to look at; a filter that finds none of them has no example. */
const MAX_SEEN = 300;

/** Returns the examples for the published reviews. */
export function examplesOf(dataset: Dataset): Examples {
  const { baseUrl } = dataset;
  const madeUp = Review.parse(fill(written.review, { baseUrl }));
  const isEmpty = dataset.reviews.length === 0;
  const reviews = isEmpty ? [madeUp] : dataset.reviews.slice(-MAX_SEEN);
  const removed = isEmpty ? [RemovedReview.parse(written.removal)] : dataset.removed;
  const review = chooseReview(reviews) ?? madeUp;
  const { datePublished: date } = review;
  const until = reviews.filter(({ datePublished }) => datePublished <= date);
  const gone = removed.filter(({ dateRemoved }) => dateRemoved >= date).slice(-1);
  const since = {
    since: date,
    count: 1,
    dateModified: newestOf([
      dateOfLastChange(review),
      ...gone.map(({ dateRemoved }) => dateRemoved),
    ]),
    reviews: [review],
    removed: gone,
  };
  return {
    excerpt: excerptOf(dataset, since),
    review,
    parameters: parametersOf(review, reviews),
    search: exampleSearch(review, until),
    since,
    stats: exampleStats(review, until, dataset),
  };
}

/** Chooses the most complete of the oldest short reviews, so that examples belong together. */
function chooseReview(reviews: readonly Review[]): Review | undefined {
  const oldest = reviews.slice(-CANDIDATES).toReversed();
  const short = oldest.filter(({ reviewBody }) => reviewBody.length <= MAX_TEXT);
  const richness = (review: Review) =>
    [
      phraseOf(review),
      review.mentionedTechnicians[0],
      review.mentionedServices[0],
      review.mentionedServiceAreas[0],
      ownMentions(review)[0],
      review.ownerReply,
    ].filter((member) => member !== undefined).length;
  const [best = oldest[0]] = short.toSorted((a, b) => richness(b) - richness(a));
  return best;
}

const WORDS = /[\p{L}\p{N}]+(?: [\p{L}\p{N}]+){1,3}/u;
const MAX_PHRASE = 60;

/** Returns some words of the text. */
function phraseOf({ reviewBody }: Review): string | undefined {
  const [phrase] = WORDS.exec(reviewBody) ?? [];
  return phrase !== undefined && phrase.length <= MAX_PHRASE ? phrase : undefined;
}

function parametersOf(review: Review, reviews: readonly Review[]): Examples['parameters'] {
  /** The value from the example, or else from the oldest review that has one. */
  const candidates = [review, ...reviews.toReversed()];
  const find = <Value>(of: (one: Review) => Value | undefined) =>
    candidates
      .values()
      .map(of)
      .find((value) => value !== undefined);
  const { ratingValue } = review.reviewRating;
  const year = review.datePublished.slice(0, 4);
  const secondOldest = reviews.at(-2);
  return {
    rating: find(({ reviewRating: { ratingValue: stars } }) =>
      Number.isInteger(stars) ? stars : undefined,
    ),
    min_rating: ratingValue,
    max_rating: ratingValue,
    since: `${year}-01-01`,
    until: `${year}-12-31`,
    query: find(phraseOf),
    words: find(phraseOf),
    mentions_technician: find(({ mentionedTechnicianIds: [id] }) => id),
    mentions_service: find(({ mentionedServices: [id] }) => id),
    service_area: find(({ mentionedServiceAreas: [id] }) => id),
    aspect: find((one) => ownMentions(one)[0]?.id),
    sentiment: find(({ sentiment }) => sentiment?.label),
    source: review.publisher.name,
    language: review.inLanguage.split('-')[0],
    has_text: review.reviewBody !== '',
    has_reply: review.ownerReply !== undefined,
    relationship: review.relationship ?? 'none',
    after: secondOldest && cursorBehindReview(secondOldest),
  };
}

/** A cursor of a question for the newest first. */
function cursorBehindReview({ id, datePublished: date }: Review, query = {}): string {
  return cursorAt({ key: date, date, id }, query);
}

/** Searches the reviews up to a day, which change only by edits of old ones. */
function exampleSearch(review: Review, until: readonly Review[]): Examples['search'] {
  const query: SearchQuery = {
    min_rating: review.reviewRating.ratingValue,
    until: review.datePublished,
    query: phraseOf(review),
    limit: 1,
  };
  const holds = (text: string) => foldText(text).includes(foldText(query.query ?? ''));
  const found = until.filter(
    (one) =>
      one.reviewRating.ratingValue >= review.reviewRating.ratingValue && holds(one.reviewBody),
  );
  const { limit, ...filters } = query;
  const [first = review] = found;
  return {
    query,
    result: {
      total: found.length,
      count: 1,
      limit,
      filters,
      ...(found.length > 1 && { next: cursorBehindReview(first, query) }),
      reviews: [first],
    },
  };
}

function exampleStats(
  { datePublished }: Review,
  until: readonly Review[],
  dataset: Dataset,
): Examples['stats'] {
  const counts = new Counts();
  for (const { reviewRating, datePublished, publisher } of until) {
    const { ratingValue: stars } = reviewRating;
    counts.total.add(stars);
    const facets = [facet('rating', stars), facet('year', datePublished.slice(0, 4))];
    const ofSource = [facet('source', publisher.name), sourceFacet(publisher.name)];
    for (const one of [...facets, ...ofSource]) counts.add(one, stars);
  }
  const query: StatsQuery = { until: datePublished, group_by: 'year,source' };
  return { query, result: assembleStats(query, [counts], namesOf(dataset)) };
}
