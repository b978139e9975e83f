import type { ResolvedAspects } from '#dataset/aspect-lists/aspect-lists.ts';
import type { StoredSummary } from '#dataset/schema/stored-editorial.ts';
import type { Draft, Located } from '../content.ts';
import {
  type ContentProblem,
  type Finding,
  isError,
  placeFindings,
  problemAt,
  WHOLE_FOLDER,
  warningAt,
} from '../content-problem.ts';
import type { ReviewIds } from './check-identity.ts';
import { LEFT_OUT } from './check-references.ts';
import { createHints } from './nearest-name.ts';

/** A review that a claim cites as evidence, and its place. */
type Citation = { readonly id: string; readonly path: readonly PropertyKey[] };

/** The evidence of a file's claims, or the quotes that it chooses, which are only a wish. */
type Citing = {
  readonly source: Located<unknown>;
  readonly citations: readonly Citation[];
  readonly noun: 'evidence' | 'quotes';
};

const FINDINGS = ['strengths', 'concerns'] as const;

/** Evidence must be published reviews. Removed ones and faults of chosen quotes are warnings. */
export function checkEvidence(draft: Draft, ids: ReviewIds): ContentProblem[] {
  const { reviews, removals, problems } = draft;
  const removed = new Set(removals?.value.map(({ id }) => id));
  const isComplete = removals !== undefined && !problems.some(hidesReviews);
  const hint = createHints(() => reviews.values().map(({ value }) => value.id));
  const describe = (id: string): string | undefined => {
    const status = ids.withId(id).at(-1)?.value.verification.status;
    if (removed.has(id) || status === 'verified') return undefined;
    if (status !== undefined) {
      return `review "${id}" is ${status}, so that readers could not look it up; verify it, or cite another one`;
    }
    // The review may be in a broken file.
    if (!isComplete) return undefined;
    return `no review has the id "${id}"${hint(id) || '; correct it, or delete it'}`;
  };
  const describeRemoved = (id: string): string | undefined =>
    removed.has(id) ? `review "${id}" is removed and is left out` : undefined;
  return citingIn(draft).flatMap(({ source, citations, noun }) => {
    const place = noun === 'evidence' ? problemAt : warningAt;
    return [
      ...placeFindings(source, findCitations(citations, noun, describe), place),
      ...placeFindings(source, findCitations(citations, noun, describeRemoved), warningAt),
    ];
  });
}

/** The faulty citations, one by one: each may take long to describe. */
function* findCitations(
  citations: readonly Citation[],
  noun: Citing['noun'],
  describe: (id: string) => string | undefined,
): Generator<Finding> {
  for (const { id, path } of citations) {
    const fault = describe(id);
    if (fault !== undefined) yield { path, message: `${noun}: ${fault}` };
  }
}

/** The aspects of findings must be defined. */
export function checkFindings({ summary, aspects }: Draft): ContentProblem[] {
  if (!summary || !aspects) return [];
  const { isChosen } = aspects.value;
  const known = new Set(aspects.value.aspects.map(({ id }) => id));
  const fault = isChosen ? 'is not defined in aspects.yaml' : LEFT_OUT;
  const findings = findUndefined(summary.value, known, fault);
  return placeFindings(summary, findings, isChosen ? problemAt : warningAt);
}

function* findUndefined(
  summary: StoredSummary,
  known: ReadonlySet<string>,
  fault: string,
): Generator<Finding> {
  const hint = createHints(() => known);
  for (const key of FINDINGS) {
    for (const [index, { aspect }] of summary[key].entries()) {
      if (known.has(aspect)) continue;
      const message = `aspect: "${aspect}" ${fault}${hint(aspect)}`;
      yield { path: [key, index, 'aspect'], message };
    }
  }
}

function citingIn({ questions, summary, aspects }: Draft): Citing[] {
  const cite = (at: PropertyKey[], evidence: readonly string[]) =>
    evidence.map((id, index): Citation => ({ id, path: [...at, 'evidence', index] }));
  const answers = questions?.value.flatMap(({ evidence }, index) => cite([index], evidence));
  const findings = FINDINGS.flatMap(
    (key) =>
      summary?.value[key].flatMap(({ evidence }, index) => cite([key, index], evidence)) ?? [],
  );
  const evidence = { noun: 'evidence' } as const;
  return [
    ...(questions && answers ? [{ source: questions, citations: answers, ...evidence }] : []),
    ...(summary ? [{ source: summary, citations: findings, ...evidence }] : []),
    ...(aspects
      ? [{ source: aspects, citations: chosenQuotes(aspects.value), noun: 'quotes' } as const]
      : []),
  ];
}

function chosenQuotes({ written }: ResolvedAspects): Citation[] {
  return written.flatMap(({ path, quotes }) =>
    (['pin', 'veto'] as const).flatMap(
      (kind) =>
        quotes?.[kind].map((id, index) => ({ id, path: [...path, 'quotes', kind, index] })) ?? [],
    ),
  );
}

export function hidesReviews(problem: ContentProblem): boolean {
  const { file } = problem;
  return isError(problem) && (file === WHOLE_FOLDER || /^reviews(?:\/|$)/.test(file));
}
