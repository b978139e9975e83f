import { checkDates } from './check-dates.ts';
import { checkFindings, createEvidenceChecker } from './check-evidence.ts';
import { checkFuture } from './check-future.ts';
import { createIdentityChecker } from './check-identity.ts';
import { checkPrivacy } from './check-privacy.ts';
import { createReferenceChecker } from './check-references.ts';
import { checkVetoes } from './check-vetoes.ts';
import type { Content, Draft, Located } from './content.ts';
import { ContentError, type ContentProblem, isError, limitProblems } from './content-problem.ts';
import { createAspectFilter, type Naming } from './leave-out-unknown.ts';
import { createFlatMapper } from './lists/flat-mapper.ts';
import { createContentParser } from './parse-content.ts';
import { type ContentFile, readContent } from './read-content.ts';
import { createRemovalFilter } from './removal-filter.ts';
import type { ResolvedAspects } from './resolve-aspects.ts';
import type { StoredReview } from './stored-review.ts';

/** Content fit to be published, with what its editors should still look at. */
export type LoadedContent = {
  readonly content: Content;
  readonly warnings: readonly ContentProblem[];
  /** What `aspects.yaml` says, with its places. */
  readonly aspects: Located<ResolvedAspects> | undefined;
};

/** Reads and checks a content folder, as `checkContent` checks files. */
export function loadContent(root: string, now?: Date): LoadedContent {
  const { files, problems } = readContent(root);
  return checkContent(files, problems, now);
}

/**
 * Checks files that have been read. Throws a ContentError with every error of every file. With the
 * time, dates that lie in the future are errors too; what is published must not depend on it.
 */
export function checkContent(
  files: readonly ContentFile[],
  readProblems: readonly ContentProblem[] = [],
  now?: Date,
): LoadedContent {
  return createContentChecker()(files, readProblems, now);
}

/**
 * Checks a folder again and again, as `checkContent` does: what a file says, and whether it is
 * right, is found out anew only of files that are other objects than before.
 */
export function createContentChecker(): typeof checkContent {
  const parseContent = createContentParser();
  const checkIdentity = createIdentityChecker();
  const checkReferences = createReferenceChecker();
  const checkEvidence = createEvidenceChecker();
  const takeRemoved = createRemovalFilter();
  const leaveOutUnknown = createAspectFilter();
  const checkReviews = createFlatMapper((review: Located<StoredReview>) => [
    ...checkDates(review),
    ...checkPrivacy(review),
    ...checkVetoes(review),
  ]);
  return (files, readProblems = [], now = undefined) => {
    const draft = parseContent(files, readProblems);
    const { reviews, warnings } = takeRemoved(draft);
    const problems = limitProblems([
      ...draft.problems,
      ...checkIdentity(draft),
      ...warnings,
      ...checkReviews(draft.reviews),
      ...checkReferences(draft),
      ...checkEvidence(draft),
      ...checkFindings(draft),
      ...(now ? checkFuture(draft, now) : []),
    ]);
    const content = finish(draft, leaveOutUnknown(draft, reviews));
    if (!content || problems.some(isError)) throw new ContentError(problems);
    return { content, warnings: problems, aspects: draft.aspects };
  };
}

function finish(draft: Draft, { summary, reviews }: Naming): Content | undefined {
  if (!draft.business) return undefined;
  return {
    business: draft.business.value,
    technicians: draft.technicians?.value ?? [],
    services: draft.services?.value ?? [],
    serviceAreas: draft.serviceAreas?.value ?? [],
    aspects: draft.aspects?.value.aspects ?? [],
    others: draft.aspects?.value.others ?? [],
    questions: draft.questions?.value ?? [],
    summary,
    removals: draft.removals?.value ?? [],
    reviews,
  };
}
