import { z } from 'zod';
import { ChangesQuery } from '#search/changes/changes.ts';
import { FeedQuery } from '#search/question/feed-question.ts';
import { SearchQuery } from '#search/question/search-query.ts';
import { StatsQuery } from '#search/question/stats-query.ts';
import type { Examples } from './examples.ts';
import words from './words.json' with { type: 'json' };

/*
 * The parameters of questions. Each is a component, as several questions have the same filters, and
 * its example comes from the release, so that a copy of it finds something.
 */

/** Returns a schema as a parameter, which has its own description. */
function parameterOf(schema: z.ZodType, param: { id?: string; example?: unknown } = {}) {
  const { description = '' } = schema.meta() ?? {};
  return schema.meta({ description: undefined, param: { description, ...param } });
}

const PARAMETERS = new Map(
  Object.entries<z.ZodType>({ ...SearchQuery.shape, ...StatsQuery.shape }).map(([name, schema]) => {
    const { example: anywhere } = schema.meta() ?? {};
    const example = ({ parameters }: Examples) =>
      name in parameters ? parameters[name] : anywhere;
    return [name, parameterOf(schema.meta({ example: undefined }), { id: name, example })];
  }),
);

/** Describes the parameters of a question that has some of those of search. */
export function describeParameters(question: z.ZodObject): z.ZodObject {
  const names = Object.keys(question.shape);
  return z.object(Object.fromEntries([...PARAMETERS].filter(([name]) => names.includes(name))));
}

/** The parameters of both feeds. */
export const FEED_PARAMETERS = describeParameters(FeedQuery).extend({
  limit: FeedQuery.shape.limit.meta({ param: words.parameters.feedLimit }),
});

/** The parameters of changes, whose example of a cursor only shows its form. */
export const CHANGES_PARAMETERS = z.object({
  after: parameterOf(ChangesQuery.shape.after),
  format: parameterOf(ChangesQuery.shape.format),
});
