import type { Draft, Located } from './content.ts';
import {
  type ContentProblem,
  isError,
  problemAt,
  WHOLE_FOLDER,
  warningAt,
} from './content-problem.ts';
import { didYouMean } from './nearest-name.ts';
import type { StoredReview } from './stored-review.ts';

type Keyed = Located<readonly { readonly id: string }[]> | undefined;

/** Holds the names that files use against the files that define them. */
export function checkReferences(draft: Draft): ContentProblem[] {
  return [...checkReviews(draft), ...checkEvidence(draft)];
}

function checkReviews({ reviews, technicians, services, serviceAreas, aspects }: Draft) {
  const checks = [
    { key: 'technicians', defined: technicians },
    { key: 'services', defined: services },
    { key: 'serviceAreas', defined: serviceAreas },
    { key: 'aspects', defined: aspects },
  ] as const;
  const problems: ContentProblem[] = [];
  for (const { key, defined } of checks) {
    const known = idsOf(defined);
    if (!known || !defined) continue;
    for (const { file, value, locate } of reviews) {
      for (const [name, slug] of slugsOf(value, key)) {
        if (known.has(slug)) continue;
        const message = `${key}: "${slug}" is not defined in ${defined.file}${didYouMean(slug, known)}`;
        problems.push(problemAt(file, locate([key, name]), message));
      }
    }
  }
  return problems;
}

function slugsOf(
  review: StoredReview,
  key: 'technicians' | 'services' | 'serviceAreas' | 'aspects',
): [PropertyKey, string][] {
  const named = review[key];
  if (Array.isArray(named)) return [...named.entries()];
  return Object.keys(named ?? {}).map((slug) => [slug, slug]);
}

/** Every claim rests on reviews that readers can look up; a removed one is only a warning. */
function checkEvidence(draft: Draft) {
  const { questions, summary, reviews, removals, aspects } = draft;
  const problems: ContentProblem[] = [];
  const statuses = new Map(reviews.map(({ value }) => [value.id, value.verification.status]));
  const removed = idsOf(removals) ?? new Set();
  const knownAspects = idsOf(aspects);
  const isComplete = removals !== undefined && !draft.problems.some(hidesReviews);

  const check = (
    { file, locate }: Located<unknown>,
    path: PropertyKey[],
    ids: readonly string[],
  ) => {
    for (const [index, id] of ids.entries()) {
      const place = locate([...path, index]);
      const status = statuses.get(id);
      if (removed.has(id)) {
        problems.push(
          warningAt(file, place, `evidence: review "${id}" is removed and is left out`),
        );
      } else if (status === undefined) {
        // What a broken file says is unknown: the review may stand in it.
        if (!isComplete) continue;
        const hint = didYouMean(id, statuses.keys());
        problems.push(problemAt(file, place, `evidence: no review has the id "${id}"${hint}`));
      } else if (status !== 'verified') {
        const message = `evidence: review "${id}" is ${status}, so that readers could not look it up`;
        problems.push(problemAt(file, place, message));
      }
    }
  };
  for (const [index, { evidence }] of questions?.value.entries() ?? []) {
    if (questions) check(questions, [index, 'evidence'], evidence);
  }
  for (const key of ['strengths', 'concerns'] as const) {
    for (const [index, { evidence, aspect }] of summary?.value[key].entries() ?? []) {
      if (!summary) continue;
      check(summary, [key, index, 'evidence'], evidence);
      if (knownAspects && !knownAspects.has(aspect)) {
        const hint = didYouMean(aspect, knownAspects);
        const message = `aspect: "${aspect}" is not defined in aspects.yaml${hint}`;
        problems.push(problemAt(summary.file, summary.locate([key, index, 'aspect']), message));
      }
    }
  }
  return problems;
}

function idsOf(list: Keyed): Set<string> | undefined {
  return list && new Set(list.value.map(({ id }) => id));
}

function hidesReviews(problem: ContentProblem): boolean {
  return (
    isError(problem) && (problem.file === WHOLE_FOLDER || /^reviews(?:\/|$)/.test(problem.file))
  );
}
