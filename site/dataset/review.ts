import { z } from 'zod';
import { ItemReviewed } from './business.ts';
import {
  CalendarDate,
  HttpUrl,
  Instant,
  LanguageTag,
  ReviewId,
  Slug,
  StarRating,
} from './schema/scalars.ts';
import {
  About,
  AspectSentiment,
  Relationship,
  VerificationMethod,
} from './schema/stored-review.ts';
import { compareTexts } from './text/compare-texts.ts';

/** What one clause of a review says about one aspect, with its words. */
export const ReviewAspect = z
  .strictObject({
    id: Slug,
    about: About.describe(
      'Whose conduct it is: "other" is somebody else’s, such as an insurer’s; it is neither praise nor blame of the business, and counts in no figure.',
    ),
    sentiment: AspectSentiment.describe('Neutral where it is no opinion, or none that is sure.'),
    score: z
      .number()
      .min(-1)
      .max(1)
      .describe('How likely it is praise, less how likely it is blame; the stars have a say.'),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .describe('How sure the sentiment is; 1 where editors judged.'),
    quote: z.string().describe('The words of the clause.'),
    start: z.int().nonnegative().describe('Offset of the quote in reviewBody, in UTF-16 units.'),
    end: z.int().nonnegative(),
    quotable: z
      .literal(false)
      .optional()
      .describe('Present where editors want it never to be quoted.'),
  })
  .meta({ id: 'ReviewAspect' });

/** Praise or criticism of a person of the business: what one clause of a review says, with its words. */
export const ReviewPerson = ReviewAspect.omit({ about: true })
  .extend({
    id: Slug.describe('Of the technician.'),
    sentiment: AspectSentiment.extract(['positive', 'negative']),
  })
  .meta({ id: 'ReviewPerson' });

/** The owner's public answer to a review. */
export const OwnerReply = z
  .strictObject({
    text: z.string(),
    datePublished: CalendarDate,
    dateModified: CalendarDate.optional(),
  })
  .meta({ id: 'OwnerReply' });

/** A published review as schema.org/Review, valid JSON-LD. Optional members are never null. */
export const Review = z
  .strictObject({
    '@type': z.literal('Review'),
    '@id': HttpUrl,
    id: ReviewId,
    url: HttpUrl.describe('The permalink of the review.'),
    itemReviewed: ItemReviewed,
    author: z.strictObject({ '@type': z.literal('Person'), name: z.string() }),
    datePublished: CalendarDate.describe('The date that since and until compare.'),
    dateCreated: Instant.optional().describe('The instant of writing, where the source knows it.'),
    dateModified: CalendarDate.optional().describe('The day of the reviewer’s last edit.'),
    reviewRating: z.strictObject({
      '@type': z.literal('Rating'),
      ratingValue: StarRating,
      bestRating: z.literal(5),
      worstRating: z.literal(1),
    }),
    name: z.string().optional().describe('The title.'),
    reviewBody: z.string().describe('Plain text; empty for a rating without text.'),
    inLanguage: LanguageTag,
    publisher: z
      .strictObject({
        '@type': z.literal('Organization'),
        name: z.string(),
      })
      .describe('Where the review was first published.'),
    isBasedOn: HttpUrl.optional().describe('The review where it was first published.'),
    verification: z
      .strictObject({
        status: z.literal('verified'),
        method: VerificationMethod,
        date: CalendarDate,
      })
      .describe('How the business knows that the reviewer was a customer.'),
    mentionedTechnicians: z.array(z.string()).describe('Full names.'),
    mentionedTechnicianIds: z.array(Slug).describe('Their ids, in the same order.'),
    mentionedServices: z.array(Slug).describe('Service ids.'),
    mentionedServiceAreas: z.array(Slug).describe('Service area ids.'),
    sentiment: z
      .strictObject({
        label: AspectSentiment,
        score: z.number().min(-1).max(1),
      })
      .optional(),
    aspects: z.array(ReviewAspect).optional(),
    people: z
      .array(ReviewPerson)
      .optional()
      .describe('Clauses that praise or criticize a mentioned technician; absent where none does.'),
    ownerReply: OwnerReply.optional(),
    relationship: Relationship.exclude(['none'])
      .optional()
      .describe('The reviewer’s tie to the business, where there is one.'),
  })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof Review>;

/** Newest first, then by id: the one order of reviews everywhere. */
export function compareReviews(
  a: Pick<Review, 'datePublished' | 'id'>,
  b: Pick<Review, 'datePublished' | 'id'>,
): number {
  return compareTexts(b.datePublished, a.datePublished) || compareTexts(a.id, b.id);
}

/** The newest date on which something about a review changed. */
export function dateOfLastChange(
  review: Pick<Review, 'datePublished' | 'dateModified' | 'verification' | 'ownerReply'>,
): string {
  const { datePublished, dateModified, verification, ownerReply } = review;
  const replied = ownerReply?.dateModified ?? ownerReply?.datePublished;
  return newestOf([datePublished, verification.date, dateModified ?? '', replied ?? '']);
}

/** The newest of calendar dates; "" without any. */
export function newestOf(dates: Iterable<string>): string {
  let newest = '';
  for (const date of dates) if (date > newest) newest = date;
  return newest;
}
