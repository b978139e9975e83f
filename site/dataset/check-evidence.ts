import type { Draft, Located } from './content.ts';
import { type ContentProblem, isError, WHOLE_FOLDER, warningAt } from './content-problem.ts';
import { createLatest } from './latest.ts';
import { createFlatMapper } from './lists/flat-mapper.ts';
import { createHints } from './nearest-name.ts';
import { type Finding, placeFindings } from './place-findings.ts';
import type { StoredSummary } from './stored-editorial.ts';

/** A review that a claim names as evidence, and where it does. */
type Citation = { readonly id: string; readonly path: readonly PropertyKey[] };

/** The claims of a file. */
type Citing = { readonly source: Located<unknown>; readonly citations: readonly Citation[] };

const FINDINGS = ['strengths', 'concerns'] as const;

/**
 * Every claim rests on reviews that readers can look up; a removed one is only a warning. Checks
 * one draft after another.
 */
export function createEvidenceChecker(): (draft: Draft) => ContentProblem[] {
  const pickerOf = createLatest<string, (reviews: Draft['reviews']) => Draft['reviews']>();
  return (draft) => {
    const citing = citingIn(draft);
    const ids = new Set(citing.flatMap(({ citations }) => citations.map(({ id }) => id)));
    const pick = pickerOf(JSON.stringify([...ids]), () =>
      createFlatMapper((review) => (ids.has(review.value.id) ? [review] : [])),
    );
    return checkCitations(draft, citing, pick(draft.reviews));
  };
}

function checkCitations(
  { reviews, removals, problems }: Draft,
  citing: readonly Citing[],
  cited: Draft['reviews'],
): ContentProblem[] {
  const statuses = new Map(cited.map(({ value }) => [value.id, value.verification.status]));
  const removed = new Set(removals?.value.map(({ id }) => id));
  const isComplete = removals !== undefined && !problems.some(hidesReviews);
  const hint = createHints(() => reviews.values().map(({ value }) => value.id));
  const describe = (id: string): string | undefined => {
    const status = statuses.get(id);
    if (removed.has(id) || status === 'verified') return undefined;
    if (status !== undefined) {
      return `evidence: review "${id}" is ${status}, so that readers could not look it up`;
    }
    // What a broken file says is unknown: the review may stand in it.
    if (!isComplete) return undefined;
    return `evidence: no review has the id "${id}"${hint(id)}`;
  };
  const describeRemoved = (id: string): string | undefined =>
    removed.has(id) ? `evidence: review "${id}" is removed and is left out` : undefined;
  return citing.flatMap(({ source, citations }) => [
    ...placeFindings(source, findCitations(citations, describe)),
    ...placeFindings(source, findCitations(citations, describeRemoved), warningAt),
  ]);
}

/** The citations that there is something to say of, one by one: each may take long to describe. */
function* findCitations(
  citations: readonly Citation[],
  describe: (id: string) => string | undefined,
): Generator<Finding> {
  for (const { id, path } of citations) {
    const message = describe(id);
    if (message !== undefined) yield { path, message };
  }
}

/** The aspects that findings of the summary are about are defined. */
export function checkFindings({ summary, aspects }: Draft): ContentProblem[] {
  if (!summary || !aspects) return [];
  const known = new Set(aspects.value.map(({ id }) => id));
  return placeFindings(summary, findUndefined(summary.value, known));
}

function* findUndefined(summary: StoredSummary, known: ReadonlySet<string>): Generator<Finding> {
  const hint = createHints(() => known);
  for (const key of FINDINGS) {
    for (const [index, { aspect }] of summary[key].entries()) {
      if (known.has(aspect)) continue;
      const message = `aspect: "${aspect}" is not defined in aspects.yaml${hint(aspect)}`;
      yield { path: [key, index, 'aspect'], message };
    }
  }
}

function citingIn({ questions, summary }: Draft): Citing[] {
  const cite = (at: PropertyKey[], evidence: readonly string[]) =>
    evidence.map((id, index): Citation => ({ id, path: [...at, 'evidence', index] }));
  const answers = questions?.value.flatMap(({ evidence }, index) => cite([index], evidence));
  const findings = FINDINGS.flatMap(
    (key) =>
      summary?.value[key].flatMap(({ evidence }, index) => cite([key, index], evidence)) ?? [],
  );
  return [
    ...(questions && answers ? [{ source: questions, citations: answers }] : []),
    ...(summary ? [{ source: summary, citations: findings }] : []),
  ];
}

function hidesReviews(problem: ContentProblem): boolean {
  return (
    isError(problem) && (problem.file === WHOLE_FOLDER || /^reviews(?:\/|$)/.test(problem.file))
  );
}
