import { z } from 'zod';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { quote } from '#dataset/text/shorten.ts';
import { code, type Issue } from '#search/request/issue.ts';
import parameters from './parameters.json' with { type: 'json' };
import { checkRanges, FilterShape, ON_RANGES } from './search-query.ts';

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

const isGrouping = (name: string): name is Grouping => GROUPINGS.some((one) => one === name);

/** The groupings in a text with commas between. */
export function readGroupings(text: string): readonly Grouping[] {
  return text.split(',').filter(isGrouping);
}

const groupBy = `must be one of ${GROUPINGS.join(', ')}, or several, each once, with commas between`;

/** What is wrong with a list; the message lacks the name of the parameter. */
type Fault = Pick<Issue, 'code' | 'message'>;

/** A list has no member that is empty or there twice; one fault each, for the first of them. */
function faultsOfMembers(members: readonly string[]): Fault[] {
  const faults: Fault[] = [];
  const empty = members.indexOf('');
  if (empty >= 0) {
    const message =
      members.length === 1
        ? 'must not be empty'
        : 'has an empty value between its commas; leave the extra comma out';
    faults.push({ code: 'empty_value', message });
  }
  const again = members.findIndex((one, at) => one !== '' && members.indexOf(one) < at);
  if (again >= 0) {
    const message = `has ${quote(members[again] ?? '')} more than once; name each value once`;
    faults.push({ code: 'repeated_value', message });
  }
  return faults;
}

/** A refinement: groupings with commas between, each known, and none empty or twice. */
function checkGroupings(text: string, context: z.core.$RefinementCtx): void {
  const names = text.split(',');
  const faults = faultsOfMembers(names);
  const unknown = names.find((name) => name !== '' && !isGrouping(name));
  if (unknown !== undefined) {
    const message = `${groupBy}${didYouMean(unknown, GROUPINGS)}`;
    faults.push({ code: 'invalid_choice', message });
  }
  for (const { code: named, message } of faults) {
    context.addIssue({ code: 'custom', message, input: text, ...code(named) });
  }
}

/** Which reviews are counted, with the filters of search, and by what; the same over HTTP and MCP. */
export const StatsQuery = z
  .strictObject({
    ...FilterShape,
    group_by: z
      .string('must be text')
      .superRefine(checkGroupings)
      .default('rating')
      .meta({
        ...parameters.group_by,
        description: parameters.group_by.description.replace('{groupings}', GROUPINGS.join(', ')),
        pattern: `^(?:${GROUPINGS.join('|')})(?:,(?:${GROUPINGS.join('|')}))*$`,
      }),
  })
  .superRefine(checkRanges, ON_RANGES);
export type StatsQuery = z.infer<typeof StatsQuery>;
