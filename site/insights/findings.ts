import type { AspectInsight, InsightsDocument } from './insights-document.ts';

type Finding = InsightsDocument['summary']['strengths'][number];

const MAX_FINDINGS = 3;

/** Fewer reviews that complain, each however often, are no pattern. */
const ENOUGH_COMPLAINTS = 3;

/** What is praised with most certainty, where enough reviews say so. */
export function findStrengths(aspects: readonly AspectInsight[]): Finding[] {
  const lowest = ({ interval: [low = -1] }: AspectInsight) => low;
  return aspects
    .filter((aspect) => aspect.sampleSize === 'ok' && lowest(aspect) > 0)
    .sort((a, b) => lowest(b) - lowest(a))
    .flatMap((aspect) => find(aspect, 'positive'))
    .slice(0, MAX_FINDINGS);
}

/** What is criticised in the largest share of its mentions, where enough reviews do. */
export function findConcerns(aspects: readonly AspectInsight[]): Finding[] {
  const share = ({ negative, mentionCount }: AspectInsight) => negative / mentionCount;
  return aspects
    .filter(({ negativeReviewCount }) => negativeReviewCount >= ENOUGH_COMPLAINTS)
    .sort((a, b) => share(b) - share(a))
    .flatMap((aspect) => find(aspect, 'negative'))
    .slice(0, MAX_FINDINGS);
}

/** A finding with the quotes that show it as evidence; none without any. */
function find(aspect: AspectInsight, sentiment: 'positive' | 'negative'): Finding[] {
  const { id, name, mentionCount, quotes } = aspect;
  const text = `${name}: ${aspect[sentiment]} of ${mentionCount} mentions are ${sentiment}.`;
  const evidence = quotes
    .filter((quote) => quote.sentiment === sentiment)
    .map(({ reviewId }) => reviewId);
  return evidence.length > 0 ? [{ text, aspect: id, evidence }] : [];
}
