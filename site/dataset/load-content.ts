import { checkIdentity } from './check-identity.ts';
import { checkPrivacy } from './check-privacy.ts';
import { checkReferences } from './check-references.ts';
import type { Content, Draft } from './content.ts';
import { ContentError, type ContentProblem, compareProblems, isError } from './content-problem.ts';
import { parseContent } from './parse-content.ts';
import { type ContentFile, readContent } from './read-content.ts';

/** Content fit to be published, with what its editors should still look at. */
export type LoadedContent = {
  readonly content: Content;
  readonly warnings: readonly ContentProblem[];
};

/** Reads and checks a content folder. Throws a ContentError with every error of every file. */
export function loadContent(root: string): LoadedContent {
  const { files, problems } = readContent(root);
  return checkContent(files, problems);
}

/** Checks files that have been read. Throws a ContentError with every error of every file. */
export function checkContent(
  files: readonly ContentFile[],
  readProblems: readonly ContentProblem[] = [],
): LoadedContent {
  const draft = parseContent(files, readProblems);
  const problems = [
    ...draft.problems,
    ...checkIdentity(draft),
    ...checkReferences(draft),
    ...checkPrivacy(draft),
  ].sort(compareProblems);
  const content = finish(draft);
  if (!content || problems.some(isError)) throw new ContentError(problems);
  return { content, warnings: problems };
}

function finish(draft: Draft): Content | undefined {
  if (!draft.business) return undefined;
  const removals = draft.removals?.value ?? [];
  const removed = new Set(removals.map(({ id }) => id));
  return {
    business: draft.business.value,
    technicians: draft.technicians?.value ?? [],
    services: draft.services?.value ?? [],
    serviceAreas: draft.serviceAreas?.value ?? [],
    aspects: draft.aspects?.value ?? [],
    questions: draft.questions?.value ?? [],
    summary: draft.summary?.value,
    removals,
    reviews: draft.reviews.map(({ value }) => value).filter(({ id }) => !removed.has(id)),
  };
}
