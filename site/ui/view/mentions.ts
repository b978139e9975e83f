import type { Business } from '#dataset/business.ts';
import type { Review } from '#dataset/review.ts';
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

/** What one review mentions of a kind, under the names that people know. */
export type Mentions = { readonly label: string; readonly names: readonly string[] };

/** What a review mentions, by kind; kinds without any are left out. */
export function mentionsOf(
  review: Pick<Review, 'mentionedTechnicians' | 'mentionedServices' | 'mentionedServiceAreas'>,
  { services, areaServed }: Pick<Business, 'services' | 'areaServed'>,
): Mentions[] {
  return [
    { label: 'People', names: review.mentionedTechnicians },
    { label: 'Services', names: namesOf(review.mentionedServices, services) },
    { label: 'Places', names: namesOf(review.mentionedServiceAreas, areaServed) },
  ].filter(({ names }) => names.length > 0);
}

type Named = { readonly id: string; readonly name: string };

function namesOf(ids: readonly string[], entities: readonly Named[]): string[] {
  return ids.map((id) => entities.find((entity) => entity.id === id)?.name ?? id);
}
