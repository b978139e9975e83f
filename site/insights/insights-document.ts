import { z } from 'zod';
import { CalendarDate, HttpUrl, ReviewId, Slug } from '#dataset/schema/scalars.ts';
import { Accuracy, Methodology } from './methodology.ts';
import { ENOUGH_TO_SCORE } from './score.ts';

const Count = z.int().nonnegative();
const Score = z.number().min(-1).max(1);
const Evidence = z.array(ReviewId).min(1).describe('Reviews that support the statement.');

const Tally = { positive: Count, neutral: Count, negative: Count };

/** One or two sentences of a review, exactly as in the review. */
export const Quote = z
  .strictObject({
    reviewId: ReviewId,
    url: HttpUrl,
    text: z.string().describe('The whole quote.'),
    start: Count.describe('Offset of the quote in reviewBody, in UTF-16 units.'),
    end: Count,
    clause: z
      .strictObject({ start: Count, end: Count })
      .describe('The part that praises or criticizes: offsets in reviewBody, within the quote.'),
    sentiment: z.enum(['positive', 'negative']).describe('The sentiment of the clause.'),
    confidence: z.number().min(0).max(1),
    datePublished: CalendarDate,
  })
  .meta({ id: 'Quote' });
export type Quote = z.infer<typeof Quote>;

/** Maximum reviews that are named in place of a quote. */
export const MOST_NAMED = 10;

const UnquotedCriticism = z
  .array(ReviewId)
  .max(MOST_NAMED)
  .describe('The newest reviews with criticism, if criticism is counted but not quoted.')
  .meta({ id: 'UnquotedCriticism' });

const SampleSize = z
  .enum(['low', 'ok'])
  .describe('Low if the score is null or its interval is wider than 0.5.');
const TOO_FEW = `Null if fewer than ${ENOUGH_TO_SCORE} reviews praise or criticize`;
const ScoreOfReviews = Score.nullable().describe(
  `(positive − negative) / analyzed reviews, mixed included; ${TOO_FEW}.`,
);
const ScoreByReview = Score.nullable().describe(
  `(positiveReviewCount − negativeReviewCount) / reviewCount; ${TOO_FEW}.`,
);

/** Counts of the mentions about the business, clause by clause; mixed ones only in mentionCount. */
const mentions = {
  mentionCount: Count.describe('Clauses about it, including mixed ones.'),
  ...Tally,
};
/** Counts of reviews with such mentions; one that praises and criticizes counts on both sides. */
const reviewsBySide = {
  judgingReviewCount: Count.describe(
    'Reviews that praise or criticize it; one that does both, once.',
  ),
  positiveReviewCount: Count.describe('Reviews with a positive or mixed mention of it.'),
  negativeReviewCount: Count.describe('Reviews with a negative or mixed mention of it.'),
};

const Trend = z.strictObject({
  period: z.string().regex(/^\d{4}-Q[1-4]$/),
  reviewCount: Count,
  ...mentions,
  mentionCount: Count.describe('Mentions of the aspect.'),
  ...reviewsBySide,
  score: ScoreByReview,
});

/** The statements of reviews about one aspect. Statements about third parties count nowhere. */
export const AspectInsight = z
  .strictObject({
    id: Slug,
    name: z.string(),
    description: z.string(),
    reviewCount: Count.describe('Reviews that mention it.'),
    ...mentions,
    ...reviewsBySide,
    mixedReviewCount: Count.describe('Reviews that both praise and criticize it.'),
    score: ScoreByReview,
    interval: z
      .array(Score)
      .length(2)
      .describe('95 % score interval of the score (Tango 1998); it contains the score.'),
    averageRating: z.number().min(1).max(5).nullable(),
    sampleSize: SampleSize,
    keywords: z
      .array(
        z.strictObject({
          term: z.string(),
          count: Count.describe('Reviews that mention the aspect with this term.'),
          ...{ positiveReviewCount: Count, negativeReviewCount: Count },
        }),
      )
      .max(10)
      .describe(
        'Terms in at least 5 reviews and in 1 % of those with a text, most frequent first.',
      ),
    trend: z.array(Trend).describe('Quarters with mentions, oldest first.'),
    quotes: z
      .array(Quote)
      .describe('The best quotes, positive first; at most one per review across all aspects.'),
    unquotedCriticism: UnquotedCriticism,
  })
  .meta({ id: 'AspectInsight' });
