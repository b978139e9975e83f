import { z } from 'zod';
import { fitAnswer, type Members } from '#agents/answers/answer-size.ts';
import { quote } from '#dataset/text/shorten.ts';
import type { AspectInsight, InsightsDocument } from '#insights/insights-document.ts';
import { scoreOf } from '#insights/score.ts';
import { findNamed } from '#search/question/names.ts';
import { describeValues } from '#search/question/suggest.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { defineTool, STRANGERS_WORDS } from '../tool.ts';
import { hintsOnAspects, hintsOnUnquoted } from './aspect-hints.ts';
import { findEntity, leanQuote, listEntities } from './insights-entity.ts';
import { overviewOf, withList } from './insights-overview.ts';

const SECTIONS = ['aspects', 'entities', 'topics', 'faq', 'summary', 'methodology'] as const;
const TRENDS = ['year', 'quarter'] as const;
const oneOf = (names: readonly string[]) => `must be one of ${names.join(', ')}`;

const ONE_ONLY = 'cannot be combined with the others; give only one of aspect, entity and section';

const Input = z
  .strictObject({
    aspect: z.string('must be text').min(1, 'must not be empty').optional(),
    trend: z.enum(TRENDS, oneOf(TRENDS)).optional(),
    entity: z.string('must be text').min(1, 'must not be empty').optional(),
    section: z.enum(SECTIONS, oneOf(SECTIONS)).optional(),
  })
  .superRefine(({ aspect, trend, entity, section }, context) => {
    const refuse = (path: string, message: string, input: unknown) =>
      context.addIssue({ code: 'custom', path: [path], message, input });
    if (entity !== undefined && aspect !== undefined) refuse('entity', ONE_ONLY, entity);
    if (section !== undefined && (aspect ?? entity) !== undefined) {
      refuse('section', ONE_ONLY, section);
    }
    if (trend !== undefined && aspect === undefined) refuse('trend', 'needs an aspect', trend);
  });

export const getInsights = defineTool({
  name: 'get_insights',
  Input,
  Output: z.looseObject({
    aspects: z
      .array(z.looseObject({ id: z.string(), reviewCount: z.int(), score: z.number() }))
      .optional()
      .describe(
        'score: (reviews that praise it − reviews that criticize it) / reviews that mention it, -1 to 1.',
      ),
    aspect: z.looseObject({ id: z.string() }).optional(),
    entity: z.looseObject({ id: z.string() }).optional(),
    hints: z.array(z.string()).optional(),
    notice: z.string().optional(),
  }),
  answer: async (asked, source) => {
    const answer = await membersFor(asked, source);
    if (typeof answer === 'string') return { ok: false, message: answer };
    return { ok: true, answer: fitAnswer(answer, `${source.baseUrl}/insights.json`) };
  },
});

/** What is asked for; a message where there is no such thing. */
async function membersFor(
  { aspect, trend, entity, section }: z.output<typeof Input>,
  source: ReviewSource,
): Promise<Members | string> {
  const insights = await source.insights();
  if (entity !== undefined) {
    const found = findEntity(entity, insights, source.names);
    return typeof found === 'string' ? found : { notice: STRANGERS_WORDS, entity: found };
  }
  if (section !== undefined) return sectionOf(section, insights, source);
  const onAspects = await hintsOnAspects({}, source);
  if (aspect === undefined) return overviewOf(insights, onAspects);
  const { aspects: named } = source.names;
  const id = findNamed(named, aspect)?.id;
  const found = insights.aspects.find((one) => one.id === id);
  if (!found) {
    const ids = named.map((one) => one.id);
    return `No aspect is called ${quote(aspect)}.${describeValues([], ids)}`;
  }
  const periods = trend && { trend: trendOf(found, trend) };
  const hints = [...onAspects, ...hintsOnUnquoted([found])];
  return { hints, notice: STRANGERS_WORDS, aspect: { ...leanAspect(found), ...periods } };
}

