import { z } from 'zod';
import { CalendarDate } from '#dataset/schema/scalars.ts';
import { AspectSentiment, Relationship } from '#dataset/schema/stored-review.ts';
import { fold } from '#dataset/text/fold.ts';
import { code, holdsControl } from '#search/request/issue.ts';
import { isCursorOf, placeIn } from './cursor.ts';
import { SORTS } from './order.ts';
import parameters from './parameters.json' with { type: 'json' };

/** Longer than any phrase of a review, and short enough to bound what a search costs. */
export const MAX_QUERY_LENGTH = 200;

const SENTIMENTS = AspectSentiment.options;

/** A basic language range (RFC 4647 §2.1). */
const LANGUAGE_RANGE = /^(?:[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*|\*)$/;
/** RFC 5646 §4.4.1 asks for 35 at least. */
const MAX_LANGUAGE_LENGTH = 64;

/** That of the longest id, with room to spare. */
const MAX_CURSOR_LENGTH = 200;

const oneOf = (names: readonly string[]) => `must be one of ${names.join(', ')}`;
const star = 'must be a number from 1 to 5';
const wholeStar = 'must be a whole number from 1 to 5';
const tooLong = `must be at most ${MAX_QUERY_LENGTH} characters`;
/** The most reviews that a page of an answer has. */
export const MAX_LIMIT = 100;
const limitRange = `must be a whole number from 1 to ${MAX_LIMIT}`;

const NO_CURSOR = 'must be the next of an earlier answer, unchanged';
const OTHER_CURSOR =
  'was made for other filters or another sort; use it with those, or leave it out to begin again';

const Stars = z.number(star).min(1, star).max(5, star);

const Text = z
  .string('must be text')
  .min(1, 'must not be empty')
  // Refinements: JSON Schema counts code points where zod counts UTF-16 units, and linters of
  // OpenAPI read patterns without the flag for Unicode classes.
  .refine((text) => [...text].length <= MAX_QUERY_LENGTH, { error: tooLong, ...code('too_long') })
  // An empty text already has an issue.
  .refine((text) => text === '' || fold(text).trim() !== '', {
    error: 'must hold something to search for',
    ...code('empty_value'),
  });

const LENGTH = { maxLength: MAX_QUERY_LENGTH };
// Worded as that of any other value with a control character is (issuesOf).
const Name = Text.refine((text) => !holdsControl(text), code('control_characters')).meta(LENGTH);
/** A passage may be copied with its line breaks: white space is folded. */
const Phrase = Text.refine(
  (text) => !holdsControl(text.replaceAll(/\s/g, '')),
  code('control_characters'),
).meta(LENGTH);

const Period = z.object({ since: CalendarDate, until: CalendarDate });
const Range = z.object({ min_rating: Stars, max_rating: Stars });

/** Filters of reviews, the same over HTTP and MCP (specification §4). A review must match all. */
export const FilterShape = {
  rating: z.int(wholeStar).min(1, wholeStar).max(5, wholeStar).optional().meta(parameters.rating),
  min_rating: Stars.optional().meta(parameters.min_rating),
  max_rating: Stars.optional().meta(parameters.max_rating),
  since: CalendarDate.optional().meta(parameters.since),
  until: CalendarDate.optional().meta(parameters.until),
  query: Phrase.optional().meta(parameters.query),
  mentions_technician: Name.optional().meta(parameters.mentions_technician),
  mentions_service: Name.optional().meta(parameters.mentions_service),
  service_area: Name.optional().meta(parameters.service_area),
  aspect: Name.optional().meta(parameters.aspect),
  sentiment: z.enum(SENTIMENTS, oneOf(SENTIMENTS)).optional().meta(parameters.sentiment),
  source: Name.optional().meta(parameters.source),
  language: z
    .string('must be text')
    .refine((text) => LANGUAGE_RANGE.test(text), {
      error: 'must be a language such as es or es-MX',
      ...code('invalid_language_range'),
    })
    .max(MAX_LANGUAGE_LENGTH, `must be at most ${MAX_LANGUAGE_LENGTH} characters`)
    .optional()
    .meta({ ...parameters.language, pattern: LANGUAGE_RANGE.source }),
  has_reply: z.boolean('must be true or false').optional().meta(parameters.has_reply),
  relationship: z
    .enum(Relationship.options, oneOf(Relationship.options))
    .optional()
    .meta(parameters.relationship),
};

/** A selection of reviews. */
export type FilterQuery = z.infer<z.ZodObject<typeof FilterShape>>;

function custom(name: string, message: string, input: unknown) {
  return { code: 'custom' as const, path: [name], message, input };
}

/** A refinement: the last day is not before the first, and the most stars not below the fewest. */
export function checkRanges(value: FilterQuery, context: z.core.$RefinementCtx): void {
  // Few requests have both ends of one, and they may have issues of their own.
  const has = (name: string) => Object.hasOwn(value, name);
  const period = has('since') && has('until') ? Period.safeParse(value).data : undefined;
  if (period && period.until < period.since) {
    const message = `must not lie before since, ${period.since}`;
    context.addIssue({ ...custom('until', message, period.until), ...code('invalid_period') });
  }
  const isRange = has('min_rating') && has('max_rating');
  const range = isRange ? Range.safeParse(value).data : undefined;
  if (range && range.max_rating < range.min_rating) {
    const message = `must not be below min_rating, ${range.min_rating}`;
    const issue = custom('max_rating', message, range.max_rating);
    context.addIssue({ ...issue, ...code('invalid_range') });
  }
}

/** Checks ranges beside other issues. */
export const ON_RANGES = {
  when: ({ value }: { readonly value: unknown }) => typeof value === 'object' && value !== null,
};

/** A search, the same over HTTP and MCP (specification §4). */
export const SearchQuery = z
  .strictObject({
    ...FilterShape,
    sort: z.enum(SORTS, oneOf(SORTS)).optional().meta(parameters.sort),
    after: z
      .string('must be text')
      .min(1, 'must not be empty')
      .refine((text) => text.length <= MAX_CURSOR_LENGTH, {
        error: NO_CURSOR,
        ...code('invalid_cursor'),
      })
      .optional()
      .meta({ ...parameters.after, maxLength: MAX_CURSOR_LENGTH }),
    limit: z
      .int(limitRange)
      .min(1, limitRange)
      .max(MAX_LIMIT, limitRange)
      .default(20)
      .meta(parameters.limit),
  })
  .superRefine(checkRanges, ON_RANGES)
  .superRefine(checkCursor);
export type SearchQuery = z.infer<typeof SearchQuery>;

/** A search that is answered with all that it finds. */
export const TableQuery = z
  .strictObject({ ...FilterShape, sort: SearchQuery.shape.sort })
  .superRefine(checkRanges, ON_RANGES);

/** A refinement: a cursor leads on from the same filters in the same order. */
export function checkCursor(
  query: Omit<SearchQuery, 'limit'>,
  context: z.core.$RefinementCtx,
): void {
  const { after } = query;
  if (after === undefined || isCursorOf(after, query)) return;
  const message = placeIn(after) ? OTHER_CURSOR : NO_CURSOR;
  context.addIssue({ ...custom('after', message, after), ...code('invalid_cursor') });
}
