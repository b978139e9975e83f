import type { Dataset } from '#dataset/dataset.ts';
import { findConcerns, findStrengths } from './findings.ts';
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
