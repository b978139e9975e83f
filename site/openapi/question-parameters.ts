import { z } from 'zod';
import { ChangesQuery } from '#search/changes/changes.ts';
import { FeedQuery } from '#search/question/feed-question.ts';
import { FilterShape, SearchQuery } from '#search/question/search-query.ts';
import { StatsQuery } from '#search/question/stats-query.ts';
import type { Examples } from './examples.ts';
import words from './words.json' with { type: 'json' };

/*
 * The parameters of questions. Each is a component, as several questions have the same filters, and
 * its example is one of the release, so that what is copied from it finds something.
 */

const SHAPE: Readonly<Record<string, z.ZodType>> = {
  ...SearchQuery.shape,
  ...StatsQuery.shape,
};

/** Those that would find nothing by an example that is not of the release. */
const BY_CONTENT = new Set([...Object.keys(FilterShape), 'after']);

const PARAMETERS = new Map(
  Object.entries(SHAPE).map(([name, schema]) => {
    const { description = name, example } = schema.meta() ?? {};
    const ofRelease = ({ parameters }: Examples) => parameters[name];
    const shown = BY_CONTENT.has(name) ? ofRelease : example;
    return [name, schema.meta({ param: { id: name, description, example: shown } })] as const;
  }),
);

/** The parameters of a question that has some of those of search. */
export function describeParameters(question: z.ZodObject): z.ZodObject {
  const names = Object.keys(question.shape);
  return z.object(Object.fromEntries([...PARAMETERS].filter(([name]) => names.includes(name))));
}

const FEED_LIMIT = FeedQuery.shape.limit.meta({ param: words.parameters.feedLimit });

/** What the two feeds read. */
export const FEED_PARAMETERS = describeParameters(FeedQuery).extend({ limit: FEED_LIMIT });

const isIn = new Set<unknown>([...PARAMETERS.values(), FEED_LIMIT]);
const isRepeated = new Set<unknown>(Object.values(FilterShape));
const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern'] as const;
const isOfChanges = new Set<unknown>(Object.values(ChangesQuery.shape));

/**
 * Leaves out of a schema what is said of the parameter: of its own, and of a filter that an answer
 * repeats.
 */
export function leaveToParameter(schema: unknown, json: z.core.JSONSchema.BaseSchema): void {
  if (isOfChanges.has(schema)) delete json.description;
  const isFilter = isRepeated.has(schema);
  if (!isIn.has(schema) && !isFilter) return;
  delete json.description;
  delete json.example;
  if (isFilter) for (const bound of BOUNDS) delete json[bound];
}
