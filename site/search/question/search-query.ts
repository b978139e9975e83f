import { z } from 'zod';
import { CalendarDate } from '#dataset/schema/scalars.ts';
import { AspectSentiment, Relationship } from '#dataset/schema/stored-review.ts';
import { fold } from '#dataset/text/fold.ts';
import { code, holdsControl } from '#search/request/issue.ts';
import { isCursorOf, placeIn } from './cursor.ts';
import { SORTS } from './order.ts';

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
  rating: z
    .int(wholeStar)
    .min(1, wholeStar)
    .max(5, wholeStar)
    .optional()
    .meta({ description: 'Exact star rating.', example: 5 }),
  min_rating: Stars.optional().meta({
    description: 'Minimum star rating, inclusive; ratings are whole or half stars.',
    example: 4,
  }),
  max_rating: Stars.optional().meta({
    description: 'Maximum star rating, inclusive; 2 finds the critical reviews.',
    example: 2,
  }),
  since: CalendarDate.optional().meta({
    description: 'Only reviews dated on or after this date.',
    example: '2025-01-01',
  }),
  until: CalendarDate.optional().meta({
    description: 'Only reviews dated on or before this date.',
    example: '2026-12-31',
  }),
  query: Phrase.optional().meta({
    description:
      'Text that stands within the review text. Case, accents, white space and the kind of quotes and dashes do not matter.',
    example: 'called me back',
  }),
  mentions_technician: Name.optional().meta({
    description:
      'Only reviews that mention this technician: name, alias or id, or words of a name that no other has.',
    example: 'maria-lopez',
  }),
  mentions_service: Name.optional().meta({
    description: 'Only reviews that mention this service: id, name or alias.',
    example: 'car-accident',
  }),
  service_area: Name.optional().meta({
    description: 'Only reviews that mention this place: id, name or alias.',
    example: 'austin',
  }),
  aspect: Name.optional().meta({
    description:
      'Only reviews that say something about this aspect of the business: id, name or a term of it alone. With sentiment, only those that say something of that sentiment about it.',
    example: 'communication',
  }),
  sentiment: z.enum(SENTIMENTS, oneOf(SENTIMENTS)).optional().meta({
    description: 'Only reviews of this sentiment as a whole; with aspect, about that aspect.',
    example: 'negative',
  }),
  source: Name.optional().meta({
    description: 'Only reviews that were first published here, such as Google.',
    example: 'Google',
  }),
  language: z
    .string('must be text')
    .refine((text) => LANGUAGE_RANGE.test(text), {
      error: 'must be a language such as es or es-MX',
      ...code('invalid_language_range'),
    })
    .max(MAX_LANGUAGE_LENGTH, `must be at most ${MAX_LANGUAGE_LENGTH} characters`)
    .optional()
    .meta({
      description:
        'Only reviews in this language: es finds es-MX as well (basic filtering of RFC 4647).',
      pattern: LANGUAGE_RANGE.source,
      example: 'es',
    }),
  has_reply: z
    .boolean('must be true or false')
    .optional()
    .meta({ description: 'Only reviews with a reply of the owner, or without.', example: true }),
  relationship: z.enum(Relationship.options, oneOf(Relationship.options)).optional().meta({
    description: 'Only reviews by people with this tie to the business; none is no tie.',
    example: 'none',
  }),
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
    sort: z.enum(SORTS, oneOf(SORTS)).optional().meta({
      description: 'The order of the reviews, newest first by default.',
      example: 'lowest',
    }),
    after: z
      .string('must be text')
      .min(1, 'must not be empty')
      .refine((text) => text.length <= MAX_CURSOR_LENGTH, {
        error: NO_CURSOR,
        ...code('invalid_cursor'),
      })
      .optional()
      .meta({
        description: 'A cursor: `next` of the answer before, to the same question.',
        maxLength: MAX_CURSOR_LENGTH,
        example: 'WyIyMDI2LTA1LTAyIiwiZ29vZ2xlLWFiZnZvcTF4IiwiNXVQMl9kc1Z4ME0iXQ',
      }),
    limit: z
      .int(limitRange)
      .min(1, limitRange)
      .max(MAX_LIMIT, limitRange)
      .default(20)
      .meta({ description: 'Maximum number of reviews returned.', example: 20 }),
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
