import { z } from 'zod';
import { fitAnswer, type Members } from '#agents/answers/answer-size.ts';
import { memoize } from '#dataset/memoize.ts';
import { quote } from '#dataset/text/shorten.ts';
import type { AspectInsight, InsightsDocument, Quote } from '#insights/insights-document.ts';
import { scoreOf } from '#insights/score.ts';
import { type EntityNames, findNamed } from '#search/question/names.ts';
import { describeValues, suggest } from '#search/question/suggest.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { such } from '../release-facts.ts';
import { defineTool, STRANGERS_WORDS, type ToolAnswer } from '../tool.ts';
import { toolCall } from '../tool-call.ts';
import { hintsOnAspects, hintsOnUnquoted } from './aspect-hints.ts';
import { briefOf, type Entity, type EntityType, entitiesOf } from './entities.ts';
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
  title: 'What the reviews say, analyzed',
  summary:
    'Returns what all reviews say as a whole: without arguments an overview with a summary and the score of each aspect that is praised or criticized.',
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
  describe: ({ aspects, technician, service }) => ({
    more: `Then ask for one aspect, one person, service or place, or one section. Use it for "Is it any good, and why?" and "What are its weak points?". For a period or a selection use get_review_stats; for the reviews behind a finding, search_reviews. ${STRANGERS_WORDS}`,
    words: {
      aspect: `Figures, words and quotes of one aspect${such(aspects[0])}.`,
      trend: 'With aspect: its figures by year or quarter.',
      entity: `Figures and quotes of a person, service or place${such(technician ?? service)}.`,
      section:
        'The whole of one part: aspects; entities: people, services and places; topics: recurring phrases; faq: questions answered by editors; summary; methodology: how the analysis works and how right it is.',
    },
  }),
  answer: async ({ aspect, trend, entity, section }, source): Promise<ToolAnswer> => {
    const insights = await source.insights();
    if (aspect !== undefined) return aspectAnswer(aspect, trend, insights, source);
    if (entity !== undefined) return entityAnswer(entity, source);
    if (section === undefined) {
      const overview = overviewOf(insights, await hintsOnAspects({}, source));
      return { ok: true, json: JSON.stringify(overview) };
    }
    return answerWith(await sectionOf(section, source), source);
  },
});

/** As much of it as an answer has room for. */
function answerWith(members: Members, { baseUrl }: ReviewSource): ToolAnswer {
  return { ok: true, json: JSON.stringify(fitAnswer(members, `${baseUrl}/insights.json`)) };
}

async function aspectAnswer(
  asked: string,
  trend: (typeof TRENDS)[number] | undefined,
  { aspects }: InsightsDocument,
  source: ReviewSource,
): Promise<ToolAnswer> {
  const { aspects: named } = source.names;
  const id = findNamed(named, asked)?.id;
  const found = aspects.find((one) => one.id === id);
  if (!found) {
    const ids = named.map((one) => one.id);
    return { ok: false, message: `No aspect is called ${quote(asked)}.${describeValues([], ids)}` };
  }
  const periods = trend && { trend: trendOf(found, trend) };
  const hints = [...(await hintsOnAspects({}, source)), ...hintsOnUnquoted([found])];
  const aspect = { ...leanAspect(found), ...periods };
  return answerWith({ hints, notice: STRANGERS_WORDS, aspect }, source);
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

/** In the order in which one name is looked for. */
const namedOf = memoize(({ technicians, services, serviceAreas }: EntityNames) => {
  const of = <One>(type: EntityType, all: readonly One[]) => all.map((one) => ({ ...one, type }));
  return [
    ...of('technician', technicians),
    ...of('service', services),
    ...of('service_area', serviceAreas),
  ];
});

async function entityAnswer(asked: string, source: ReviewSource): Promise<ToolAnswer> {
  const named = namedOf(source.names);
  const meant = findNamed(named, asked);
  // An id may be that of a person and of a place.
  const found = (await entitiesOf(source)).find(
    ({ type, figures }) => type === meant?.type && figures.id === meant.id,
  );
  if (!found) {
    const others = suggest(asked, named).map(({ name }) => name);
    const call =
      others.length > 0
        ? toolCall('get_insights', { entity: others[0] })
        : toolCall('list_entities');
    const meant = others.length > 0 ? describeValues(others, []) : ' All of them:';
    const message = `No person, service or place is called ${quote(asked)}.${meant} ${call}`;
    return { ok: false, message };
  }
  const { quotes } = found.figures;
  const entity = { ...leanEntity(found), ...withList('quotes', quotes.map(leanQuote)) };
  return answerWith({ notice: STRANGERS_WORDS, entity }, source);
}

function leanEntity(entity: Entity) {
  const { positiveReviewCount, negativeReviewCount, score, topAspects } = entity.figures;
  return {
    ...briefOf(entity),
    // Of people these count only clauses with the name itself, few of what is said of them.
    ...(entity.type !== 'technician' && { positiveReviewCount, negativeReviewCount, score }),
    ...withList('topAspects', topAspects),
  };
}

async function sectionOf(
  section: (typeof SECTIONS)[number],
  source: ReviewSource,
): Promise<Members> {
  const { aspects, topics, faq, summary, methodology } = await source.insights();
  switch (section) {
    case 'aspects': {
      const onAspects = aspects.length > 0 ? await hintsOnAspects({}, source) : [];
      const hints = withList('hints', [...onAspects, ...hintsOnUnquoted(aspects)]);
      return { ...hints, ...noticeOf(aspects), aspects: aspects.map(leanAspect) };
    }
    case 'entities':
      return { entities: (await entitiesOf(source)).map(leanEntity) };
    case 'topics': {
      const lean = topics.map(({ trend, quotes, ...topic }) => ({
        ...topic,
        quotes: quotes.map(leanQuote),
      }));
      const none = topics.length === 0 && { hints: [NO_TOPICS] };
      return { ...noticeOf(topics), ...none, topics: lean };
    }
    case 'faq':
      return { faq };
    case 'summary': {
      // A template's findings are counts by aspect; those of editors are their own words.
      const isCounted = summary.generatedBy === 'template' && summary.strengths.length > 0;
      return { ...(isCounted && { hints: await hintsOnAspects({}, source) }), summary };
    }
    case 'methodology':
      return { methodology: { ...methodology, benchmarks: byDataset(methodology.benchmarks) } };
  }
}

/** Names each data set once: of each metric the value, and of how many. */
function byDataset(benchmarks: InsightsDocument['methodology']['benchmarks']) {
  return [...Map.groupBy(benchmarks, ({ dataset }) => dataset)].map(([dataset, measured]) => ({
    dataset,
    ...Object.fromEntries(measured.map(({ metric, value, n }) => [metric, [value, n]])),
  }));
}

const NO_TOPICS = 'No phrase is in enough reviews to be a topic.';

/** What goes with quotes. */
function noticeOf(items: readonly object[]) {
  return items.length > 0 && { notice: STRANGERS_WORDS };
}
