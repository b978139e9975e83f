import { groupByEach } from '#dataset/counts.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { memoize, memoizeList, memoizeWith } from '#dataset/memoize.ts';
import type { Aspect } from '#dataset/schema/stored-entities.ts';
import type { NotesOf } from '#insights/notes/notes.ts';
import { chooseQuotes, findUnquotedCriticism, type Stock } from '#insights/quotes/choose-quotes.ts';
import { stockOf } from '#insights/quotes/quotes.ts';
import { createQuoteReaders, type ReadQuote } from '#insights/quotes/read-quote.ts';
import type { AspectInsight, InsightsDocument } from '../insights-document.ts';
import type { NotedReview, Said } from '../noted-review.ts';
import { countOpinions, meanRating, reviewsBySide, reviewsIn, trendOf } from '../opinion-counts.ts';
import { scoreInterval } from '../score.ts';

/** Minimum reviews with a keyword, and minimum share of all that have a text. */
const [LEAST_REVIEWS, LEAST_SHARE] = [5, 0.01];
const MAX_KEYWORDS = 10;

/** Fewer reviews than these are a low sample size. */
const ENOUGH_REVIEWS = 5;

const MAX_QUOTES = { positive: 3, negative: 2 } as const;

/** Counts what reviews say about each aspect, in the order of the editors. */
export function countAspects(
  dataset: Dataset,
  noted: readonly NotedReview[],
  notesOf: NotesOf,
): InsightsDocument['aspects'] {
  const saidOf = Map.groupBy(
    noted.flatMap(({ said }) => said),
    ({ mention }) => mention.id,
  );
  const least = Math.max(LEAST_REVIEWS, LEAST_SHARE * dataset.aggregateRating.reviewCount);
  const countOf = createCounts(dataset, notesOf);
  const counted = dataset.aspects.map((aspect) => ({
    aspect,
    ...countOf(aspect)(saidOf.get(aspect.id) ?? []),
  }));
  const chosen = chooseQuotes(
    counted.map(({ stock }) => stock),
    MAX_QUOTES,
  );
  return counted.map(({ aspect, figures, keywords, trend, criticising }, index) => {
    const { id, name, description } = aspect;
    const quotes = chosen[index] ?? [];
    return {
      id,
      name,
      description,
      ...figures,
      keywords: keywords.filter(({ count }) => count >= least).slice(0, MAX_KEYWORDS),
      trend,
      quotes,
      unquotedCriticism: findUnquotedCriticism(quotes, criticising),
    };
  });
}

/** Counts an aspect again only where something else is said of it. */
const createCounts = memoizeWith((dataset: Dataset, notesOf: NotesOf) => {
  const { read } = createQuoteReaders(dataset, notesOf);
  return memoize((aspect: Aspect) =>
    memoizeList((said: readonly Said[]) => countAspect(aspect, said, read)),
  );
});

function countAspect(aspect: Aspect, said: readonly Said[], read: ReadQuote) {
  const reviews = reviewsIn(said);
  const { praising, criticising } = reviewsBySide(said);
  const both = new Set(praising).intersection(new Set(criticising)).size;
  const only = [praising.length - both, criticising.length - both] as const;
  const sampleSize: AspectInsight['sampleSize'] = reviews.length < ENOUGH_REVIEWS ? 'low' : 'ok';
  return {
    figures: {
      ...countOpinions(said),
      mixedReviewCount: both,
      interval: scoreInterval(...only, reviews.length),
      averageRating: meanRating(reviews),
      sampleSize,
    },
    keywords: keywordsOf(said),
    trend: trendOf(said),
    stock: quotable(aspect, said, read),
    criticising,
  };
}

function quotable(
  { id, quotes: { pin, veto } = { pin: [], veto: [] } }: Aspect,
  said: readonly Said[],
  read: ReadQuote,
): Stock {
  const [pinned, vetoed] = [new Set(pin), new Set(veto)];
  return stockOf(said, {
    read,
    orderOf: ({ from }) => (pinned.has(from.id) ? 0 : 2),
    isAbout: ({ from, mention }) => mention.id === id && !vetoed.has(from.id),
    worthOf: ({ notes }) => notes.worth ?? 0,
  });
}

/** All terms with which an aspect is mentioned, the most frequent first. */
function keywordsOf(said: readonly Said[]): AspectInsight['keywords'] {
  return [...groupByEach(said, ({ notes }) => notes.terms ?? [])]
    .map(([term, own]) => ({ term, ...countOpinions(own) }))
    .map(({ term, reviewCount, score }) => ({ term, count: reviewCount, sentiment: score }))
    .sort((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1));
}
