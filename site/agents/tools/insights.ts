import { z } from 'zod';
import { quote, shorten } from '#dataset/text/shorten.ts';
import type { AspectInsight, InsightsDocument, Quote } from '#insights/insights-document.ts';
import { scoreOf } from '#insights/score.ts';
import { suggest } from '#search/hints.ts';
import { createFinder } from '#search/question/names.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { fittingOf } from '../answer-size.ts';
import { such } from '../release-facts.ts';
import { defineTool, STRANGERS_WORDS, type ToolAnswer } from '../tool.ts';
import { type Entity, entitiesOf } from './entities.ts';

const SECTIONS = ['aspects', 'entities', 'topics', 'faq', 'summary', 'methodology'] as const;
const TRENDS = ['year', 'quarter'] as const;
const oneOf = (names: readonly string[]) => `must be one of ${names.join(', ')}`;

const ONE_ONLY = 'is one question too many: give aspect, entity or section, one of them at a time';

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
  title: 'What the reviews say, analyzed',
  summary:
    'Answers what all reviews say as a whole: without arguments an overview with a summary and the score of each aspect that is praised or criticized.',
  Input,
  Output: z.looseObject({
    aspects: z
      .array(z.looseObject({ id: z.string(), reviewCount: z.int(), score: z.number() }))
      .optional()
      .describe('score is praising less criticizing reviews, over all that mention it: -1 to 1.'),
    aspect: z.looseObject({ id: z.string() }).optional(),
    entity: z.looseObject({ id: z.string() }).optional(),
    hints: z.array(z.string()).optional(),
    notice: z.string().optional(),
  }),
  describe: ({ aspects, technician, service }) => ({
    more: `Then ask for one aspect, one person, service or place, or one section. Use it for "Is it any good, and why?" and "What are its weak points?". For a period or a selection use get_review_stats; for the reviews behind a finding, search_reviews. ${STRANGERS_WORDS}`,
    words: {
      aspect: `Figures, words and quotes of one aspect${such(aspects[0])}.`,
      trend: 'With aspect: its figures by year or quarter.',
      entity: `Figures and quotes of a person, service or place${such(technician ?? service)}.`,
      section: `${SECTIONS.join(', ')}: the whole of one part.`,
    },
  }),
  answer: async ({ aspect, trend, entity, section }, source): Promise<ToolAnswer> => {
    const insights = await source.insights();
    if (aspect !== undefined) return aspectAnswer(aspect, trend, insights, source);
    if (entity !== undefined) return entityAnswer(entity, source);
    const json = section === undefined ? overviewOf(insights) : await sectionOf(section, source);
    return { ok: true, json: JSON.stringify(json) };
  },
});

/** An overview has about 1,500 tokens, whatever editors write and however many aspects there are. */
const OVERVIEW = { aspects: 15, findings: 5, text: 900, finding: 150 };

function overviewOf({ business, period, summary, aspects, ...document }: InsightsDocument) {
  const { reviewCount, textReviewCount, sentiment } = document;
  const list = (findings: InsightsDocument['summary']['strengths']) =>
    findings.slice(0, OVERVIEW.findings).map(({ text }) => shortenTo(OVERVIEW.finding, text));
  const mentioned = aspects
    .filter((one) => one.reviewCount > 0)
    .sort((a, b) => b.reviewCount - a.reviewCount);
  const shown = mentioned.slice(0, OVERVIEW.aspects);
  const left = mentioned.length - shown.length;
  return {
    business: business.name,
    ...(period && { period }),
    reviewCount,
    textReviewCount,
    sentiment,
    summary: {
      headline: summary.headline,
      text: shortenTo(OVERVIEW.text, summary.text.replaceAll(/\s+/g, ' ')),
      ...withList('strengths', list(summary.strengths)),
      ...withList('concerns', list(summary.concerns)),
    },
    aspects: shown.map(({ id, name, score, ...one }) => ({
      id,
      name,
      reviewCount: one.reviewCount,
      positiveReviewCount: one.positiveReviewCount,
      negativeReviewCount: one.negativeReviewCount,
      score,
    })),
    hints: [
      'Go on with aspect (and trend), entity or section; search_reviews with aspect and sentiment finds the reviews.',
      ...(left > 0 ? [`${left} more aspects are in section=aspects.`] : []),
    ],
  };
}

