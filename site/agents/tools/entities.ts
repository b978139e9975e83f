import { z } from 'zod';
import { fitAnswer, fittingOf } from '#agents/answers/answer-size.ts';
import type { EntityFigures } from '#insights/insights-document.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { defineTool } from '../tool.ts';
import { toolCall } from '../tool-call.ts';

const TYPES = ['technician', 'service', 'service_area'] as const;
export type EntityType = (typeof TYPES)[number];

const known = `must be one of ${TYPES.join(', ')}; technicians are the staff`;

export const listEntities = defineTool({
  name: 'list_entities',
  title: 'People, services and places',
  summary:
    'Lists the people, services and places that reviews mention, each with the number of those reviews, their mean rating and the date of the newest.',
  Input: z.strictObject({ type: z.enum(TYPES, known).optional() }),
  Output: z.looseObject({
    entities: z
      .array(z.looseObject({ id: z.string(), name: z.string() }))
      .describe('With type, aliases, jobTitle, reviewCount, averageRating and lastMentioned.'),
  }),
  describe: ({ staff }) => ({
    more: 'Use it for "Who is rated best?" and for the names that filters take.',
    words: {
      type: `Omit for all types: technician${staff === '' ? '' : ` (the staff: ${staff})`}, service or service_area.`,
    },
  }),
  answer: async ({ type }, source) => {
    const all = (await entitiesOf(source)).filter((one) => type === undefined || one.type === type);
    const entities = fittingOf(all.map(briefOf));
    const left = all.length - entities.length;
    const [next] = all.slice(entities.length);
    const call =
      next && type === undefined
        ? toolCall('list_entities', { type: next.type })
        : toolCall('get_insights', { entity: next?.figures.name });
    const hints = left > 0 && { hints: [`${left} more are left out. Ask for some: ${call}`] };
    const answer = fitAnswer({ ...hints, entities }, `${source.baseUrl}/insights.json`);
    return { ok: true, json: JSON.stringify(answer) };
  },
});

/** Somebody or something that reviews mention, with its figures in insights.json. */
export type Entity = {
  readonly type: EntityType;
  readonly figures: EntityFigures & {
    readonly id: string;
    readonly name: string;
    readonly aliases: readonly string[];
    readonly jobTitle?: string;
  };
};

/** People, then services, then places. */
export async function entitiesOf({ insights }: Pick<ReviewSource, 'insights'>): Promise<Entity[]> {
  const { technicians, services, serviceAreas } = (await insights()).entities;
  return [
    ...technicians.map((figures): Entity => ({ type: 'technician', figures })),
    ...services.map((figures): Entity => ({ type: 'service', figures })),
    ...serviceAreas.map((figures): Entity => ({ type: 'service_area', figures })),
  ];
}

/** Names and figures of an entity, without what says nothing. */
export function briefOf({ type, figures }: Entity) {
  const { id, name, aliases, jobTitle, reviewCount, averageRating, lastMentioned } = figures;
  return {
    type,
    id,
    name,
    ...(aliases.length > 0 && { aliases }),
    ...(jobTitle !== undefined && { jobTitle }),
    reviewCount,
    ...(averageRating !== null && { averageRating }),
    ...(lastMentioned !== null && { lastMentioned }),
  };
}
