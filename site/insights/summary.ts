import type { Dataset } from '#dataset/dataset.ts';
import type { AspectInsight, InsightsDocument } from './insights-document.ts';

/** The editors' summary or, where there is none, plain sentences made from the figures alone. */
export function summarise(
  dataset: Dataset,
  aspects: readonly AspectInsight[],
): InsightsDocument['summary'] {
  const { summary, business } = dataset;
  if (summary) return { ...summary, generatedBy: 'human' };
  const strengths = findStrengths(aspects);
  const concerns = findConcerns(aspects);
  const [praised, criticised] = [strengths[0]?.text, concerns[0]?.text];
  return {
    headline: headlineOf(dataset),
    text: [
      textOf(dataset),
      ...(praised === undefined ? [] : [`Among what reviewers praise is ${praised}`]),
      ...(criticised === undefined ? [] : [`Among what they criticise is ${criticised}`]),
    ].join(' '),
    strengths,
    concerns,
    author: business.name,
    generatedBy: 'template',
    dateModified: dataset.dateModified,
  };
}

function headlineOf({ aggregateRating }: Dataset): string {
  const { ratingValue, ratingCount } = aggregateRating;
  if (ratingValue === null) return 'No verified reviews yet';
  const noun = ratingCount === 1 ? 'verified review' : 'verified reviews';
  return `${ratingValue} of 5 from ${ratingCount} ${noun}`;
}

function textOf({ aggregateRating, business: { name } }: Dataset): string {
  const { ratingValue, ratingCount, reviewCount, earliest, latest } = aggregateRating;
  if (ratingValue === null) return `${name} has no verified reviews yet.`;
  const when = earliest === latest ? `On ${earliest}` : `Between ${earliest} and ${latest}`;
  if (ratingCount === 1) return `${when}, one verified review rated ${name} ${ratingValue} of 5.`;
  const fives = aggregateRating.ratingDistribution['5'] ?? 0;
  return (
    `${when}, ${ratingCount} verified reviews rated ${name} ${ratingValue} of 5 on average: ` +
    `${fives} with five stars, ${reviewCount} with a text.`
  );
}

type Finding = InsightsDocument['summary']['strengths'][number];

const MAX_FINDINGS = 3;

/** Fewer reviews that complain, each however often, are no pattern. */
const ENOUGH_COMPLAINTS = 3;

/** What is surely praised more than criticised, the surest first, where enough reviews mention it. */
function findStrengths(aspects: readonly AspectInsight[]): Finding[] {
  return aspects
    .filter((aspect) => aspect.sampleSize === 'ok' && lowest(aspect) > 0)
    .sort((a, b) => lowest(b) - lowest(a))
    .flatMap((aspect) => find(aspect, 'positive'))
    .slice(0, MAX_FINDINGS);
}

/** What is criticised in enough reviews, and in no fewer than praise it; in the largest share of them first. */
function findConcerns(aspects: readonly AspectInsight[]): Finding[] {
  const share = ({ negativeReviewCount, reviewCount }: AspectInsight) =>
    negativeReviewCount / reviewCount;
  return aspects
    .filter(
      ({ negativeReviewCount, positiveReviewCount }) =>
        negativeReviewCount >= Math.max(ENOUGH_COMPLAINTS, positiveReviewCount),
    )
    .sort((a, b) => share(b) - share(a))
    .flatMap((aspect) => find(aspect, 'negative'))
    .slice(0, MAX_FINDINGS);
}

function lowest({ interval: [low = -1] }: AspectInsight): number {
  return low;
}

/** A finding with the best quote of its side as evidence; none without any. */
function find(aspect: AspectInsight, side: 'positive' | 'negative'): Finding[] {
  const { id, name, quotes } = aspect;
  const best = quotes.find(({ sentiment }) => sentiment === side);
  if (!best) return [];
  return [{ text: `${name}: ${saying(aspect, side)}.`, aspect: id, evidence: [best.reviewId] }];
}

/** How often it is praised or criticised, and how often that is against the other. */
function saying(aspect: AspectInsight, side: 'positive' | 'negative'): string {
  const { positiveReviewCount: praising, negativeReviewCount: criticising, reviewCount } = aspect;
  const [verb, count, against, other] =
    side === 'positive'
      ? (['praised', praising, 'criticised', criticising] as const)
      : (['criticised', criticising, 'praised', praising] as const);
  const share = count === reviewCount ? `all ${count}` : `${count} of ${reviewCount}`;
  const said = `${verb} in ${share} reviews that mention it`;
  if (other === 0) return `${said}, and ${against} in none`;
  if (count === other) return `${said}, as often as ${against}`;
  return `${said}, ${timesWords(count, other)} ${against}`;
}

const NUMBERS = ['three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** A ratio above 1 as words, exact or as a lower bound. */
function timesWords(more: number, less: number): string {
  const times = Math.floor(more / less);
  if (times === 1) return 'more often than';
  const often =
    times === 2 ? 'twice as often as' : `${NUMBERS[times - 3] ?? times} times as often as`;
  return more === times * less ? often : `more than ${often}`;
}
