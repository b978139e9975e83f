import { z } from 'zod';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { quote } from '#dataset/text/shorten.ts';
import { code, type IssueCode } from '#search/request/issue.ts';
import parameters from './parameters.json' with { type: 'json' };
import { FilterQuery } from './search-query.ts';

/**
 * Groupings of reviews, each with its own filters, which choosing one of its values would replace.
 */
export const OWN_FILTERS = {
  rating: ['rating'],
  // No parameter names a period.
  year: [],
  quarter: [],
  month: [],
  technician: ['mentions_technician'],
  service: ['mentions_service'],
  service_area: ['service_area'],
  // A sentiment belongs to the aspect if there is one.
  aspect: ['aspect', 'sentiment'],
  sentiment: ['sentiment', 'aspect'],
  source: ['source'],
  language: ['language'],
  has_text: ['has_text'],
  has_reply: ['has_reply'],
  relationship: ['relationship'],
} as const satisfies Readonly<Record<string, readonly (keyof FilterQuery)[]>>;
export type Grouping = keyof typeof OWN_FILTERS;

const isGrouping = (name: string): name is Grouping => Object.hasOwn(OWN_FILTERS, name);

export const GROUPINGS = Object.keys(OWN_FILTERS).filter(isGrouping);

const LIST = GROUPINGS.join(', ');

/** Returns the groupings in a text, separated by commas. */
export function readGroupings(text: string): readonly Grouping[] {
  return text.split(',').filter(isGrouping);
}

/** A refinement: groupings separated by commas, each known, and none empty or repeated. */
function checkGroupings(text: string, context: z.core.$RefinementCtx): void {
  const refuse = (named: IssueCode, message: string) =>
    context.addIssue({ code: 'custom', message, input: text, ...code(named) });
  const members = text.split(',');
  const names = members.filter((name) => name !== '');
  if (names.length < members.length) {
    refuse('empty_value', 'has an empty value between its commas; remove the extra comma');
  }
  const again = names.find((name, at) => names.indexOf(name) < at);
  if (again !== undefined) {
    refuse('repeated_value', `has ${quote(again)} more than once; name each value once`);
  }
  const unknown = names.find((name) => !isGrouping(name));
  if (unknown !== undefined) {
    const known = `must be one of ${LIST}, or several, each once, separated by commas`;
    refuse('invalid_choice', known + didYouMean(unknown, GROUPINGS));
  }
}

/** The reviews to count, by the filters of search, and the groupings; also for MCP. */
export const StatsQuery = FilterQuery.safeExtend({
  group_by: z
    .string()
    .superRefine(checkGroupings)
    .default('rating')
    .meta({
      ...parameters.group_by,
      description: parameters.group_by.description.replace('{groupings}', LIST),
      pattern: `^(?:${GROUPINGS.join('|')})(?:,(?:${GROUPINGS.join('|')}))*$`,
    }),
});
export type StatsQuery = z.infer<typeof StatsQuery>;
