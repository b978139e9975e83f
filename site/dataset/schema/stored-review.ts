import { z } from 'zod';
import {
  CalendarDate,
  HttpUrl,
  Instant,
  LanguageTag,
  Line,
  Prose,
  ReviewId,
  Slug,
  StarRating,
} from './scalars.ts';
import { SourceDigest } from './source-digest.ts';

/** How the business knows that the reviewer was a customer. */
export const VerificationMethod = z.enum([
  'client-record',
  'invitation',
  'platform-import',
  'document',
]);
export type VerificationMethod = z.infer<typeof VerificationMethod>;

/** The only reasons for withholding a received review; none of them looks at the rating. */
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

/** What the business has found out about a review. Only `verified` ones are published. */
export const StoredVerification = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('verified').meta({ description: 'it is published' }),
    method: VerificationMethod.meta({
      description:
        'how you know that the author was a customer: by your records, as you invited them, as the platform vouches for it, or by a document',
      examples: ['client-record'],
    }),
    date: CalendarDate.meta({ description: 'when you verified it', examples: ['2026-10-05'] }),
  }),
  z.strictObject({
    status: z.literal('pending').meta({ description: 'not looked at yet, so not published' }),
  }),
  z.strictObject({
    status: z.literal('withheld').meta({ description: 'not published, with the reason' }),
    reason: WithholdingReason.meta({
      description: 'why; no reason looks at the rating',
      examples: ['not-a-customer'],
    }),
    date: CalendarDate.meta({ description: 'when you decided it', examples: ['2026-10-05'] }),
  }),
]);

/** The reviewer's tie to the business; anything but `none` is published with the review. */
export const Relationship = z.enum(['none', 'employee', 'family', 'incentivized']);

const StoredOwnerReply = z.strictObject({
  text: Prose.meta({
    description: 'your reply, as plain text',
    examples: ['Thank you. We are glad that the check came in time.'],
  }),
  datePublished: CalendarDate.meta({
    description: 'when you replied',
    examples: ['2026-10-06'],
  }),
  dateModified: CalendarDate.optional().meta({
    description: 'when you changed the reply',
    examples: ['2026-10-09'],
  }),
});

export const AspectSentiment = z.enum(['positive', 'neutral', 'negative', 'mixed']);
export type AspectSentiment = z.infer<typeof AspectSentiment>;

/** Whose conduct words are about: that of the business, or of somebody else. */
export const About = z.enum(['business', 'other']);
export type About = z.infer<typeof About>;

/** The sentiment of an aspect, and whose conduct it is about: that of others can only be neutral. */
const Saying = z
  .strictObject({ sentiment: AspectSentiment.optional(), about: About.default('business') })
  .refine(({ sentiment, about }) => sentiment !== undefined || about === 'other', {
    path: ['sentiment'],
  })
  .refine(({ sentiment = 'neutral', about }) => about === 'business' || sentiment === 'neutral', {
    path: ['sentiment'],
    error: 'must be neutral, or left out, where about is other: it is no praise or blame here',
  })
  .transform(({ sentiment = 'neutral', about }) => ({ sentiment, about }));

/** A judgement of an aspect: "none" if unmentioned, a sentiment, or that with whom it is about. */
export const AspectJudgement = z.union([AspectSentiment, z.literal('none'), Saying]);
export type AspectJudgement = z.infer<typeof AspectJudgement>;

/** Maximum phrases: editors who keep back more write `never`. */
const MAX_PHRASES = 50;

/** What is never quoted of a review: anything, or sentences with certain phrases. */
const QuoteVeto = z.union([z.literal('never'), z.array(Line).min(1).max(MAX_PHRASES)]);

/** An editor's own list of what a review mentions. */
const MentionList = z
  .array(Slug)
  .refine((slugs) => new Set(slugs).size === slugs.length, 'must not name anything twice');

