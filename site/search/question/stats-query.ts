import { z } from 'zod';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { quote } from '#dataset/text/shorten.ts';
import type { IssueCode } from '#search/request/error-codes.ts';
import { code } from '#search/request/issue.ts';
import parameters from './parameters.json' with { type: 'json' };
import { FilterQuery } from './search-query.ts';

/** What reviews are put together by. */
export const GROUPINGS = [
  'rating',
  'year',
  'quarter',
  'month',
  'technician',
  'service',
  'service_area',
  'aspect',
  'sentiment',
  'source',
  'language',
  'has_reply',
] as const;
export type Grouping = (typeof GROUPINGS)[number];

const LIST = GROUPINGS.join(', ');

const isGrouping = (name: string): name is Grouping => GROUPINGS.some((one) => one === name);

/** The groupings in a text with commas between. */
export function readGroupings(text: string): readonly Grouping[] {
  return text.split(',').filter(isGrouping);
}

/** A refinement: groupings with commas between, each known, and none empty or twice. */
function checkGroupings(text: string, context: z.core.$RefinementCtx): void {
  const refuse = (named: IssueCode, message: string) =>
    context.addIssue({ code: 'custom', message, input: text, ...code(named) });
  const members = text.split(',');
  if (text === '') refuse('empty_value', 'must not be empty');
  else if (members.includes('')) {
    refuse('empty_value', 'has an empty value between its commas; leave the extra comma out');
  }
  const names = members.filter((name) => name !== '');
  const again = names.find((name, at) => names.indexOf(name) < at);
  if (again !== undefined) {
    refuse('repeated_value', `has ${quote(again)} more than once; name each value once`);
  }
  const unknown = names.find((name) => !isGrouping(name));
  if (unknown !== undefined) {
    const known = `must be one of ${LIST}, or several, each once, with commas between`;
    refuse('invalid_choice', known + didYouMean(unknown, GROUPINGS));
  }
}

/** Which reviews are counted, with the filters of search, and by what; the same over HTTP and MCP. */
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
