import type { ResolvedAspects } from '#dataset/aspect-lists/aspect-lists.ts';
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
import type { ReviewsById } from './check-identity.ts';
import { whereOf } from './check-references.ts';
import { createHints } from './nearest-name.ts';
import { idsOf } from './received-reviews.ts';

/** A review that a claim cites as evidence, and its place. */
type Citation = { readonly id: string; readonly path: readonly PropertyKey[] };

/** The evidence of a file's claims, or the quotes that it prefers. */
type Citing = {
  readonly source: Located<unknown> | undefined;
  readonly citations: readonly Citation[];
  readonly noun: 'evidence' | 'quotes';
};

const FINDINGS = ['strengths', 'concerns'] as const;

/** Evidence must be published. Removed reviews, and mistakes in preferred quotes, are warnings. */
export function checkEvidence(draft: Draft, byId: ReviewsById): ContentProblem[] {
  const { reviews, removals, problems } = draft;
  const removed = idsOf(removals?.value ?? []);
  const isComplete = removals !== undefined && !problems.some(hidesReviews);
  const hint = createHints(() => reviews.values().map(({ value }) => value.id));
  const describe = (id: string): string | undefined => {
    if (removed.has(id)) return `review "${id}" is removed and is left out`;
    const status = byId.get(id)?.verification.status;
    // A missing review may be in a broken file.
    if (status === 'verified' || (status === undefined && !isComplete)) return undefined;
    return status === undefined
      ? `no review has the id "${id}"${hint(id) || '; correct it, or delete it'}`
      : `review "${id}" is ${status}, so that readers could not look it up; ${status === 'pending' ? 'verify it, or ' : ''}cite another one`;
  };
  return citingIn(draft).flatMap(({ source, citations, noun }) => {
    // Lazily: each may take long to describe.
    const find = (isRemoved: boolean) =>
      citations.values().flatMap(({ id, path }): Finding[] => {
        const fault = removed.has(id) === isRemoved ? describe(id) : undefined;
        return fault === undefined ? [] : [{ path, message: `${noun}: ${fault}` }];
      });
    return [
      ...placeFindings(source, find(false), noun === 'evidence' ? problemAt : warningAt),
      ...placeFindings(source, find(true), warningAt),
    ];
  });
}

/** The aspects of findings must be defined. */
export function checkFindings({ summary, aspects }: Draft): ContentProblem[] {
  if (!summary || !aspects) return [];
  const known = idsOf(aspects.value.aspects);
  const hint = createHints(() => known);
  const findings = FINDINGS.values().flatMap((key) =>
    summary.value[key].entries().flatMap(([index, { aspect }]): Finding[] => {
      if (known.has(aspect)) return [];
      const message = `aspect: "${aspect}" ${whereOf(aspects)}${hint(aspect)}`;
      return [{ path: [key, index, 'aspect'], message }];
    }),
  );
  return placeFindings(summary, findings);
}

function citingIn({ questions, summary, aspects }: Draft): Citing[] {
  const cite = (at: PropertyKey[], { evidence }: { readonly evidence: readonly string[] }) =>
    evidence.map((id, index): Citation => ({ id, path: [...at, 'evidence', index] }));
  const answered = questions?.value.flatMap((answer, index) => cite([index], answer));
  const found = FINDINGS.flatMap((key) =>
    (summary?.value[key] ?? []).flatMap((finding, index) => cite([key, index], finding)),
  );
  return [
    { source: questions, citations: answered ?? [], noun: 'evidence' },
    { source: summary, citations: found, noun: 'evidence' },
    { source: aspects, citations: aspects ? chosenQuotes(aspects.value) : [], noun: 'quotes' },
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

/** Returns true if a problem may be the reason that a review is missing. */
export function hidesReviews(problem: ContentProblem): boolean {
  const { file } = problem;
  return isError(problem) && (file === WHOLE_FOLDER || /^reviews(?:\/|$)/.test(file));
}
