import type { ResolvedAspects } from '#dataset/aspect-lists/aspect-lists.ts';
import { type Edit, PendingEdit } from '#dataset/edits/list-edit.ts';
import { memoize } from '#dataset/memoize.ts';
import { compareLocated } from '#dataset/read/parse-content.ts';
import type { StoredRemoval, StoredSummary } from '#dataset/schema/stored-editorial.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import type { Draft, Located } from '../content.ts';
import { type ContentProblem, placeFindings, warningAt } from '../content-problem.ts';

type LocatedReview = Located<StoredReview>;

/**
 * The reviews of the content: those of the files without the removed ones and, if the general list
 * replaces a missing file, without judgements of aspects that it lacks.
 */
export class ReceivedReviews {
  readonly #edit = new PendingEdit<StoredReview>();
  /** Those that differ from their files; undefined for removed ones. */
  readonly #different = new Map<LocatedReview, StoredReview | undefined>();
  #removals: readonly StoredRemoval[] | undefined;
  #removed: ReadonlySet<string> = new Set();
  #known: ReadonlySet<string> | undefined;

  update({ removed, added }: Edit<LocatedReview>): void {
    for (const review of removed) {
      const received = this.#of(review);
      if (received) this.#edit.remove(received);
      this.#different.delete(review);
    }
    for (const review of added) {
      const received = this.#receive(review);
      if (received) this.#edit.add(received);
    }
  }

  /** Applies the removals and aspects of a draft. */
  follow({ removals, aspects, reviews }: Draft): void {
    const known = aspects && !aspects.value.isChosen ? idsOf(aspects.value) : undefined;
    if (removals?.value === this.#removals && known === this.#known) return;
    this.#removals = removals?.value;
    this.#removed = new Set(removals?.value.map(({ id }) => id));
    this.#known = known;
    for (const review of reviews) {
      const before = this.#of(review);
      const after = this.#receive(review);
      if (before === after) continue;
      if (before) this.#edit.remove(before);
      if (after) this.#edit.add(after);
    }
  }

  /** The edit since the last call. */
  takeEdit(): Edit<StoredReview> {
    return this.#edit.take();
  }

  /** All of them, given those of the files. */
  list(reviews: readonly LocatedReview[]): readonly StoredReview[] {
    if (this.#different.size === 0) return reviews.map(({ value }) => value);
    return reviews.flatMap((review) => this.#of(review) ?? []);
  }

  /** Warnings of removed reviews whose files still exist. */
  get warnings(): ContentProblem[] {
    return [...this.#different]
      .flatMap(([review, received]) => (received ? [] : [review]))
      .sort(compareLocated)
      .flatMap(warnOfFile);
  }

  #of(review: LocatedReview): StoredReview | undefined {
    return this.#different.has(review) ? this.#different.get(review) : review.value;
  }

  #receive(review: LocatedReview): StoredReview | undefined {
    const { value } = review;
    const received = this.#removed.has(value.id) ? undefined : withKnown(value, this.#known);
    if (received === value) this.#different.delete(review);
    else this.#different.set(review, received);
    return received;
  }
}

const warnOfFile = memoize((review: LocatedReview) => {
  const message = 'id: stands in removed.yaml and is not published; delete this file';
  return placeFindings(review, [{ path: ['id'], message }], warningAt);
});

const idsOf = memoize(({ aspects }: ResolvedAspects) => new Set(aspects.map(({ id }) => id)));

/** A review without the judgements of unknown aspects: the same object where it has none. */
function withKnown(review: StoredReview, known: ReadonlySet<string> | undefined): StoredReview {
  if (!known || !review.aspects) return review;
  const judged = Object.entries(review.aspects);
  const kept = judged.filter(([id]) => known.has(id));
  return kept.length === judged.length ? review : { ...review, aspects: Object.fromEntries(kept) };
}

/** The summary of a draft without findings about aspects that the general list lacks. */
export function summaryOf({ summary: located, aspects }: Draft): StoredSummary | undefined {
  const summary = located?.value;
  if (!summary || !aspects || aspects.value.isChosen) return summary;
  const known = idsOf(aspects.value);
  return {
    ...summary,
    strengths: summary.strengths.filter(({ aspect }) => known.has(aspect)),
    concerns: summary.concerns.filter(({ aspect }) => known.has(aspect)),
  };
}
