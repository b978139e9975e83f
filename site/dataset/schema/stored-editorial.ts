import { z } from 'zod';
import keys from './keys.json' with { type: 'json' };
import { CalendarDate, Line, Prose, ReviewId, Slug } from './scalars.ts';

// At least one review supports a published claim.
const Evidence = z
  .array(ReviewId)
  .min(1, 'must name at least one review as evidence')
  .meta(keys.claim.evidence);

/** An entry of `faq.yaml`: an answer by the editors, with the reviews that support it. */
export const StoredQuestion = z.strictObject({
  id: Slug.meta(keys.question.id),
  question: Line.meta(keys.question.question),
  answer: Prose.meta(keys.question.answer),
  evidence: Evidence,
  dateModified: CalendarDate.meta(keys.question.dateModified),
});
export type StoredQuestion = z.infer<typeof StoredQuestion>;

const StoredFinding = z.strictObject({
  text: Line.meta(keys.finding.text),
  aspect: Slug.meta(keys.finding.aspect),
  evidence: Evidence,
});

/** The front matter of `summary.md`; the text below it is the summary itself. */
export const SummaryFrontMatter = z.strictObject({
  headline: Line.meta(keys.summary.headline),
  author: Line.meta(keys.summary.author),
  dateModified: CalendarDate.meta(keys.summary.dateModified),
  strengths: z.array(StoredFinding).default([]).meta(keys.summary.strengths),
  concerns: z.array(StoredFinding).default([]).meta(keys.summary.concerns),
});
export type StoredSummary = z.infer<typeof SummaryFrontMatter> & { readonly text: string };

/** The code of the reason for a takedown, which is published with it. */
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
  id: ReviewId.meta(keys.removal.id),
  dateRemoved: CalendarDate.meta(keys.removal.dateRemoved),
  reason: RemovalReason.meta(keys.removal.reason),
});
export type StoredRemoval = z.infer<typeof StoredRemoval>;
