import { z } from 'zod';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { CalendarDate } from '#dataset/schema/scalars.ts';
import { fold } from '#dataset/text/fold.ts';
import { quote } from '#dataset/text/shorten.ts';
import { formPairs, type Parsed } from './form.ts';
import { type Issue, issuesOf, MAX_ISSUES } from './issue.ts';

/** Longer than any phrase of a review, and short enough to bound what a search costs. */
export const MAX_QUERY_LENGTH = 200;

const wholeStar = 'must be a whole number from 1 to 5';
const star = 'must be a number from 1 to 5';
const tooLong = `must be at most ${MAX_QUERY_LENGTH} characters`;
const limitRange = 'must be a whole number from 1 to 100';

const Name = z
  .string('must be text')
  .min(1, 'must not be empty')
  // Refinements: JSON Schema counts code points where zod counts UTF-16 units, and linters of
  // OpenAPI read patterns without the flag for Unicode classes.
  .refine((text) => [...text].length <= MAX_QUERY_LENGTH, tooLong)
  .refine((text) => !/\p{Cc}/u.test(text), 'must not hold control characters')
  .meta({ maxLength: MAX_QUERY_LENGTH });

const Period = z.object({ since: CalendarDate, until: CalendarDate });

/** A refinement: the last day is not before the first. */
export function checkPeriod(
  { since = '', until = '' }: { since?: string | undefined; until?: string | undefined },
  context: z.core.$RefinementCtx,
): void {
  if (since <= until) return;
  const message = `must not lie before since, ${since}`;
  context.addIssue({ code: 'custom', path: ['until'], message, input: until });
}

/** Checks the period beside other issues, if both dates are valid: few requests have two. */
export const ON_PERIODS = {
  when: ({ value }: { readonly value: unknown }) =>
    typeof value === 'object' &&
    value !== null &&
    'since' in value &&
    'until' in value &&
    Period.safeParse(value).success,
};

/** A search, the same over HTTP and MCP (specification §4). A review must match all filters. */
export const SearchQuery = z
  .strictObject({
    rating: z
      .int(wholeStar)
      .min(1, wholeStar)
      .max(5, wholeStar)
      .optional()
      .meta({ description: 'Exact star rating.', example: 5 }),
    min_rating: z
      .number(star)
      .min(1, star)
      .max(5, star)
      .optional()
      .meta({ description: 'Minimum star rating, inclusive.', example: 4 }),
    since: CalendarDate.optional().meta({
      description: 'Only reviews dated on or after this date.',
      example: '2025-01-01',
    }),
    until: CalendarDate.optional().meta({
      description: 'Only reviews dated on or before this date.',
      example: '2026-12-31',
    }),
    // An empty text already has an issue.
    query: Name.refine(
      (text) => text === '' || fold(text) !== '',
      'must hold something to search for',
    )
      .optional()
      .meta({
        description:
          'Text that stands within the review text. Case, accents and the kind of quotation marks and dashes do not matter.',
        example: 'called me back',
      }),
    mentions_technician: Name.optional().meta({
      description: 'Only reviews that mention this technician: full name, alias or id.',
      example: 'maria-lopez',
    }),
    mentions_service: Name.optional().meta({
      description: 'Only reviews that mention the service with this id.',
      example: 'car-accident',
    }),
    limit: z
      .int(limitRange)
      .min(1, limitRange)
      .max(100, limitRange)
      .default(20)
      .meta({ description: 'Maximum number of reviews returned.', example: 20 }),
  })
  .superRefine(checkPeriod, ON_PERIODS);
export type SearchQuery = z.infer<typeof SearchQuery>;

const NAMES = Object.keys(SearchQuery.shape);
const NUMERIC = new Set(['rating', 'min_rating', 'limit']);
const DECIMAL = /^\d{1,9}(?:\.\d{1,9})?$/;

/**
 * Parses the query part of a URL, without its question mark. Each parameter that is unknown, repeated,
 * empty, malformed or out of range is an issue, so that a mistake never widens a result.
 */
export function parseSearchParameters(queryString: string): Parsed<SearchQuery, Issue> {
  const { values, issues } = readParameters(queryString);
  const result = SearchQuery.safeParse(values);
  if (!result.success) issues.push(...issuesOf(result.error, values));
  if (issues.length > 0 || !result.success) {
    return { problems: issues.slice(0, MAX_ISSUES) };
  }
  return { value: result.data };
}

function readParameters(queryString: string) {
  const values: Record<string, string | number> = {};
  const issues: Issue[] = [];
  for (const { sent, name, value } of formPairs(queryString)) {
    if (issues.length >= MAX_ISSUES) break;
    if (name === undefined || value === undefined) {
      const path = name === undefined ? [] : [name];
      const message = `${quote(sent)} is not valid percent-encoded UTF-8`;
      issues.push({ path, code: 'malformed', message });
    } else if (!NAMES.includes(name)) {
      issues.push({ path: [name], code: 'unrecognized_keys', message: unknown(name) });
    } else if (Object.hasOwn(values, name)) {
      const message = `${name} is given more than once; give it once`;
      if (!issues.some(({ code, path }) => code === 'repeated' && path[0] === name)) {
        issues.push({ path: [name], code: 'repeated', message });
      }
    } else {
      values[name] = NUMERIC.has(name) && DECIMAL.test(value) ? Number(value) : value;
    }
  }
  return { values, issues };
}

function unknown(name: string): string {
  return `${quote(name)} is not a parameter of search${didYouMean(name, NAMES)}; there are ${NAMES.join(', ')}`;
}
