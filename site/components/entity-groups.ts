import type { EntityFigures, InsightsDocument } from '#insights/insights-document.ts';

/** Somebody or something that reviews mention. */
export type EntityRow = {
  /** The anchor of the row. */
  readonly id: string;
  readonly name: string;
  readonly jobTitle?: string;
  readonly reviewCount: number;
  readonly averageRating: number | null;
  /** Null where none of those reviews was analysed. */
  readonly score: number | null;
};

/** Entities of one kind. */
export type EntityGroup = { readonly label: string; readonly rows: readonly EntityRow[] };

/** Whom and what reviews mention, by kind, the most mentioned first; the others are left out. */
export function entityGroups({
  technicians,
  services,
  serviceAreas,
}: InsightsDocument['entities']): EntityGroup[] {
  return [
    { label: 'People', rows: mentioned('technician', technicians) },
    { label: 'Services', rows: mentioned('service', services) },
    { label: 'Places', rows: mentioned('service-area', serviceAreas) },
  ].filter(({ rows }) => rows.length > 0);
}

type Entity = Omit<EntityRow, 'score'> & Pick<EntityFigures, 'score' | 'analysedReviewCount'>;

function mentioned(kind: string, entities: readonly Entity[]): EntityRow[] {
  return entities
    .filter(({ reviewCount }) => reviewCount > 0)
    .sort((a, b) => b.reviewCount - a.reviewCount)
    .map(({ analysedReviewCount, score, ...entity }) => ({
      ...entity,
      id: `${kind}-${entity.id}`,
      score: analysedReviewCount === 0 ? null : score,
    }));
}
