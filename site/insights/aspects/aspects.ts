import { groupByEach } from '#dataset/counts.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { memoize, memoizeList } from '#dataset/memoize.ts';
import type { Aspect } from '#dataset/schema/stored-entities.ts';
import { chooseQuotes, findUnquotedCriticism, type Stock } from '#insights/quotes/choose-quotes.ts';
import type { ReadQuote } from '#insights/quotes/quotation.ts';
import { stockOf } from '#insights/quotes/quotes.ts';
import type { AspectInsight, InsightsDocument } from '../insights-document.ts';
import type { NotedReview, Noter, Statement } from '../noted-review.ts';
import { countOpinions, meanRating, reviewsBySide, reviewsIn, trendOf } from '../opinion-counts.ts';
import { scoreInterval } from '../score.ts';

/** Minimum reviews with a keyword, and minimum share of all reviews with a text. */
const [LEAST_REVIEWS, LEAST_SHARE] = [5, 0.01];
const MAX_KEYWORDS = 10;

/** The widest interval of a usable score; a wider one settles nothing. */
const WIDEST = 0.5;

const MAX_QUOTES = { positive: 3, negative: 2 } as const;

/** Counts the mentions of each aspect, in the order of the editors. */
export function countAspects(
  dataset: Dataset,
  noted: readonly NotedReview[],
  noter: Noter,
): InsightsDocument['aspects'] {
  const saidOf = Map.groupBy(
    noted.flatMap(({ statements }) => statements),
    ({ mention }) => mention.id,
  );
  const least = Math.max(LEAST_REVIEWS, LEAST_SHARE * dataset.aggregateRating.reviewCount);
  const countOf = createCounts(noter);
  const counted = dataset.aspects.map((aspect) => countOf(aspect)(saidOf.get(aspect.id) ?? []));
  const chosen = chooseQuotes(
    counted.map(({ stock }) => stock),
    MAX_QUOTES,
  );
  return counted.map(({ figures, keywords, trend, criticizing }, index) => {
    const quotes = chosen[index] ?? [];
    return {
      ...figures,
      keywords: keywords.filter(({ count }) => count >= least).slice(0, MAX_KEYWORDS),
      trend,
      quotes,
      unquotedCriticism: findUnquotedCriticism(quotes, criticizing),
    };
  });
}

/** Counts an aspect again only if its mentions change. */
const createCounts = memoize(({ readQuote }: Noter) =>
  memoize((aspect: Aspect) =>
    memoizeList((statements: readonly Statement[]) => countAspect(aspect, statements, readQuote)),
  ),
);

function countAspect(aspect: Aspect, statements: readonly Statement[], read: ReadQuote) {
  const reviews = reviewsIn(statements);
  const counts = countOpinions(statements);
  const { judgingReviewCount: judging, score } = counts;
  const onlyPraise = judging - counts.negativeReviewCount;
  const onlyBlame = judging - counts.positiveReviewCount;
  const interval = scoreInterval(onlyPraise, onlyBlame, reviews.length);
  const isWide = interval[1] - interval[0] > WIDEST;
  return {
    figures: {
      id: aspect.id,
      name: aspect.name,
      description: aspect.description,
      ...counts,
      mixedReviewCount: judging - onlyPraise - onlyBlame,
      interval,
      averageRating: meanRating(reviews),
      sampleSize: score === null || isWide ? ('low' as const) : ('ok' as const),
    },
    keywords: keywordsOf(statements),
    trend: trendOf(statements),
    stock: quotable(aspect, statements, read),
    criticizing: reviewsBySide(statements).criticizing,
  };
}

function quotable(
  { quotes: { pin, veto } = { pin: [], veto: [] } }: Aspect,
  statements: readonly Statement[],
  read: ReadQuote,
): Stock {
  const allowed = statements.filter(({ from }) => !veto.includes(from.id));
  return stockOf(allowed, {
    read,
    orderOf: ({ from }) => (pin.includes(from.id) ? 0 : 2),
    worthOf: ({ notes }) => notes.worth,
  });
}

/** Returns all terms that mention an aspect, the most frequent first. */
function keywordsOf(statements: readonly Statement[]): AspectInsight['keywords'] {
  return [...groupByEach(statements, ({ notes }) => notes.terms)]
    .map(([term, own]) => ({ term, ...countOpinions(own) }))
    .map(({ term, reviewCount: count, positiveReviewCount, negativeReviewCount }) => {
      return { term, count, positiveReviewCount, negativeReviewCount };
    })
    .sort((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1));
}