export type AspectInsight = z.infer<typeof AspectInsight>;

const mentioned = {
  reviewCount: Count.describe('Published reviews that mention it.'),
  analysedReviewCount: Count.describe('Those of these reviews whose text was analyzed.'),
  averageRating: z
    .number()
    .min(1)
    .max(5)
    .nullable()
    .describe('The mean rating of these reviews; null without any.'),
  lastMentioned: CalendarDate.nullable(),
  judgingReviewCount: Count.describe('Reviews that count on either side, each once.'),
  positiveReviewCount: Count.describe(
    'For people: analyzed reviews whose clauses about people praise them. For services and places: reviews labeled positive.',
  ),
  negativeReviewCount: Count.describe('Likewise negative.'),
  score: Score.nullable().describe(
    `(positiveReviewCount − negativeReviewCount) / analysedReviewCount; ${TOO_FEW}.`,
  ),
  topAspects: z.array(Slug).describe('The aspects that these reviews mention most.'),
  quotes: z.array(Quote),
  unquotedCriticism: UnquotedCriticism,
};
/** The figures of a person, service or place. */
export type EntityFigures = z.infer<z.ZodObject<typeof mentioned>>;
const named = { id: Slug, name: z.string(), aliases: z.array(z.string()) };

export const TechnicianInsight = z
  .strictObject({ ...named, jobTitle: z.string(), url: HttpUrl.optional(), ...mentioned })
  .meta({ id: 'TechnicianInsight' });
const ServiceInsight = z
  .strictObject({ ...named, url: HttpUrl.optional(), ...mentioned })
  .meta({ id: 'ServiceInsight', description: 'A service, or a service area, which has no url.' });

const Finding = z
  .strictObject({ text: z.string(), aspect: Slug, evidence: Evidence })
  .meta({ id: 'Finding' });

/** The path of the JSON Schema of insights.json. */
export const INSIGHTS_SCHEMA_PATH = '/schema/insights.json';

/** insights.json: figures that can be recomputed from reviews.json, except for keywords. */
export const InsightsDocument = z
  .strictObject({
    $schema: z.url().describe('The JSON Schema of this document.'),
    schemaVersion: z.literal('1.3.0'),
    dateModified: CalendarDate.nullable(),
    business: z.strictObject({ id: Slug, name: z.string() }),
    period: z.strictObject({ from: CalendarDate, to: CalendarDate }).nullable(),
    reviewCount: Count.describe('Published reviews.'),
    textReviewCount: Count.describe('Published reviews with a text.'),
    methodology: Methodology,
    sentiment: z
      .strictObject({ ...Tally, mixed: Count, score: ScoreOfReviews })
      .describe('Analyzed reviews by label.'),
    accuracy: Accuracy,
    aspects: z.array(AspectInsight),
    entities: z.strictObject({
      technicians: z.array(TechnicianInsight),
      services: z.array(ServiceInsight),
      serviceAreas: z.array(ServiceInsight),
    }),
    topics: z
      .array(z.unknown())
      .max(0)
      .describe('Always empty; kept for clients of earlier versions.'),
    faq: z.array(
      z.strictObject({
        id: Slug,
        question: z.string(),
        answer: z.string(),
        evidence: Evidence,
        dateModified: CalendarDate,
      }),
    ),
    summary: z.strictObject({
      headline: z.string(),
      text: z.string(),
      strengths: z.array(Finding),
      concerns: z.array(Finding),
      author: z.string(),
      generatedBy: z.enum(['human', 'template', 'ai']),
      dateModified: CalendarDate.nullable(),
    }),
  })
  .meta({ id: 'InsightsDocument' });
export type InsightsDocument = z.infer<typeof InsightsDocument>;
