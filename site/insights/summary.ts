import type { Dataset } from '#dataset/dataset.ts';
import type { AspectInsight, InsightsDocument } from './insights-document.ts';
import type { NotedReview } from './noted-review.ts';
import { reviewsBySide } from './opinion-counts.ts';

/** The editors' summary or, if there is none, plain sentences made from the figures alone. */
export function summarize(
  dataset: Dataset,
  aspects: readonly AspectInsight[],
  noted: readonly NotedReview[],
): InsightsDocument['summary'] {
  const { summary, business } = dataset;
  if (summary) return { ...summary, generatedBy: 'human' };
  const { reviewCount: textReviewCount } = dataset.aggregateRating;
  const strengths = findMost('strengths', aspects, noted, textReviewCount);
  const concerns = findMost('concerns', aspects, noted, textReviewCount);
  const nameOf = (finding: Finding) => aspects.find(({ id }) => id === finding.aspect)?.name;
  const list = (findings: readonly Finding[]) => findings.map(nameOf).join(', ');
  return {
    headline: headlineOf(dataset),
    text: [
      textOf(dataset),
      ...(strengths.length > 0 ? [`Most praised: ${list(strengths)}.`] : []),
      ...(concerns.length > 0 ? [`Most criticized: ${list(concerns)}.`] : []),
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

/** A single review that praises or criticizes is no pattern. */
const ENOUGH_REVIEWS = 2;

const SIDES = {
  strengths: { count: 'positiveReviewCount', sentiment: 'positive', takes: 'praising' },
  concerns: { count: 'negativeReviewCount', sentiment: 'negative', takes: 'criticizing' },
} as const;

/** Finds the aspects that most reviews praise, or criticize, with a review as evidence. */
function findMost(
  side: keyof typeof SIDES,
  aspects: readonly AspectInsight[],
  noted: readonly NotedReview[],
  textReviewCount: number,
): Finding[] {
  const { count, sentiment, takes } = SIDES[side];
  const saidOf = (id: string) =>
    noted.flatMap(({ statements }) => statements.filter(({ mention }) => mention.id === id));
  return aspects
    .filter((aspect) => aspect[count] >= ENOUGH_REVIEWS)
    .sort((a, b) => b[count] - a[count])
    .slice(0, MAX_FINDINGS)
    .flatMap((aspect) => {
      const best = aspect.quotes.find((quote) => quote.sentiment === sentiment)?.reviewId;
      const id = best ?? reviewsBySide(saidOf(aspect.id))[takes][0]?.id;
      return id === undefined
        ? []
        : [{ text: judgingInWords(aspect, textReviewCount), aspect: aspect.id, evidence: [id] }];
    });
}

/** Counts judging reviews in words: "10 of 134 written reviews judge Fees: 8 praise, …". */
export function judgingInWords(aspect: AspectInsight, textReviewCount: number): string {
  const { name, judgingReviewCount: judging, mixedReviewCount: both } = aspect;
  const say = (count: number, verb: string) => `${count} ${verb}${count === 1 ? 's' : ''}`;
  const praise = say(aspect.positiveReviewCount, 'praise');
  const blame = say(aspect.negativeReviewCount, 'criticize');
  const doing = both === 1 ? '1 does both' : `${both} do both`;
  return (
    `${judging} of ${textReviewCount} written reviews ${judging === 1 ? 'judges' : 'judge'} ${name}: ` +
    `${praise}, ${blame}${both === 0 ? '' : ` (${doing})`}.`
  );
}
