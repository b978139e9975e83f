import type { AspectInsight, InsightsDocument } from '#insights/insights-document.ts';
import { column, type TableColumn } from './table-column.ts';

/** What reviews of one quarter say about one aspect. */
type AspectQuarter = {
  readonly aspect: Pick<AspectInsight, 'id' | 'name'>;
  readonly quarter: AspectInsight['trend'][number];
};

/** The columns of insights.csv: counts alone, from which scores can be computed. */
export const INSIGHTS_COLUMNS: readonly TableColumn<AspectQuarter>[] = [
  column('aspect', 'text', 'The id of the aspect.', ({ aspect }) => aspect.id),
  column('name', 'text', 'The name of the aspect.', ({ aspect }) => aspect.name),
  column(
    'quarter',
    'text',
    'The quarter in which the reviews were published, such as 2026-Q1.',
    ({ quarter }) => quarter.period,
  ),
  column(
    'reviewCount',
    'integer',
    'Reviews of the quarter that mention the aspect.',
    ({ quarter }) => quarter.reviewCount,
  ),
  column(
    'positiveReviewCount',
    'integer',
    'Reviews with a positive or mixed mention.',
    ({ quarter }) => quarter.positiveReviewCount,
  ),
  column(
    'negativeReviewCount',
    'integer',
    'Reviews with a negative or mixed mention.',
    ({ quarter }) => quarter.negativeReviewCount,
  ),
  column(
    'mentionCount',
    'integer',
    'Clauses about the aspect.',
    ({ quarter }) => quarter.mentionCount,
  ),
  column('positive', 'integer', 'Clauses that praise.', ({ quarter }) => quarter.positive),
  column(
    'neutral',
    'integer',
    'Clauses that hold no sure opinion.',
    ({ quarter }) => quarter.neutral,
  ),
  column('negative', 'integer', 'Clauses that criticize.', ({ quarter }) => quarter.negative),
  column('mixed', 'integer', 'Clauses that do both.', ({ quarter }) => {
    const { mentionCount, positive, neutral, negative } = quarter;
    return mentionCount - positive - neutral - negative;
  }),
];

/** The rows: aspects in the order of their editors, and of each the quarters with mentions, oldest first. */
export function* quartersOf({
  aspects,
}: Pick<InsightsDocument, 'aspects'>): Iterable<AspectQuarter> {
  for (const aspect of aspects) for (const quarter of aspect.trend) yield { aspect, quarter };
}
