import { z } from 'zod';
import { CalendarDate, Line, Prose, ReviewId, Slug } from './scalars.ts';

// At least one review supports a published claim.
const Evidence = z
  .array(ReviewId)
  .min(1, 'must name at least one review as evidence')
  .meta({
    description: 'the published reviews that support it, by their ids',
    examples: [['google-1a2b3c4d']],
  });

/** An entry of `faq.yaml`: an answer by the editors, with the reviews that support it. */
export const StoredQuestion = z.strictObject({
  id: Slug.meta({ description: 'a short key', examples: ['how-long'] }),
  question: Line.meta({
    description: 'the question',
    examples: ['How long do cases take, according to reviewers?'],
  }),
  answer: Prose.meta({
    description: 'what reviewers say',
    examples: ['Most name five to ten months.'],
  }),
  evidence: Evidence,
  dateModified: CalendarDate.meta({
    description: 'when you last changed the answer',
    examples: ['2026-09-28'],
  }),
});
export type StoredQuestion = z.infer<typeof StoredQuestion>;

const StoredFinding = z.strictObject({
  text: Line.meta({ description: 'the finding', examples: ['Calls are returned the same day'] }),
  aspect: Slug.meta({ description: 'its aspect, by its id', examples: ['communication'] }),
  evidence: Evidence,
});

const EXAMPLE_FINDING = {
  text: 'Calls are returned the same day',
  aspect: 'communication',
  evidence: ['google-1a2b3c4d'],
};

/** The front matter of `summary.md`; the text below it is the summary itself. */
export const SummaryFrontMatter = z.strictObject({
  headline: Line.meta({
    description: 'what the reviews say, in a line',
    examples: ['Reachable, patient, and clear about fees'],
  }),
  author: Line.meta({ description: 'who wrote the summary', examples: ['The editors'] }),
  dateModified: CalendarDate.meta({
    description: 'when it was last changed',
    examples: ['2026-09-28'],
  }),
  strengths: z
    .array(StoredFinding)
    .default([])
    .meta({ description: 'what is praised', examples: [[EXAMPLE_FINDING]] }),
  concerns: z
    .array(StoredFinding)
    .default([])
    .meta({ description: 'what is criticized', examples: [[EXAMPLE_FINDING]] }),
});
export type StoredSummary = z.infer<typeof SummaryFrontMatter> & { readonly text: string };

/** Why a review was taken down, as a code that is published with it. */
export const RemovalReason = z.enum([
  'author-request',
  'personal-data',
  'unlawful',
  'not-a-customer',
  'duplicate',
  'off-topic',
  'spam',
  'court-order',
]);
export type RemovalReason = z.infer<typeof RemovalReason>;

/** An entry of `removed.yaml`: a review that was taken down, without name and text. */
export const StoredRemoval = z.strictObject({
  id: ReviewId.meta({ description: 'the id of the review', examples: ['yelp-0a9b8c7d'] }),
  dateRemoved: CalendarDate.meta({
    description: 'when it was taken down',
    examples: ['2026-05-14'],
  }),
  reason: RemovalReason.meta({
    description: 'why, as it is published',
    examples: ['author-request'],
  }),
});
export type StoredRemoval = z.infer<typeof StoredRemoval>;
