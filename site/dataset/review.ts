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

/** The statement of one clause of a review about one aspect, with its words. */
export const ReviewAspect = z
  .strictObject({
    id: Slug,
    about: About.describe(
      'Whose conduct it is about: "other" is a third party, such as an insurer; it is neither praise nor criticism of the business, and no figure counts it.',
    ),
    sentiment: AspectSentiment.describe('Neutral if it is not an opinion, or not clearly one.'),
    score: z
      .number()
      .min(-1)
      .max(1)
      .describe(
        'The probability of praise minus the probability of criticism, from the words and the stars.',
      ),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .describe('The confidence in the sentiment; 1 if editors decided it.'),
    quote: z.string().describe('The words of the clause.'),
    start: z.int().nonnegative().describe('Offset of the quote in reviewBody, in UTF-16 units.'),
    end: z.int().nonnegative(),
    quotable: z.literal(false).optional().describe('Present if editors do not want it quoted.'),
  })
  .meta({ id: 'ReviewAspect' });

/** Praise or criticism of a person of the business: the statement of one clause, with its words. */
const ReviewPerson = ReviewAspect.omit({ about: true })
  .extend({
    id: Slug.describe('The id of the technician.'),
    sentiment: AspectSentiment.extract(['positive', 'negative']),
  })
  .meta({ id: 'ReviewPerson' });

/** The owner's public answer to a review. */
export const OwnerReply = z
  .strictObject({
    text: z.string(),
    datePublished: CalendarDate.optional().describe('The day of the reply, if it is known.'),
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
    datePublished: CalendarDate.describe('The date that since and until are compared with.'),
    dateCreated: Instant.optional().describe('The time of writing, if the source has it.'),
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
      .strictObject({ '@type': z.literal('Organization'), name: z.string() })
      .describe('Where the review was first published.'),
    isBasedOn: HttpUrl.optional().describe(
      'The address of the review where it was first published.',
    ),
    verification: z
      .strictObject({
        status: z.literal('verified'),
        method: VerificationMethod,
        date: CalendarDate,
      })
      .describe('How the business knows that the reviewer was a customer.'),
    mentionedTechnicians: z.array(z.string()).describe('Full names.'),
    mentionedTechnicianIds: z
      .array(Slug)
      .describe('The ids of the people in mentionedTechnicians, in the same order.'),
    mentionedServices: z.array(Slug).describe('Service ids.'),
    mentionedServiceAreas: z.array(Slug).describe('The ids of the mentioned service areas.'),
    sentiment: z
      .strictObject({ label: AspectSentiment, score: z.number().min(-1).max(1) })
      .optional(),
    aspects: z.array(ReviewAspect).optional(),
    people: z
      .array(ReviewPerson)
      .optional()
      .describe(
        'Clauses that praise or criticize a mentioned technician; absent if there are none.',
      ),
    ownerReply: OwnerReply.optional(),
    relationship: Relationship.exclude(['none'])
      .optional()
      .describe('The reviewer’s tie to the business, if there is one.'),
  })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof Review>;

type Ordered = Pick<Review, 'datePublished' | 'id'>;

/** Newest first, then by id: the order of reviews everywhere. */
export function compareReviews(a: Ordered, b: Ordered): number {
  return compareTexts(b.datePublished, a.datePublished) || compareTexts(a.id, b.id);
}

/** Returns the newest date on which a review changed in any way. */
export function dateOfLastChange(
  review: Pick<Review, 'datePublished' | 'dateModified' | 'verification' | 'ownerReply'>,
): string {
  const { datePublished, dateModified, verification, ownerReply } = review;
  const replied = ownerReply?.dateModified ?? ownerReply?.datePublished;
  return newestOf([datePublished, verification.date, dateModified ?? '', replied ?? '']);
}

/** Returns the newest of calendar dates; "" if there are none. */
export function newestOf(dates: Iterable<string>): string {
  let newest = '';
  for (const date of dates) if (date > newest) newest = date;
  return newest;
}
