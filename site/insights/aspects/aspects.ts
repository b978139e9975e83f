import { groupByEach } from '#dataset/counts.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { memoize, memoizeList } from '#dataset/memoize.ts';
import type { Aspect } from '#dataset/schema/stored-entities.ts';
import { chooseQuotes, findUnquotedCriticism, type Stock } from '#insights/quotes/choose-quotes.ts';
import { stockOf } from '#insights/quotes/quotes.ts';
import type { ReadQuote } from '#insights/quotes/read-quote.ts';
import type { AspectInsight, InsightsDocument } from '../insights-document.ts';
import type { NotedReview, Noter, Said } from '../noted-review.ts';
import { countOpinions, meanRating, reviewsBySide, reviewsIn, trendOf } from '../opinion-counts.ts';
import { scoreInterval } from '../score.ts';

/** Minimum reviews with a keyword, and minimum share of all that have a text. */
const [LEAST_REVIEWS, LEAST_SHARE] = [5, 0.01];
const MAX_KEYWORDS = 10;

/** An interval that is wider leaves open how good something is. */
const WIDEST = 0.5;

const MAX_QUOTES = { positive: 3, negative: 2 } as const;

/** Counts what reviews say about each aspect, in the order of the editors. */
export function countAspects(
  dataset: Dataset,
  noted: readonly NotedReview[],
  noter: Noter,
): InsightsDocument['aspects'] {
  const saidOf = Map.groupBy(
    noted.flatMap(({ said }) => said),
    ({ mention }) => mention.id,
  );
  const least = Math.max(LEAST_REVIEWS, LEAST_SHARE * dataset.aggregateRating.reviewCount);
  const countOf = createCounts(noter);
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
const createCounts = memoize(({ readQuote }: Noter) =>
  memoize((aspect: Aspect) =>
    memoizeList((said: readonly Said[]) => countAspect(aspect, said, readQuote)),
  ),
);

function countAspect(aspect: Aspect, said: readonly Said[], read: ReadQuote) {
  const reviews = reviewsIn(said);
  const counts = countOpinions(said);
  const { judgingReviewCount: judging, score } = counts;
  const onlyPraise = judging - counts.negativeReviewCount;
  const onlyBlame = judging - counts.positiveReviewCount;
  const interval = scoreInterval(onlyPraise, onlyBlame, reviews.length);
  const isWide = interval[1] - interval[0] > WIDEST;
  return {
    figures: {
      ...counts,
      mixedReviewCount: judging - onlyPraise - onlyBlame,
      interval,
      averageRating: meanRating(reviews),
      sampleSize: score === null || isWide ? ('low' as const) : ('ok' as const),
    },
    keywords: keywordsOf(said),
    trend: trendOf(said),
    stock: quotable(aspect, said, read),
    criticising: reviewsBySide(said).criticising,
  };
}

function quotable(
  { quotes: { pin, veto } = { pin: [], veto: [] } }: Aspect,
  said: readonly Said[],
  read: ReadQuote,
): Stock {
  const allowed = said.filter(({ from }) => !veto.includes(from.id));
  return stockOf(allowed, {
    read,
    orderOf: ({ from }) => (pin.includes(from.id) ? 0 : 2),
    worthOf: ({ notes }) => notes.worth,
  });
}

/** All terms with which an aspect is mentioned, the most frequent first. */
function keywordsOf(said: readonly Said[]): AspectInsight['keywords'] {
  return [...groupByEach(said, ({ notes }) => notes.terms)]
    .map(([term, own]) => ({ term, ...countOpinions(own) }))
    .map(({ term, reviewCount: count, positiveReviewCount, negativeReviewCount }) => {
      return { term, count, positiveReviewCount, negativeReviewCount };
    })
    .sort((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1));
}
