import type { Tally } from './edits/list-edit.ts';
import type { Review } from './review.ts';
import type { StoredQuestion, StoredSummary } from './schema/stored-editorial.ts';

/** Claims of editors, each with the reviews that support it. */
export type Claims = {
  readonly questions: readonly StoredQuestion[];
  readonly summary: StoredSummary | undefined;
};

/** The ids of all reviews that support claims. */
export function citedIn({ questions, summary }: Claims): Set<string> {
  const claims = [...questions, ...(summary?.strengths ?? []), ...(summary?.concerns ?? [])];
  return new Set(claims.flatMap(({ evidence }) => evidence));
}

/** Keeps only published evidence, and drops claims that have none left. */
export function citeOnly(published: ReadonlySet<string>, { questions, summary }: Claims): Claims {
  const keep = <Claim extends { evidence: string[] }>(claims: readonly Claim[]): Claim[] =>
    claims
      .map((claim) => ({ ...claim, evidence: claim.evidence.filter((id) => published.has(id)) }))
      .filter(({ evidence }) => evidence.length > 0);
  return {
    questions: keep(questions),
    summary: summary && {
      ...summary,
      strengths: keep(summary.strengths),
      concerns: keep(summary.concerns),
    },
  };
}

/** The cited reviews that are published, as reviews are added and removed. */
export class PublishedEvidence implements Tally<Review> {
  readonly #cited: ReadonlySet<string>;
  readonly #published = new Set<string>();

  constructor(cited: ReadonlySet<string>, reviews: readonly Review[]) {
    this.#cited = cited;
    if (cited.size > 0) for (const review of reviews) this.add(review);
  }

  isOf(cited: ReadonlySet<string>): boolean {
    return cited.size === this.#cited.size && cited.isSubsetOf(this.#cited);
  }

  add({ id }: Review): void {
    if (this.#cited.has(id)) this.#published.add(id);
  }

  remove({ id }: Review): void {
    this.#published.delete(id);
  }

  get published(): ReadonlySet<string> {
    return this.#published;
  }
}
