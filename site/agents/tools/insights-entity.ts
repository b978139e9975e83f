import { memoize } from '#dataset/memoize.ts';
import { quote } from '#dataset/text/shorten.ts';
import type { EntityFigures, InsightsDocument, Quote } from '#insights/insights-document.ts';
import { type EntityNames, findNamed } from '#search/question/names.ts';
import { describeValues, suggest } from '#search/question/suggest.ts';
import { toolCall } from '../tool.ts';
import { withList } from './insights-overview.ts';

const TYPES = ['technician', 'service', 'service_area'] as const;
type EntityType = (typeof TYPES)[number];

/** A person or thing that reviews mention, with its figures in insights.json. */
type Entity = {
  readonly type: EntityType;
  readonly figures: EntityFigures & {
    readonly id: string;
    readonly name: string;
    readonly aliases: readonly string[];
    readonly jobTitle?: string;
  };
};

/** People, then services, then places. */
function entitiesOf({ entities }: InsightsDocument): Entity[] {
  const { technicians, services, serviceAreas } = entities;
  return [
    ...technicians.map((figures): Entity => ({ type: 'technician', figures })),
    ...services.map((figures): Entity => ({ type: 'service', figures })),
    ...serviceAreas.map((figures): Entity => ({ type: 'service_area', figures })),
  ];
}

/** Figures of all people, services and places. */
export function listEntities(insights: InsightsDocument) {
  return entitiesOf(insights).map(leanEntity);
}

/** The figures of a named entity, with quotes or ids of critical reviews; or a message. */
export function findEntity(asked: string, insights: InsightsDocument, names: EntityNames) {
  const named = namedOf(names);
  const meant = findNamed(named, asked);
  // An id may belong to a person and to a place.
  const found = entitiesOf(insights).find(
    ({ type, figures }) => type === meant?.type && figures.id === meant.id,
  );
  if (found) {
    const { quotes, unquotedCriticism } = found.figures;
    return {
      ...leanEntity(found),
      ...withList('quotes', quotes.map(leanQuote)),
      ...withList('unquotedCriticism', unquotedCriticism),
    };
  }
  const others = suggest(asked, named).map(({ name }) => name);
  const [first] = others;
  const advice =
    first === undefined
      ? ` All of them: ${toolCall('get_review_stats', { group_by: TYPES.join(',') })}`
      : `${describeValues(others, [])} ${toolCall('get_insights', { entity: first })}`;
  return `No person, service or place is called ${quote(asked)}.${advice}`;
}

/** In the order of the search for a name. */
const namedOf = memoize(({ technicians, services, serviceAreas }: EntityNames) => {
  const of = <One>(type: EntityType, all: readonly One[]) => all.map((one) => ({ ...one, type }));
  return [
    ...of('technician', technicians),
    ...of('service', services),
    ...of('service_area', serviceAreas),
  ];
});

/** Names and figures, without empty values. */
function leanEntity({ type, figures }: Entity) {
  const { id, name, aliases, jobTitle, reviewCount, averageRating, lastMentioned } = figures;
  const { positiveReviewCount, negativeReviewCount, score, topAspects } = figures;
  return {
    type,
    id,
    name,
    ...withList('aliases', aliases),
    ...(jobTitle !== undefined && { jobTitle }),
    reviewCount,
    ...(averageRating !== null && { averageRating }),
    ...(lastMentioned !== null && { lastMentioned }),
    positiveReviewCount,
    negativeReviewCount,
    ...(score !== null && { score }),
    ...withList('topAspects', topAspects),
  };
}

/** A quote without offsets in its text. */
export function leanQuote({ reviewId, url, datePublished: date, sentiment, text }: Quote) {
  return { reviewId, date, sentiment, text, url };
}