function shortenTo(length: number, text: string): string {
  return text.length <= length ? text : `${shorten(text, length - 1)}…`;
}

/** A member for a list, unless it is empty. */
function withList<Name extends string, Item>(name: Name, items: readonly Item[]) {
  return items.length === 0 ? {} : { [name]: items };
}

function aspectAnswer(
  asked: string,
  trend: (typeof TRENDS)[number] | undefined,
  { aspects }: InsightsDocument,
  { names }: ReviewSource,
): ToolAnswer {
  const id = createFinder(names.aspects)(asked)?.id;
  const found = aspects.find((one) => one.id === id);
  if (!found) {
    const all = names.aspects.map((one) => one.id).join(', ');
    return {
      ok: false,
      message: `No aspect is called ${quote(asked)}. There are ${all || 'none'}.`,
    };
  }
  const periods = trend && { trend: trendOf(found, trend) };
  const aspect = { ...leanAspect(found), ...periods };
  return { ok: true, json: JSON.stringify({ notice: STRANGERS_WORDS, aspect }) };
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

function leanQuote({ reviewId, url, datePublished: date, sentiment, text }: Quote) {
  return { reviewId, date, sentiment, text, url };
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

async function entityAnswer(asked: string, source: ReviewSource): Promise<ToolAnswer> {
  const { technicians, services, serviceAreas } = source.names;
  const named = [...technicians, ...services, ...serviceAreas];
  const id = createFinder(named)(asked)?.id;
  const found = (await entitiesOf(source)).find(({ figures }) => figures.id === id);
  if (!found) {
    const meant = suggest(asked, named).map((one) => one.name);
    const others = meant.map((one) => quote(one)).join(' or ');
    const advice = others === '' ? 'list_entities has all of them.' : `Did you mean ${others}?`;
    const message = `No person, service or place is called ${quote(asked)}. ${advice}`;
    return { ok: false, message };
  }
  const { quotes } = found.figures;
  const entity = { ...leanEntity(found), ...withList('quotes', quotes.map(leanQuote)) };
  return { ok: true, json: JSON.stringify({ notice: STRANGERS_WORDS, entity }) };
}

function leanEntity({ type, figures }: Entity) {
  const { id, name, aliases, jobTitle, averageRating, lastMentioned, score, ...one } = figures;
  return {
    type,
    id,
    name,
    ...withList('aliases', aliases),
    ...(jobTitle !== undefined && { jobTitle }),
    reviewCount: one.reviewCount,
    ...(averageRating !== null && { averageRating }),
    ...(lastMentioned !== null && { lastMentioned }),
    positiveReviewCount: one.positiveReviewCount,
    negativeReviewCount: one.negativeReviewCount,
    score,
    ...withList('topAspects', one.topAspects),
  };
}

/** One part, as much of it as an answer has room for. */
async function sectionOf(section: (typeof SECTIONS)[number], source: ReviewSource) {
  const { aspects, topics, faq, summary, methodology } = await source.insights();
  const list = <Item>(name: string, items: readonly Item[], holdsQuotes: boolean) => {
    const shown = fittingOf(items);
    const left = items.length - shown.length;
    const hint = `${left} more are left out; all are in ${source.baseUrl}/insights.json.`;
    return {
      ...(left > 0 && { hints: [hint] }),
      ...(holdsQuotes && { notice: STRANGERS_WORDS }),
      [name]: shown,
    };
  };
  switch (section) {
    case 'aspects':
      return list('aspects', aspects.map(leanAspect), true);
    case 'entities':
      return list('entities', (await entitiesOf(source)).map(leanEntity), false);
    case 'topics': {
      const lean = topics.map(({ trend, quotes, ...topic }) => ({
        ...topic,
        quotes: quotes.map(leanQuote),
      }));
      return list('topics', lean, true);
    }
    case 'faq':
      return list('faq', faq, false);
    case 'summary':
      return { summary };
    case 'methodology':
      return { methodology };
  }
}