/** Without trend, counts of clauses, and offsets in texts. */
function leanAspect({
  id,
  description,
  name,
  score,
  interval,
  averageRating,
  sampleSize,
  ...one
}: AspectInsight) {
  return {
    id,
    name,
    description,
    reviewCount: one.reviewCount,
    positiveReviewCount: one.positiveReviewCount,
    negativeReviewCount: one.negativeReviewCount,
    score,
    interval,
    ...(averageRating !== null && { averageRating }),
    sampleSize,
    ...withList('keywords', one.keywords),
    ...withList('quotes', one.quotes.map(leanQuote)),
  };
}

/** Each review lies in one quarter, so that those of a year add up. */
function trendOf({ trend }: AspectInsight, by: (typeof TRENDS)[number]) {
  const periods = Map.groupBy(trend, ({ period }) => (by === 'year' ? period.slice(0, 4) : period));
  return [...periods].map(([period, quarters]) => {
    const sum = (pick: (one: (typeof trend)[number]) => number) =>
      quarters.reduce((total, one) => total + pick(one), 0);
    const reviewCount = sum((one) => one.reviewCount);
    const positiveReviewCount = sum((one) => one.positiveReviewCount);
    const negativeReviewCount = sum((one) => one.negativeReviewCount);
    const score = scoreOf(positiveReviewCount - negativeReviewCount, reviewCount);
    return { period, reviewCount, positiveReviewCount, negativeReviewCount, score };
  });
}

async function sectionOf(
  section: (typeof SECTIONS)[number],
  insights: InsightsDocument,
  source: ReviewSource,
): Promise<Members> {
  const { aspects, topics, faq, summary, methodology } = insights;
  switch (section) {
    case 'aspects': {
      const onAspects = aspects.length > 0 ? await hintsOnAspects({}, source) : [];
      const hints = withList('hints', [...onAspects, ...hintsOnUnquoted(aspects)]);
      return { ...hints, notice: STRANGERS_WORDS, aspects: aspects.map(leanAspect) };
    }
    case 'entities':
      return { entities: listEntities(insights) };
    case 'topics': {
      if (topics.length === 0) return { hints: [NO_TOPICS] };
      const lean = topics.map(({ trend, quotes, ...topic }) => {
        return { ...topic, quotes: quotes.map(leanQuote) };
      });
      return { notice: STRANGERS_WORDS, topics: lean };
    }
    case 'faq':
      return { faq };
    case 'summary': {
      // A template's findings are counts by aspect; those of editors are their own words.
      const isCounted = summary.generatedBy === 'template' && summary.strengths.length > 0;
      return { ...(isCounted && { hints: await hintsOnAspects({}, source) }), summary };
    }
    case 'methodology':
      return {
        hints: [
          `benchmarks: the least and the most of several data sets. How every figure is made: methodology in ${source.baseUrl}/insights.json`,
        ],
        methodology: digestOf(methodology),
      };
  }
}

const NO_TOPICS = 'No phrase is in enough reviews to be a topic.';

/** How right the analysis is, in brief: of each measure the least and the most of all data sets. */
function digestOf({
  name,
  version,
  languages,
  unit,
  limitations,
  benchmarks,
}: InsightsDocument['methodology']) {
  const measured = [...Map.groupBy(benchmarks, ({ metric }) => metric)].flatMap(([metric, all]) => {
    const values = all.map(({ value }) => value);
    return DIGESTED.has(metric) ? [[metric, [Math.min(...values), Math.max(...values)]]] : [];
  });
  return { name, version, languages, unit, limitations, benchmarks: Object.fromEntries(measured) };
}

/** What agents can judge by; the other measures explain these. */
const DIGESTED: ReadonlySet<string> = new Set([
  'accuracy',
  'aspectPrecision',
  'aspectRecall',
  'publishedAsContrary',
]);
