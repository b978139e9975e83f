import { Counts } from '#dataset/counts.ts';
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
  mentions: readonly Said[],
  { orderOf, isAbout }: CandidateChoice,
): Readonly<Record<Quote['sentiment'], readonly Candidate[]>> {
  const candidates: Record<Quote['sentiment'], Candidate[]> = { positive: [], negative: [] };
  for (const said of mentions) {
    const { side } = said;
    if (side) candidates[side].push({ said, side, order: orderOf(said) });
  }
  return {
    positive: takeSurest(candidates.positive.sort(compareCandidates), isAbout),
    negative: takeSurest(candidates.negative.sort(compareCandidates), isAbout),
  };
}

function takeSurest(
  sorted: readonly Candidate[],
  isAbout: CandidateChoice['isAbout'],
): readonly Candidate[] {
  const surest: Candidate[] = [];
  const taken = new Counts<NotedReview>();
  for (const candidate of sorted) {
    if (surest.length === READ_CLOSELY) break;
    const { from } = candidate.said;
    if (taken.of(from) === MOST_OF_ONE || !isFirst(candidate, isAbout)) continue;
    surest.push(candidate);
    taken.add(from);
  }
  return surest;
}

/** Whether it is the first mention in its clause that is about the same, and on the same side. */
function isFirst({ said, side }: Candidate, isAbout: CandidateChoice['isAbout']): boolean {
  const { start } = said.mention;
  const isSame = (one: Said) => one.side === side && one.mention.start === start && isAbout(one);
  return said.from.said.find(isSame) === said;
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
