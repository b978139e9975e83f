import type { Tally } from './edits/list-edit.ts';
import type { Review } from './review.ts';
import type { StoredQuestion, StoredSummary } from './schema/stored-editorial.ts';

/** What editors claim, with the reviews that it rests on. */
export type Claims = {
  readonly questions: readonly StoredQuestion[];
  readonly summary: StoredSummary | undefined;
};

/** The ids of all reviews that claims rest on. */
export function citedIn({ questions, summary }: Claims): Set<string> {
  const claims = [...questions, ...(summary?.strengths ?? []), ...(summary?.concerns ?? [])];
  return new Set(claims.flatMap(({ evidence }) => evidence));
}

/** A claim keeps only evidence that readers can look up, and falls with its last piece. */
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

/** Which of the reviews that claims rest on are published, while reviews are added and removed. */
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
