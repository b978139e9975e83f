import { compareReviews } from '#dataset/review.ts';
import type { Quote } from '../insights-document.ts';
import type { NotedReview, Said } from '../noted-review.ts';

/** A mention that may be quoted. */
export type Candidate = {
  readonly said: Said;
  readonly side: Quote['sentiment'];
  /** What is asked first: 0 of what editors want quoted, 1 of what names the thing it is quoted for. */
  readonly order: 0 | 1 | 2;
};

/** Which mentions are quoted first, and which at all. */
export type CandidateChoice = {
  readonly orderOf: (said: Said) => Candidate['order'];
  /** Asked only of what is sure enough. */
  readonly isAbout: (said: Said) => boolean;
};

/** How many of the surest are read closely. */
export const READ_CLOSELY = 60;

/** Maximum of one review, so that a long one does not take up all places. */
const MOST_OF_ONE = 3;

/** The surest candidates of each side, the surest first; of a clause the first mention alone. */
export function findSurest(
  reviews: readonly NotedReview[],
  { orderOf, isAbout }: CandidateChoice,
): Readonly<Record<Quote['sentiment'], readonly Candidate[]>> {
  const surest = { positive: new SurestCandidates(), negative: new SurestCandidates() };
  for (const { said: all } of reviews) {
    for (const said of all) {
      const { side, mention } = said;
      if (!side) continue;
      const candidate = { said, side, order: orderOf(said) };
      if (!surest[side].hasPlaceFor(candidate)) continue;
      const first = all.find(
        (other) => other.side === side && other.mention.start === mention.start && isAbout(other),
      );
      if (first === said) surest[side].add(candidate);
    }
  }
  return { positive: surest.positive.list, negative: surest.negative.list };
}

/** The first of all candidates that were added, the surest first. */
class SurestCandidates {
  readonly list: Candidate[] = [];

  /** Whether a candidate would be one of them. */
  hasPlaceFor(candidate: Candidate): boolean {
    const last = this.list[READ_CLOSELY - 1];
    return !last || compareCandidates(candidate, last) < 0;
  }

  add(candidate: Candidate): void {
    const { list } = this;
    const place = list.findLastIndex((other) => compareCandidates(other, candidate) < 0) + 1;
    list.splice(place, 0, candidate);
    const own = list.filter(({ said }) => said.from === candidate.said.from);
    const surplus = own[MOST_OF_ONE] ?? list[READ_CLOSELY];
    if (surplus) list.splice(list.indexOf(surplus), 1);
  }
}

/** By their order, then the surest, the newest, by id, and as they stand in the text. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    a.order - b.order ||
    b.said.sureness - a.said.sureness ||
    compareReviews(a.said.from.review, b.said.from.review) ||
    a.said.mention.start - b.said.mention.start
  );
}
