import type { Business } from '#dataset/business.ts';
import type { Review } from '#dataset/review.ts';
import type { EntityFigures, InsightsDocument } from '#insights/insights-document.ts';
import { scoreWords } from '../format/number.ts';

/** A person, service or place that reviews mention. */
type EntityRow = {
  /** The anchor of the row. */
  readonly id: string;
  readonly name: string;
  readonly jobTitle?: string;
  readonly reviewCount: number;
  readonly averageRating: number | null;
  /** How it is spoken of, in words; undefined where nothing was analysed or said. */
  readonly sentiment: string | undefined;
};

/** Entities of one kind. */
type EntityGroup = { readonly label: string; readonly rows: readonly EntityRow[] };

/** What reviews mention, by kind, the most mentioned first; the others are left out. */
export function entityGroups({
  technicians,
  services,
  serviceAreas,
}: InsightsDocument['entities']): EntityGroup[] {
  return [
    { label: 'People', rows: mentioned('technician', technicians, sayingByName) },
    { label: 'Services', rows: mentioned('service', services, sayingOfReviews) },
    { label: 'Places', rows: mentioned('service-area', serviceAreas, sayingOfReviews) },
  ].filter(({ rows }) => rows.length > 0);
}

type Sides = Pick<
  EntityFigures,
  'score' | 'analysedReviewCount' | 'positiveReviewCount' | 'negativeReviewCount'
>;
type Entity = Omit<EntityRow, 'sentiment'> & Sides;

function mentioned(
  kind: string,
  entities: readonly Entity[],
  wordsFor: (sides: Sides) => string | undefined,
): EntityRow[] {
  return entities
    .filter(({ reviewCount }) => reviewCount > 0)
    .sort((a, b) => b.reviewCount - a.reviewCount)
    .map((entity) => ({ ...entity, id: `${kind}-${entity.id}`, sentiment: wordsFor(entity) }));
}

/** A review that mentions people also speaks of other things: only clauses that name them count. */
function sayingByName({ positiveReviewCount, negativeReviewCount }: Sides): string | undefined {
  const parts = [
    positiveReviewCount > 0 && `praised by name in ${positiveReviewCount}`,
    negativeReviewCount > 0 && `criticised by name in ${negativeReviewCount}`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : undefined;
}

function sayingOfReviews({ score, analysedReviewCount }: Sides): string | undefined {
  return analysedReviewCount === 0 ? undefined : scoreWords(score);
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
