import { z } from 'zod';
import { fitAnswer, type Members } from '#agents/answers/answer-size.ts';
import { quote } from '#dataset/text/shorten.ts';
import type { AspectInsight, InsightsDocument } from '#insights/insights-document.ts';
import { judgingInWords } from '#insights/summary.ts';
import { findNamed } from '#search/question/names.ts';
import { describeValues } from '#search/question/suggest.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { defineTool, STRANGERS_WORDS } from '../tool.ts';
import { hintsOnAspects, hintsOnUnquoted } from './aspect-hints.ts';
import { findEntity, leanQuote, listEntities } from './insights-entity.ts';
import { overviewOf, withList } from './insights-overview.ts';

const SECTIONS = ['aspects', 'entities', 'faq', 'summary', 'methodology'] as const;
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
      .array(z.looseObject({ id: z.string(), reviewCount: z.int() }))
      .optional()
      .describe(
        'reviewCount: those that mention it; judgingReviewCount: that praise or criticize.',
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

/** Returns the requested members; a message if there is no such thing. */
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
  const aspectInWords = leanAspect(found, insights.textReviewCount);
  return { hints, notice: STRANGERS_WORDS, aspect: { ...aspectInWords, ...periods } };
}

/** Without trend, counts of clauses, and offsets in texts; with a score only if there is one. */
function leanAspect(aspect: AspectInsight, textReviewCount: number) {
  const { id, name, description, score, interval, averageRating } = aspect;
  return {
    id,
    name,
    description,
    inWords: judgingInWords({ ...aspect, name: 'it' }, textReviewCount),
    reviewCount: aspect.reviewCount,
    positiveReviewCount: aspect.positiveReviewCount,
    negativeReviewCount: aspect.negativeReviewCount,
    ...(score !== null && { score, interval }),
    ...(averageRating !== null && { averageRating }),
    ...withList('keywords', aspect.keywords.map(keywordInWords)),
    ...withList('quotes', aspect.quotes.map(leanQuote)),
  };
}

function keywordInWords(keyword: AspectInsight['keywords'][number]) {
  const { term, count, positiveReviewCount, negativeReviewCount } = keyword;
  return `${term}: in ${count}, praise ${positiveReviewCount}, criticism ${negativeReviewCount}`;
}

/** Each review is in one quarter, so the quarters of a year add up. */
function trendOf({ trend }: AspectInsight, by: (typeof TRENDS)[number]) {
  const periods = Map.groupBy(trend, ({ period }) => (by === 'year' ? period.slice(0, 4) : period));
  return [...periods].map(([period, quarters]) => {
    const sum = (pick: (one: (typeof trend)[number]) => number) =>
      quarters.reduce((total, one) => total + pick(one), 0);
    const reviewCount = sum((one) => one.reviewCount);
    const positiveReviewCount = sum((one) => one.positiveReviewCount);
    const negativeReviewCount = sum((one) => one.negativeReviewCount);
    return { period, reviewCount, positiveReviewCount, negativeReviewCount };
  });
}

async function sectionOf(
  section: (typeof SECTIONS)[number],
  insights: InsightsDocument,
  source: ReviewSource,
): Promise<Members> {
  const { aspects, faq, summary, methodology, accuracy } = insights;
  switch (section) {
    case 'aspects': {
      const onAspects = aspects.length > 0 ? await hintsOnAspects({}, source) : [];
      const lean = aspects.map((one) => leanAspect(one, insights.textReviewCount));
      const hints = withList('hints', [...onAspects, ...hintsOnUnquoted(aspects)]);
      return { ...hints, notice: STRANGERS_WORDS, aspects: lean };
    }
    case 'entities':
      return { entities: listEntities(insights) };
    case 'faq':
      return { faq };
    case 'summary': {
      // A template's findings are counts by aspect; those of editors are their own words.
      const isCounted = summary.generatedBy === 'template' && summary.strengths.length > 0;
      return { ...(isCounted && { hints: await hintsOnAspects({}, source) }), summary };
    }
    case 'methodology': {
      const { name, version, languages, unit, limitations } = methodology;
      return {
        hints: [
          `The origin of every figure, and further measures: methodology in ${source.baseUrl}/insights.json`,
        ],
        methodology: { name, version, languages, unit, limitations },
        accuracy,
      };
    }
  }
}
