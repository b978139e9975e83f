import { countFitting, shortenText } from '#agents/answers/answer-size.ts';
import { costOf } from '#agents/answers/text-cost.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';
import { toolCall } from '../tool.ts';

/**
 * An overview has at most 1,500 tokens, however long the editors' texts and however many the
 * aspects: `all` is their cost (`costOf`), as are the bounds of texts.
 */
const OVERVIEW = { all: 4300, aspects: 15, findings: 5, text: 900, finding: 150, name: 60 };

/** All reviews as a whole: figures, the summary, a table of aspects, and next steps. */
export function overviewOf(
  { business, period, summary, aspects, ...document }: InsightsDocument,
  onAspects: readonly string[],
) {
  const { reviewCount, textReviewCount, sentiment } = document;
  const list = (findings: InsightsDocument['summary']['strengths']) =>
    findings.slice(0, OVERVIEW.findings).map(({ text }) => shortenText(text, OVERVIEW.finding));
  const overview = {
    business: shortenText(business.name, OVERVIEW.finding),
    ...(period && { period }),
    reviewCount,
    textReviewCount,
    sentiment,
    summary: {
      headline: shortenText(summary.headline, OVERVIEW.finding),
      text: shortenText(summary.text.replaceAll(/\s+/g, ' '), OVERVIEW.text),
      ...withList('strengths', list(summary.strengths)),
      ...withList('concerns', list(summary.concerns)),
    },
  };
  const mentioned = aspects
    .filter((one) => one.reviewCount > 0)
    .sort((a, b) => b.reviewCount - a.reviewCount);
  const table = mentioned.slice(0, OVERVIEW.aspects).map(({ id, name, ...one }) => ({
    id,
    name: shortenText(name, OVERVIEW.name),
    reviewCount: one.reviewCount,
    judgingReviewCount: one.judgingReviewCount,
    positiveReviewCount: one.positiveReviewCount,
    negativeReviewCount: one.negativeReviewCount,
  }));
  const insightsOf = (given: object) => toolCall('get_insights', { ...given });
  const [worst] = table.toSorted((a, b) => b.negativeReviewCount - a.negativeReviewCount);
  const goOn = worst
    ? [
        ...onAspects,
        `Continue with aspect (and trend), entity or section: ${insightsOf({ aspect: worst.id })}; its reviews: ${toolCall('search_reviews', { aspect: worst.id })}`,
      ]
    : [`Continue with entity or section: ${insightsOf({ section: 'entities' })}`];
  const hintsWith = (shown: number) => [
    ...(reviewCount > 0 ? goOn : []),
    ...(shown < mentioned.length
      ? [`${mentioned.length - shown} more aspects: ${insightsOf({ section: 'aspects' })}`]
      : []),
  ];
  const rest = { ...overview, aspects: [], hints: hintsWith(mentioned.length - 1) };
  const rows = table.map((row) => JSON.stringify(row));
  const shown = countFitting(rows, OVERVIEW.all - costOf(JSON.stringify(rest)));
  return {
    ...overview,
    aspects: table.slice(0, shown),
    ...withList('hints', hintsWith(shown)),
  };
}

/** A member for a list, unless it is empty. */
export function withList<Name extends string, Item>(name: Name, items: readonly Item[]) {
  return items.length === 0 ? {} : { [name]: items };
}
