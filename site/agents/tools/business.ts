import { z } from 'zod';
import { AggregateRating } from '#dataset/aggregate-rating.ts';
import { Business } from '#dataset/business.ts';
import { Collection } from '#dataset/collection.ts';
import { CalendarDate } from '#dataset/schema/scalars.ts';
import { TechnicianInsight } from '#insights/insights-document.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { rememberOnce } from '../remember.ts';
import { defineTool } from '../tool.ts';

const BusinessAnswer = z.strictObject({
  business: Business,
  aggregateRating: AggregateRating,
  collection: Collection.describe('What became of every review that was received.'),
  dataset: z
    .strictObject({
      etag: z.string().describe('Changes whenever reviews.json does.'),
      dateModified: CalendarDate.nullable().describe('The newest change that the data states.'),
      reviewCount: z.int().nonnegative().describe('Published reviews, with and without a text.'),
      firstReview: CalendarDate.nullable().describe('The date of the oldest review.'),
      lastReview: CalendarDate.nullable().describe('The date of the newest review.'),
    })
    .describe('Which revision of the data this is, and what it spans.'),
});

const answerOf = rememberOnce(async ({ etag, head }: ReviewSource) => {
  const { business, aggregateRating, collection, dateModified, count } = await head();
  const { earliest: firstReview, latest: lastReview } = aggregateRating;
  const dataset = { etag, dateModified, reviewCount: count, firstReview, lastReview };
  return JSON.stringify({ business, aggregateRating, collection, dataset });
});

export const getBusiness = defineTool({
  name: 'get_business',
  title: 'Business and overall rating',
  description:
    'The business that the reviews are about: name, address, contact, opening hours, services, staff; its overall rating with the distribution of stars and the sources; how the reviews were collected; and how many there are, from when to when. The tool for "How is this business rated?" and "What does it do, and where?". It holds no review texts.',
  Input: z.strictObject({}),
  Output: BusinessAnswer,
  answer: async (_, source) => ({ ok: true, json: await answerOf(source) }),
});

const EntityType = z.enum(
  ['technician', 'service', 'service_area'],
  'must be one of technician, service, service_area',
);

const { reviewCount, averageRating, lastMentioned } = TechnicianInsight.shape;

const Entity = z
  .strictObject({
    type: EntityType,
    id: TechnicianInsight.shape.id,
    name: z.string().describe('The full name, as in mentionedTechnicians of reviews.'),
    aliases: z.array(z.string()).describe('Other names that count as a mention.'),
    jobTitle: z.string().optional().describe('Of technicians.'),
    reviewCount,
    averageRating,
    lastMentioned: lastMentioned.describe('The date of the newest of those reviews.'),
  })
  .meta({ id: 'Entity' });
type Entity = z.infer<typeof Entity>;

export const listEntities = defineTool({
  name: 'list_entities',
  title: 'People, services and places',
  description:
    'The technicians (members of staff), services and service areas of the business, each with the number of reviews that mention it, their average rating and the newest mention. The tool for "Who is rated best?" and for the values that mentions_technician, mentions_service and service_area of search_reviews and get_review_stats take (id, name or alias).',
  Input: z.strictObject({
    type: EntityType.optional().meta({
      description: 'Only entities of this type; all without it.',
      example: 'technician',
    }),
  }),
  Output: z.strictObject({
    entities: z.array(Entity).describe('Technicians, then services, then service areas.'),
  }),
  answer: async ({ type }, source) => {
    const all = await entitiesOf(source);
    const entities = all.filter((one) => type === undefined || one.type === type);
    return { ok: true, json: JSON.stringify({ entities }) };
  },
});

async function entitiesOf({ insights }: ReviewSource): Promise<Entity[]> {
  const { technicians, services, serviceAreas } = (await insights()).entities;
  return [
    ...technicians.map((one) => entityOf('technician', one)),
    ...services.map((one) => entityOf('service', one)),
    ...serviceAreas.map((one) => entityOf('service_area', one)),
  ];
}

/** The members of an entity in one order, without those of insights.json alone. */
function entityOf(type: Entity['type'], one: Omit<Entity, 'type'>): Entity {
  const { id, name, aliases, jobTitle, reviewCount, averageRating, lastMentioned } = one;
  const title = jobTitle !== undefined && { jobTitle };
  return { type, id, name, aliases, ...title, reviewCount, averageRating, lastMentioned };
}
