import type { ReviewsDocument } from '#artifacts/reviews-json.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';
import { keywordsOf } from './naive-keywords.ts';
import { labelled, type Named, quotesOf, type Review, type Said } from './naive-quotes.ts';

/** Tells which terms of an aspect occur in a text. */
export type TermsIn = (aspect: string, text: string) => readonly string[];

const half = (sum: number, count: number) => {
  if (count === 0) return 0;
  const rounded = Math.floor((2000 * Math.abs(sum) + count) / (2 * count)) / 1000;
  return sum < 0 && rounded > 0 ? -rounded : rounded;
};

const averageOf = (reviews: readonly Review[]) => {
  if (reviews.length === 0) return null;
  const hundredths = reviews.reduce((sum, review) => sum + review.reviewRating.ratingValue, 0);
  return Math.floor((hundredths * 200 + reviews.length) / (2 * reviews.length)) / 100;
};

/** The roots of the quadratic equation by which Wilson defines the interval, each rounded. */
function intervalOf(positive: number, negative: number) {
  const n = positive + negative;
  if (n === 0) return [-1, 1];
  const [z2, p] = [1.959964 ** 2, positive / n];
  const [a, b, c] = [n + z2, -(2 * n * p + z2), n * p * p];
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
  return [(-b - root) / (2 * a), (-b + root) / (2 * a)].map((share) => half(2 * share - 1, 1));
}

function tallyOf(said: readonly Said[]) {
  const positive = labelled(said, 'positive').length;
  const neutral = labelled(said, 'neutral').length;
  const negative = labelled(said, 'negative').length;
  const score = half(positive - negative, positive + neutral + negative);
  return { positive, neutral, negative, score };
}

function aspectFigures(id: string, reviews: readonly Review[], termsIn: TermsIn) {
  const said = reviews.flatMap((review) =>
    (review.aspects ?? []).flatMap((mention) => (mention.id === id ? [{ review, mention }] : [])),
  );
  const own = reviews.filter((review) => review.aspects?.some((mention) => mention.id === id));
  const has = (review: Review, label: string) =>
    review.aspects?.some((mention) => mention.id === id && mention.sentiment === label);
  const mixed = own.filter(
    (review) => has(review, 'mixed') || (has(review, 'positive') && has(review, 'negative')),
  );
  const quarterOf = ({ review }: Said) => {
    const month = new Date(review.datePublished).getUTCMonth();
    return `${review.datePublished.slice(0, 4)}-Q${Math.floor(month / 3) + 1}`;
  };
  const { positive, negative } = tallyOf(said);
  return {
    reviewCount: own.length,
    mentionCount: said.length,
    ...tallyOf(said),
    mixedReviewCount: mixed.length,
    negativeReviewCount: own.filter((review) => has(review, 'negative')).length,
    interval: intervalOf(positive, negative),
    averageRating: averageOf(own),
    sampleSize: own.length >= 5 ? 'ok' : 'low',
    keywords: keywordsOf(id, reviews, termsIn),
    trend: [...new Set(said.map(quarterOf))].sort().map((period) => {
      const then = said.filter((each) => quarterOf(each) === period);
      return { period, mentionCount: then.length, ...tallyOf(then) };
    }),
    quotes: quotesOf(said, 3, 2),
  };
}

function sentimentOf(reviews: readonly Review[]) {
  const count = (label: string) =>
    reviews.filter(({ sentiment }) => sentiment?.label === label).length;
  const [positive, neutral, negative] = [count('positive'), count('neutral'), count('negative')];
  const mixed = count('mixed');
  const score = half(positive - negative, positive + neutral + negative + mixed);
  return { positive, neutral, negative, mixed, score };
}

function entityFigures(
  named: Named,
  own: readonly Review[],
  aspects: readonly string[],
  isPerson: boolean,
) {
  const mentioning = (id: string) =>
    own.filter((review) => review.aspects?.some((mention) => mention.id === id)).length;
  const said = own.flatMap((review) =>
    (review.aspects ?? []).map((mention) => ({ review, mention })),
  );
  return {
    reviewCount: own.length,
    analysedReviewCount: own.filter(({ sentiment }) => sentiment).length,
    averageRating: averageOf(own),
    lastMentioned:
      own
        .map(({ datePublished }) => datePublished)
        .toSorted()
        .at(-1) ?? null,
    score: sentimentOf(own).score,
    topAspects: aspects
      .filter((id) => mentioning(id) > 0)
      .sort((a, b) => mentioning(b) - mentioning(a))
      .slice(0, 3),
    quotes: quotesOf(said, 2, 1, { ...named, isPerson }),
  };
}

