import { z } from 'zod';
import { CalendarDate, HttpUrl, ReviewId, Slug } from '#dataset/scalars.ts';

const Count = z.int().nonnegative();
const Score = z.number().min(-1).max(1);
const Evidence = z.array(ReviewId).min(1).describe('Reviews that the statement rests on.');

const Tally = { positive: Count, neutral: Count, negative: Count, score: Score };

const Quote = z
  .strictObject({
    reviewId: ReviewId,
    url: HttpUrl,
    text: z.string(),
    start: Count.describe('Offset in reviewBody, in UTF-16 units.'),
    end: Count,
    sentiment: z.enum(['positive', 'neutral', 'negative']),
    confidence: z.number().min(0).max(1),
    datePublished: CalendarDate,
  })
  .meta({ id: 'Quote' });

const Trend = z.strictObject({
  period: z.string().regex(/^\d{4}-Q[1-4]$/),
  mentionCount: Count,
  ...Tally,
});

const AspectInsight = z
  .strictObject({
    id: Slug,
    name: z.string(),
    description: z.string(),
    reviewCount: Count,
    mentionCount: Count,
    ...Tally,
    mixedReviewCount: Count,
    interval: z.array(Score).length(2).describe('Wilson 95 % interval of the score.'),
    averageRating: z.number().min(1).max(5).nullable(),
    sampleSize: z.enum(['low', 'ok']),
    keywords: z.array(z.strictObject({ term: z.string(), count: Count, sentiment: Score })),
    trend: z.array(Trend),
    quotes: z.array(Quote),
  })
  .meta({ id: 'AspectInsight' });

const Topic = z
  .strictObject({
    id: Slug,
    label: z.string(),
    terms: z.array(z.strictObject({ term: z.string(), weight: z.number() })),
    reviewCount: Count,
    share: z.number().min(0).max(1),
    averageRating: z.number().min(1).max(5).nullable(),
    score: Score,
    trend: z.array(Trend),
    quotes: z.array(Quote),
  })
  .meta({ id: 'Topic' });

const mentioned = {
  reviewCount: Count.describe('Published reviews that mention it.'),
  averageRating: z.number().min(1).max(5).nullable().describe('Of those reviews; null of none.'),
  lastMentioned: CalendarDate.nullable(),
  score: Score.optional(),
  topAspects: z.array(Slug).optional(),
  quotes: z.array(Quote).optional(),
};
const named = { id: Slug, name: z.string(), aliases: z.array(z.string()) };

export const TechnicianInsight = z
  .strictObject({ ...named, jobTitle: z.string(), url: HttpUrl.optional(), ...mentioned })
  .meta({ id: 'TechnicianInsight' });
export const ServiceInsight = z
  .strictObject({ ...named, url: HttpUrl.optional(), ...mentioned })
  .meta({ id: 'ServiceInsight' });
export const ServiceAreaInsight = z
  .strictObject({ ...named, ...mentioned })
  .meta({ id: 'ServiceAreaInsight' });

const Finding = z
  .strictObject({ text: z.string(), aspect: Slug, evidence: Evidence })
  .meta({ id: 'Finding' });

/**
 * insights.json: what the reviews say, in figures that can be recomputed from reviews.json. The
 * optional members hold what needs an analysis of the texts; they are absent where there is none.
 */
export const InsightsDocument = z
  .strictObject({
    schemaVersion: z.literal('1.0.0'),
    dateModified: CalendarDate.nullable(),
    business: z.strictObject({ id: Slug, name: z.string() }),
    period: z.strictObject({ from: CalendarDate, to: CalendarDate }).nullable(),
    reviewCount: Count.describe('Published reviews.'),
    textReviewCount: Count.describe('Published reviews with a text.'),
    methodology: z.strictObject({
      name: z.string(),
      version: z.string(),
      description: z.string(),
      limitations: z.string(),
      modelSha256: z.string().optional(),
      languages: z.array(z.string()).optional(),
      unit: z.literal('clause').optional(),
      benchmarks: z
        .array(
          z.strictObject({
            dataset: z.string(),
            metric: z.string(),
            value: z.number(),
            n: Count,
          }),
        )
        .optional(),
      humanReviewed: z.boolean().optional(),
    }),
    sentiment: z.strictObject(Tally).optional(),
    aspects: z.array(AspectInsight).optional(),
    entities: z.strictObject({
      technicians: z.array(TechnicianInsight),
      services: z.array(ServiceInsight),
      serviceAreas: z.array(ServiceAreaInsight),
    }),
    topics: z.array(Topic).optional(),
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
