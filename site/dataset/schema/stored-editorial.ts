import { z } from 'zod';
import { CalendarDate, Line, Prose, ReviewId, Slug } from './scalars.ts';

// At least one review supports a published claim.
const Evidence = z.array(ReviewId).min(1, 'must name at least one review as evidence');

/** An entry of `faq.yaml`: an answer by the editors, with the reviews that support it. */
export const StoredQuestion = z.strictObject({
  id: Slug,
  question: Line,
  answer: Prose,
  evidence: Evidence,
  dateModified: CalendarDate,
});
export type StoredQuestion = z.infer<typeof StoredQuestion>;

const StoredFinding = z.strictObject({ text: Line, aspect: Slug, evidence: Evidence });

/** The front matter of `summary.md`; the text below it is the summary itself. */
export const SummaryFrontMatter = z.strictObject({
  headline: Line,
  author: Line,
  dateModified: CalendarDate,
  strengths: z.array(StoredFinding).default([]),
  concerns: z.array(StoredFinding).default([]),
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
  id: ReviewId,
  dateRemoved: CalendarDate,
  reason: RemovalReason,
});
export type StoredRemoval = z.infer<typeof StoredRemoval>;
