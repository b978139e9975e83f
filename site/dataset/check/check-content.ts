import type { ResolvedAspects } from '#dataset/aspect-lists/aspect-lists.ts';
import type { Edit } from '#dataset/edits/list-edit.ts';
import type { ContentFile } from '#dataset/read/content-file.ts';
import { ParsedFolder } from '#dataset/read/parse-content.ts';
import { readContent } from '#dataset/read/read-content.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import type { Content, Located } from '../content.ts';
import { ContentError, type ContentProblem, isError, limitProblems } from '../content-problem.ts';
import { checkEvidence, checkFindings } from './check-evidence.ts';
import { checkFuture } from './check-future.ts';
import { checkIdentity, ReviewIds } from './check-identity.ts';
import { createReferenceCheck, definitionsOf } from './check-references.ts';
import { checkReview, ReviewProblems } from './check-review.ts';
import { ReceivedReviews, summaryOf } from './received-reviews.ts';

/** Content that can be published, with warnings for its editors. */
export type LoadedContent = {
  readonly content: Content;
  readonly warnings: readonly ContentProblem[];
  /** `aspects.yaml`, with its places. */
  readonly aspects: Located<ResolvedAspects> | undefined;
};

/** Reads and checks a content folder, as `checkContent` checks files. */
export function loadContent(root: string, now?: Date): LoadedContent {
  const { files, problems } = readContent(root);
  return checkContent(files, problems, now);
}

/**
 * Checks files that have been read. Throws a ContentError with every error of every file. If `now` is
 * given, dates in the future are errors, too; what is published must not depend on it.
 */
export function checkContent(
  files: readonly ContentFile[],
  readProblems: readonly ContentProblem[] = [],
  now?: Date,
): LoadedContent {
  const checker = new ContentChecker();
  checker.update({ removed: [], added: files });
  const { edit: _, ...loaded } = checker.check(readProblems, now);
  return loaded;
}

/**
 * Checks a folder edit by edit, with the results of `checkContent`. It also follows edits that are
 * refused: an accepted check returns the edit of the reviews since the last accepted one.
 */
export class ContentChecker {
  readonly #folder = new ParsedFolder();
  readonly #ids = new ReviewIds();
  readonly #received = new ReceivedReviews();
  readonly #ownProblems = new ReviewProblems(checkReview);
  #references = new ReviewProblems(() => []);
  /** What the references were checked against. */
  #definitions = '';

  /** Applies an edit of the files. If one cannot be read, it throws and changes nothing. */
  update(files: Edit<ContentFile>): void {
    const edit = this.#folder.update(files);
    this.#ids.update(edit);
    this.#received.update(edit);
    this.#ownProblems.update(edit);
    this.#references.update(edit);
  }

  /** Checks the whole. Throws a ContentError. */
  check(
    readProblems: readonly ContentProblem[] = [],
    now?: Date,
  ): LoadedContent & { readonly edit: Edit<StoredReview> } {
    const draft = this.#folder.draft(readProblems);
    const definitions = definitionsOf(draft);
    const key = JSON.stringify(definitions);
    if (key !== this.#definitions) {
      this.#references = new ReviewProblems(createReferenceCheck(definitions), draft.reviews);
      this.#definitions = key;
    }
    this.#received.follow(draft);
    const problems = limitProblems([
      ...draft.problems,
      ...checkIdentity(draft, this.#ids),
      ...this.#received.warnings,
      ...this.#ownProblems.all,
      ...this.#references.all,
      ...checkEvidence(draft, this.#ids),
      ...checkFindings(draft),
      ...(now ? checkFuture(draft, now) : []),
    ]);
    if (!draft.business || problems.some(isError)) throw new ContentError(problems);
    const content: Content = {
      business: draft.business.value,
      technicians: draft.technicians?.value ?? [],
      services: draft.services?.value ?? [],
      serviceAreas: draft.serviceAreas?.value ?? [],
      aspects: draft.aspects?.value.aspects ?? [],
      others: draft.aspects?.value.others ?? [],
      questions: draft.questions?.value ?? [],
      summary: summaryOf(draft),
      removals: draft.removals?.value ?? [],
      reviews: this.#received.list(draft.reviews),
    };
    const edit = this.#received.takeEdit();
    return { content, warnings: problems, aspects: draft.aspects, edit };
  }
}
