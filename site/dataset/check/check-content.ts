import type { ResolvedAspects } from '#dataset/aspect-lists/aspect-lists.ts';
import type { ContentFile } from '#dataset/read/content-file.ts';
import { parseContent } from '#dataset/read/parse-content.ts';
import { readContent } from '#dataset/read/read-content.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import type { Content, Draft, Located } from '../content.ts';
import { ContentError, type ContentProblem, isError, limitProblems } from '../content-problem.ts';
import { checkEvidence, checkFindings } from './check-evidence.ts';
import { checkIdentity } from './check-identity.ts';
import { referenceCheckOf } from './check-references.ts';
import { checkKeys, checkReview } from './check-review.ts';
import { checkStarter } from './check-starter.ts';
import { checkLater } from './later-dates.ts';
import { checkRemoved, receiveReviews } from './received-reviews.ts';

/** Content that can be published, with warnings for its editors. */
export type LoadedContent = {
  readonly content: Content;
  readonly warnings: readonly ContentProblem[];
  /** `aspects.yaml`, with its places. */
  readonly aspects: Located<ResolvedAspects> | undefined;
};

/** Reads a content folder and checks it, as `checkContent` checks files. */
export function loadContent(root: string, now?: Date): LoadedContent {
  const { files, problems } = readContent(root);
  return checkContent(files, problems, now);
}

/**
 * Checks files that have been read, given in the order of their paths. Throws a ContentError with
 * every error of every file. If `now` is given, dates in the future are errors as well; published
 * files must not depend on it.
 */
export function checkContent(
  files: readonly ContentFile[],
  readProblems: readonly ContentProblem[] = [],
  now?: Date,
): LoadedContent {
  return checkDraft(parseContent(files, readProblems), now);
}

/** Checks parsed files, as `checkContent` does. `later`: the severity of a date after tomorrow. */
export function checkDraft(
  draft: Draft,
  now?: Date,
  later: 'an error' | 'a warning' = 'an error',
): LoadedContent {
  const { business, summary, reviews } = draft;
  const byId = new Map<string, StoredReview>();
  for (const { value } of reviews) byId.set(value.id, value);
  const checkReferences = referenceCheckOf(draft);
  const problems = limitProblems([
    ...draft.problems,
    ...(business ? checkStarter(business) : []),
    ...checkIdentity(draft, byId),
    ...checkRemoved(draft),
    ...checkEvidence(draft, byId),
    ...checkFindings(draft),
    ...(summary ? checkKeys(summary, summary.value.text) : []),
    ...reviews.flatMap(checkReview),
    ...reviews.flatMap(checkReferences),
    ...(now ? checkLater(draft, now, later) : []),
  ]);
  if (!business || problems.some(isError)) throw new ContentError(problems);
  const content: Content = {
    business: business.value,
    technicians: draft.technicians?.value ?? [],
    services: draft.services?.value ?? [],
    serviceAreas: draft.serviceAreas?.value ?? [],
    aspects: draft.aspects?.value.aspects ?? [],
    trade: draft.aspects?.value.trade,
    others: draft.aspects?.value.others ?? [],
    questions: draft.questions?.value ?? [],
    summary: summary?.value,
    removals: draft.removals?.value ?? [],
    reviews: receiveReviews(draft),
    digests: new Map(reviews.map(({ value, digest }) => [value.id, digest])),
  };
  return { content, warnings: problems, aspects: draft.aspects };
}