/** The front matter of a review file, as editors and importers write it. */
export const ReviewFrontMatter = z.strictObject({
  id: ReviewId.meta({
    description: 'the key of the review, in its address; it never changes and is never used again',
    examples: ['google-1a2b3c4d'],
  }),
  author: z
    .strictObject({
      name: Line.meta({
        description: 'as much of the name as is to be public',
        examples: ['Jane D.'],
      }),
    })
    .meta({ description: 'who wrote it', examples: [{ name: 'Jane D.' }] }),
  datePublished: CalendarDate.meta({
    description: 'the day on which the author published it, where the business is',
    examples: ['2026-10-03'],
  }),
  dateCreated: Instant.optional().meta({
    description: 'the moment at which it was written, where the source has it',
    examples: ['2026-10-03T14:02:11Z'],
  }),
  dateModified: CalendarDate.optional().meta({
    description: 'when the author changed it',
    examples: ['2026-10-04'],
  }),
  rating: StarRating.meta({ description: 'stars, in halves', examples: [5, 3.5] }),
  name: Line.optional().meta({
    description: 'the title of the review',
    examples: ['They called me back the same day'],
  }),
  inLanguage: LanguageTag.optional().meta({
    description: 'its language, where that is not the first of the business',
    examples: ['es'],
  }),
  source: z
    .strictObject({
      name: Line.meta({ description: 'the name of the place', examples: ['Google'] }),
      id: Line.optional().meta({
        description: 'its id there, by which an import knows it again',
        examples: ['AbFvOqmSk2vT'],
      }),
      url: HttpUrl.optional().meta({
        description: 'its address there',
        examples: ['https://maps.example/reviews/AbFvOqmSk2vT'],
      }),
      digest: SourceDigest.optional().meta({
        description: 'written by imports, which need it; leave it as it is',
        examples: ['bcdfghjkmnpqrt rating=bcdfghjkmn'],
      }),
    })
    .meta({ description: 'where it was written', examples: [{ name: 'Google' }] }),
  verification: StoredVerification.meta({
    description: 'whether you have verified that the author was a customer',
    examples: [
      { status: 'verified', method: 'client-record', date: '2026-10-05' },
      { status: 'pending' },
      { status: 'withheld', reason: 'not-a-customer', date: '2026-10-05' },
    ],
  }),
  relationship: Relationship.default('none').meta({
    description: 'the tie of the author to the business, which is published',
    examples: ['family'],
  }),
  technicians: MentionList.optional().meta({
    description: 'the people whom it mentions, by their ids; replaces what is found in the text',
    examples: [['elena-munoz']],
  }),
  services: MentionList.optional().meta({
    description: 'the services that it mentions, likewise',
    examples: [['car-accident']],
  }),
  serviceAreas: MentionList.optional().meta({
    description: 'the places that it mentions, likewise',
    examples: [['austin']],
  }),
  aspects: z
    .record(Slug, AspectJudgement)
    .optional()
    .meta({
      description:
        'your judgment of single aspects, which replaces what is found in the text; "none" if it is not mentioned, { about: other } if somebody else is meant',
      examples: [{ communication: 'positive', staff: 'none' }],
    }),
  sentiment: AspectSentiment.optional().meta({
    description: 'your judgment of the text as a whole',
    examples: ['mixed'],
  }),
  quotes: QuoteVeto.optional().meta({
    description: 'what is never quoted: all of it, or sentences with these phrases',
    examples: ['never', ['my knee']],
  }),
  ownerReply: StoredOwnerReply.optional().meta({
    description: 'your public reply',
    examples: [{ text: 'Thank you, Jane.', datePublished: '2026-10-06' }],
  }),
});
export type ReviewFrontMatter = z.infer<typeof ReviewFrontMatter>;

/** One review as stored: its front matter and the plain text below it ("" for a rating alone). */
export type StoredReview = ReviewFrontMatter & { readonly reviewBody: string };

/** Whether editors have judged the text of a review, or restricted its quotes. */
export function isJudged({
  aspects,
  sentiment,
  quotes,
}: Pick<StoredReview, 'aspects' | 'sentiment' | 'quotes'>): boolean {
  return aspects !== undefined || sentiment !== undefined || quotes !== undefined;
}
