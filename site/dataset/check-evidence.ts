import type { Draft, Located } from './content.ts';
import {
  type ContentProblem,
  isError,
  problemAt,
  WHOLE_FOLDER,
  warningAt,
} from './content-problem.ts';
import { createLatest } from './latest.ts';
import { createFlatMapper } from './lists/flat-mapper.ts';
import { didYouMean } from './nearest-name.ts';

/** A review that a claim names as evidence, and where it does. */
type Citation = {
  readonly id: string;
  readonly source: Located<unknown>;
  readonly path: readonly PropertyKey[];
};

const FINDINGS = ['strengths', 'concerns'] as const;

/**
 * Every claim rests on reviews that readers can look up; a removed one is only a warning. Checks
 * one draft after another.
 */
export function createEvidenceChecker(): (draft: Draft) => ContentProblem[] {
  const pickerOf = createLatest<string, (reviews: Draft['reviews']) => Draft['reviews']>();
  return (draft) => {
    const cited = citationsOf(draft);
    const ids = new Set(cited.map(({ id }) => id));
    const pick = pickerOf(JSON.stringify([...ids]), () =>
      createFlatMapper((review) => (ids.has(review.value.id) ? [review] : [])),
    );
    return checkCitations(draft, cited, pick(draft.reviews));
  };
}

function checkCitations(
  { reviews, removals, problems }: Draft,
  citations: readonly Citation[],
  cited: Draft['reviews'],
): ContentProblem[] {
  const statuses = new Map(cited.map(({ value }) => [value.id, value.verification.status]));
  const removed = new Set(removals?.value.map(({ id }) => id));
  const isComplete = removals !== undefined && !problems.some(hidesReviews);
  return citations.flatMap(({ id, source: { file, locate }, path }) => {
    const status = statuses.get(id);
    if (removed.has(id)) {
      const message = `evidence: review "${id}" is removed and is left out`;
      return [warningAt(file, locate(path), message)];
    }
    if (status === undefined) {
      // What a broken file says is unknown: the review may stand in it.
      if (!isComplete) return [];
      const hint = didYouMean(
        id,
        reviews.map(({ value }) => value.id),
      );
      return [problemAt(file, locate(path), `evidence: no review has the id "${id}"${hint}`)];
    }
    if (status === 'verified') return [];
    const message = `evidence: review "${id}" is ${status}, so that readers could not look it up`;
    return [problemAt(file, locate(path), message)];
  });
}

/** The aspects that findings of the summary are about are defined. */
export function checkFindings({ summary, aspects }: Draft): ContentProblem[] {
  if (!summary || !aspects) return [];
  const known = new Set(aspects.value.map(({ id }) => id));
  return FINDINGS.flatMap((key) =>
    summary.value[key].flatMap(({ aspect }, index) => {
      if (known.has(aspect)) return [];
      const message = `aspect: "${aspect}" is not defined in aspects.yaml${didYouMean(aspect, known)}`;
      return [problemAt(summary.file, summary.locate([key, index, 'aspect']), message)];
    }),
  );
}

function citationsOf({ questions, summary }: Draft): Citation[] {
  const cite = (source: Located<unknown>, at: PropertyKey[], evidence: readonly string[]) =>
    evidence.map((id, index): Citation => ({ id, source, path: [...at, 'evidence', index] }));
  return [
    ...(questions?.value.flatMap(({ evidence }, index) => cite(questions, [index], evidence)) ??
      []),
    ...FINDINGS.flatMap(
      (key) =>
        summary?.value[key].flatMap(({ evidence }, index) =>
          cite(summary, [key, index], evidence),
        ) ?? [],
    ),
  ];
}

function hidesReviews(problem: ContentProblem): boolean {
  return (
    isError(problem) && (problem.file === WHOLE_FOLDER || /^reviews(?:\/|$)/.test(problem.file))
  );
}
