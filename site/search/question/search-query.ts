import { z } from 'zod';
import { CalendarDate } from '#dataset/schema/scalars.ts';
import { AspectSentiment, Relationship } from '#dataset/schema/stored-review.ts';
import { fold } from '#dataset/text/fold.ts';
import { code, holdsControl, type IssueCode } from '#search/request/issue.ts';
import { SORTS } from '../search.ts';
import { isCursorOf, placeIn } from './cursor.ts';
import parameters from './parameters.json' with { type: 'json' };
import { termsOf } from './terms.ts';

/** Longer than any phrase of a review, and short enough to bound the cost of a search. */
const MAX_QUERY_LENGTH = 200;

/** A basic language range (RFC 4647 §2.1). */
const LANGUAGE_RANGE = /^(?:[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*|\*)$/;
/** RFC 5646 §4.4.1 requires at least 35. */
const MAX_LANGUAGE_LENGTH = 64;

/** Enough for the longest id. */
const MAX_CURSOR_LENGTH = 200;

/** The maximum number of reviews on a page of an answer. */
export const MAX_LIMIT = 100;

const NO_CURSOR = 'must be the next of an earlier answer, unchanged';
const OTHER_CURSOR =
  'was made for other filters or another sort; use it with those, or omit it to start over';

const star = 'must be a number from 1 to 5';
const Stars = z.number(star).min(1, star).max(5, star);

/** A whole number from 1. */
export function wholeUpTo(max: number) {
  const range = `must be a whole number from 1 to ${max}`;
  return z.int(range).min(1, range).max(max, range);
}

const Text = z
  .string()
  .min(1)
  // Refinements: JSON Schema counts code points where zod counts UTF-16 units, and linters of
  // OpenAPI read patterns without the flag for Unicode classes.
  .refine((text) => [...text].length <= MAX_QUERY_LENGTH, {
    error: `must be at most ${MAX_QUERY_LENGTH} characters`,
    ...code('too_long'),
  })
  .refine((text) => fold(text).trim() !== '', {
    error: 'must contain something to search for',
    ...code('empty_value'),
  })
  .meta({ maxLength: MAX_QUERY_LENGTH });

// Worded like any other value with a control character (issuesOf).
const Name = Text.refine((text) => !holdsControl(text), code('control_characters'));
/** A passage may be copied with its line breaks: white space is folded. */
const Phrase = Text.refine(
  (text) => !holdsControl(text.replaceAll(/\s/g, '')),
  code('control_characters'),
);

const Words = Phrase.refine((text) => fold(text).trim() === '' || termsOf(text).length > 0, {
  error: 'must contain a word',
  ...code('empty_value'),
});

/** Filters of reviews, the same over HTTP and MCP (specification §4). A review must match all. */
export const FilterShape = {
  rating: wholeUpTo(5).optional().meta(parameters.rating),
  min_rating: Stars.optional().meta(parameters.min_rating),
  max_rating: Stars.optional().meta(parameters.max_rating),
  since: CalendarDate.optional().meta(parameters.since),
  until: CalendarDate.optional().meta(parameters.until),
  query: Phrase.optional().meta(parameters.query),
  words: Words.optional().meta(parameters.words),
  mentions_technician: Name.optional().meta(parameters.mentions_technician),
  mentions_service: Name.optional().meta(parameters.mentions_service),
  service_area: Name.optional().meta(parameters.service_area),
  aspect: Name.optional().meta(parameters.aspect),
  sentiment: z.enum(AspectSentiment.options).optional().meta(parameters.sentiment),
  source: Name.optional().meta(parameters.source),
  language: z
    .string()
    .refine((text) => LANGUAGE_RANGE.test(text), {
      error: 'must be a language such as es or es-MX',
      ...code('invalid_language_range'),
    })
    .max(MAX_LANGUAGE_LENGTH, `must be at most ${MAX_LANGUAGE_LENGTH} characters`)
    .optional()
    .meta({ ...parameters.language, pattern: LANGUAGE_RANGE.source }),
  has_text: z.boolean('must be true or false').optional().meta(parameters.has_text),
  has_reply: z.boolean('must be true or false').optional().meta(parameters.has_reply),
  relationship: z.enum(Relationship.options).optional().meta(parameters.relationship),
};

/** A refinement: the last day is not before the first, and max_rating not below min_rating. */
export function checkRanges(query: FilterQuery, context: z.core.$RefinementCtx): void {
  for (const [least, most, fault, named] of [
    ['since', 'until', 'must not be before', 'invalid_period'],
    ['min_rating', 'max_rating', 'must not be below', 'invalid_range'],
  ] as const) {
    // Of any type if it is invalid.
    const isRefused = context.issues.some(
      ({ path: [name] = [] }) => name === least || name === most,
    );
    const { [least]: from, [most]: to } = query;
    if (isRefused || from === undefined || to === undefined || to >= from) continue;
    context.addIssue(issueWith(most, to, named, `${fault} ${least}, ${from}`));
  }
}

function issueWith(name: string, input: unknown, named: IssueCode, message: string) {
  return { code: 'custom' as const, path: [name], message, input, ...code(named) };
}

/** Checks ranges together with other issues. */
export const ON_RANGES = {
  when: ({ value }: { readonly value: unknown }) => typeof value === 'object' && value !== null,
};

/** A selection of reviews. */
export const FilterQuery = z.strictObject(FilterShape).superRefine(checkRanges, ON_RANGES);
export type FilterQuery = z.infer<z.ZodObject<typeof FilterShape>>;

/** A search whose answer has all results. */
export const TableQuery = FilterQuery.safeExtend({
  sort: z.enum(SORTS).optional().meta(parameters.sort),
});

/** A search whose answer has a page of results, of a size set by the answer. */
export const PagedQuery = TableQuery.safeExtend({
  after: z
    .string()
    .min(1)
    .refine((text) => text.length <= MAX_CURSOR_LENGTH, {
      error: NO_CURSOR,
      ...code('invalid_cursor'),
    })
    .optional()
    .meta({ ...parameters.after, maxLength: MAX_CURSOR_LENGTH }),
  // A cursor continues the same filters in the same order.
}).superRefine(({ after, ...question }, context) => {
  if (after === undefined || isCursorOf(after, question)) return;
  const message = placeIn(after) ? OTHER_CURSOR : NO_CURSOR;
  context.addIssue(issueWith('after', after, 'invalid_cursor', message));
});

/** A search, the same over HTTP and MCP (specification §4). */
export const SearchQuery = PagedQuery.safeExtend({
  limit: wholeUpTo(MAX_LIMIT).default(20).meta(parameters.limit),
});
export type SearchQuery = z.infer<typeof SearchQuery>;