type Figures = ReturnType<typeof aspectFigures> & { readonly id: string; readonly name: string };

/** The findings of the template: the first of the best, each with the quotes that show it. */
function findingsOf(
  aspects: readonly Figures[],
  sentiment: 'positive' | 'negative',
  rankOf: (aspect: Figures) => number,
) {
  return aspects
    .map((aspect) => ({ aspect, rank: rankOf(aspect) }))
    .filter(({ aspect, rank }) => rank > 0 && aspect.quotes.some((q) => q.sentiment === sentiment))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, 3)
    .map(({ aspect: { id, name, mentionCount, quotes, ...figures } }) => ({
      text: `${name}: ${figures[sentiment]} of ${mentionCount} mentions are ${sentiment}.`,
      aspect: id,
      evidence: quotes.filter((q) => q.sentiment === sentiment).map(({ reviewId }) => reviewId),
    }));
}

/**
 * insights.json without its topics and answers, counted anew from reviews.json by plain loops over
 * everything. What editors call things, and say in prose, is taken from the document itself;
 * `firstNames` are those by which alone reviews name technicians.
 */
export function recount(
  { reviews, dateModified, business }: ReviewsDocument,
  { entities, methodology, schemaVersion, summary, ...document }: InsightsDocument,
  termsIn: TermsIn,
  firstNames: readonly string[] = [],
) {
  const dates = reviews.map(({ datePublished }) => datePublished).toSorted();
  const [from, to] = [dates[0], dates.at(-1)];
  const texts = reviews.filter(({ reviewBody }) => reviewBody !== '');
  const passed = texts.filter(({ sentiment }) => sentiment === undefined);
  const notAnalysed = [...new Set(passed.map(({ inLanguage }) => inLanguage))]
    .map((inLanguage) => ({
      inLanguage,
      reviewCount: passed.filter((review) => review.inLanguage === inLanguage).length,
    }))
    .sort((a, b) => b.reviewCount - a.reviewCount || (a.inLanguage < b.inLanguage ? -1 : 1));
  const aspects = document.aspects.map(({ id, name, description }) => ({
    id,
    name,
    description,
    ...aspectFigures(id, reviews, termsIn),
  }));
  const ids = aspects.map(({ id }) => id);
  const strengthOf = ({ interval, reviewCount }: Figures) =>
    reviewCount >= 5 ? (interval[0] ?? -1) : 0;
  const concernOf = ({ negative, negativeReviewCount, mentionCount }: Figures) =>
    negativeReviewCount >= 3 ? negative / mentionCount : 0;
  const mentionedIn = (entity: Named, keysIn: (one: Review) => readonly string[], key: string) => {
    const own = reviews.filter((review) => keysIn(review).includes(key));
    return { ...entity, ...entityFigures(entity, own, ids, false) };
  };
  const personIn = (entity: Named) => {
    const { name, aliases } = entity;
    const first = firstNames.filter((one) => name.startsWith(`${one} `));
    const own = reviews.filter(({ mentionedTechnicians }) => mentionedTechnicians.includes(name));
    const named = { name, aliases: [...aliases, ...first] };
    return { ...entity, ...entityFigures(named, own, ids, true) };
  };
  return {
    schemaVersion,
    dateModified,
    business: { id: business.id, name: business.name },
    period: from === undefined ? null : { from, to },
    reviewCount: reviews.length,
    textReviewCount: texts.length,
    methodology: {
      ...methodology,
      coverage: {
        textReviewCount: texts.length,
        analysedReviewCount: texts.length - passed.length,
        notAnalysed,
      },
    },
    sentiment: sentimentOf(reviews),
    aspects,
    entities: {
      technicians: entities.technicians.map(personIn),
      services: entities.services.map((entity) =>
        mentionedIn(entity, ({ mentionedServices }) => mentionedServices, entity.id),
      ),
      serviceAreas: entities.serviceAreas.map((entity) =>
        mentionedIn(entity, ({ mentionedServiceAreas }) => mentionedServiceAreas, entity.id),
      ),
    },
    summary:
      summary.generatedBy === 'human'
        ? summary
        : {
            ...summary,
            strengths: findingsOf(aspects, 'positive', strengthOf),
            concerns: findingsOf(aspects, 'negative', concernOf),
          },
  };
}
