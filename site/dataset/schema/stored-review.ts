import { z } from 'zod';
import keys from './keys.json' with { type: 'json' };
import {
  CalendarDate,
  HttpUrl,
  Instant,
  LanguageTag,
  Line,
  ONE_ENTRY,
  Prose,
  ReviewId,
  Slug,
  StarRating,
} from './scalars.ts';

/** The way in which the business knows that the reviewer was a customer. */
export const VerificationMethod = z.enum([
  'client-record',
  'invitation',
  'platform-import',
  'document',
]);
export type VerificationMethod = z.infer<typeof VerificationMethod>;

/** The only reasons for withholding a received review; none of them depends on the rating. */
export const WithholdingReason = z.enum([
  'not-a-customer',
  'duplicate',
  'personal-data',
  'unlawful',
  'off-topic',
  'spam',
  'author-request',
]);
export type WithholdingReason = z.infer<typeof WithholdingReason>;

/** The result of verifying a review. Only `verified` ones are published. */
const StoredVerification = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('verified').meta(keys.verified.status),
    method: VerificationMethod.meta(keys.verified.method),
    date: CalendarDate.meta(keys.verified.date),
  }),
  z.strictObject({ status: z.literal('pending').meta(keys.pending.status) }),
  z.strictObject({
    status: z.literal('withheld').meta(keys.withheld.status),
    reason: WithholdingReason.meta(keys.withheld.reason),
    date: CalendarDate.meta(keys.withheld.date),
  }),
]);

/** The reviewer's tie to the business; anything but `none` is published with the review. */
export const Relationship = z.enum(['none', 'employee', 'family', 'incentivized']);

const StoredOwnerReply = z.strictObject({
  text: Prose.meta(keys.ownerReply.text),
  datePublished: CalendarDate.optional().meta(keys.ownerReply.datePublished),
  dateModified: CalendarDate.optional().meta(keys.ownerReply.dateModified),
});

export const AspectSentiment = z.enum(['positive', 'neutral', 'negative', 'mixed']);
export type AspectSentiment = z.infer<typeof AspectSentiment>;

/** The party whose conduct words are about: the business, or a third party. */
export const About = z.enum(['business', 'other']);
export type About = z.infer<typeof About>;

/** The sentiment of an aspect, and whose conduct it is about: a third party's is neutral. */
const SentimentAbout = z
  .strictObject({ sentiment: AspectSentiment.optional(), about: About.default('business') })
  .refine(({ sentiment, about }) => sentiment !== undefined || about === 'other', {
    path: ['sentiment'],
  })
  .refine(({ sentiment = 'neutral', about }) => about === 'business' || sentiment === 'neutral', {
    path: ['sentiment'],
    error:
      'must be neutral, or left out, if about is other: it is neither praise nor criticism of the business',
  })
  .transform(({ sentiment = 'neutral', about }) => ({ sentiment, about }));

/** A judgment of an aspect: "none" if unmentioned, a sentiment, or a sentiment with its party. */
export const AspectJudgment = z.union([AspectSentiment, z.literal('none'), SentimentAbout]);
export type AspectJudgment = z.infer<typeof AspectJudgment>;

/** Maximum phrases: editors who hold back more write `never`. */
const MAX_PHRASES = 50;

/** The quotes that a review never gives: any, or sentences with certain phrases. */
const QuoteVeto = z.union([
  z.literal('never'),
  z.array(Line).min(1, ONE_ENTRY).max(MAX_PHRASES, `must have at most ${MAX_PHRASES} entries`),
]);

/** An editor's own list of the things that a review mentions. */
const MentionList = z
  .array(Slug)
  .refine((slugs) => new Set(slugs).size === slugs.length, 'must not name anything twice');

/** The front matter of a review file, as editors and importers write it. */
export const ReviewFrontMatter = z.strictObject({
  id: ReviewId.meta(keys.review.id),
  author: z.strictObject({ name: Line.meta(keys.author.name) }).meta(keys.review.author),
  datePublished: CalendarDate.meta(keys.review.datePublished),
  dateCreated: Instant.optional().meta(keys.review.dateCreated),
  dateModified: CalendarDate.optional().meta(keys.review.dateModified),
  rating: StarRating.meta(keys.review.rating),
  name: Line.optional().meta(keys.review.name),
  inLanguage: LanguageTag.optional().meta(keys.review.inLanguage),
  source: z
    .strictObject({
      name: Line.meta(keys.source.name),
      id: Line.optional().meta(keys.source.id),
      url: HttpUrl.optional().meta(keys.source.url),
      digest: z.string().optional().meta(keys.source.digest),
    })
    .meta(keys.review.source),
  verification: StoredVerification.meta(keys.review.verification),
  relationship: Relationship.default('none').meta(keys.review.relationship),
  technicians: MentionList.optional().meta(keys.review.technicians),
  services: MentionList.optional().meta(keys.review.services),
  serviceAreas: MentionList.optional().meta(keys.review.serviceAreas),
  aspects: z.record(Slug, AspectJudgment).optional().meta(keys.review.aspects),
  sentiment: AspectSentiment.optional().meta(keys.review.sentiment),
  quotes: QuoteVeto.optional().meta(keys.review.quotes),
  ownerReply: StoredOwnerReply.optional().meta(keys.review.ownerReply),
});
export type ReviewFrontMatter = z.infer<typeof ReviewFrontMatter>;

/** One review as stored: its front matter and the plain text below it ("" for a rating alone). */
export type StoredReview = ReviewFrontMatter & { readonly reviewBody: string };
