import { z } from 'zod';
import { fold } from '#dataset/fold.ts';
import { CalendarDate } from '#dataset/scalars.ts';

/** No phrase of a review is longer than this, and a search costs no more than it should. */
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

/** Whether there are two dates to compare; most searches have none, and pay nothing for that. */
function hasPeriod(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  return 'since' in given && 'until' in given && Period.safeParse(given).success;
}

/**
 * What can be asked of the published reviews, over HTTP and MCP alike (specification §4). Filters
 * combine: a review is found where all of them hold.
 */
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
    // Of the empty text it is said already that it is empty.
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
  .superRefine(
    ({ since = '', until = '' }, context) => {
      if (since <= until) return;
      const message = `must not lie before since, ${since}`;
      context.addIssue({ code: 'custom', path: ['until'], message, input: until });
    },
    // Told beside whatever else is wrong, but only of dates that can be compared.
    { when: ({ value }) => hasPeriod(value) },
  );
export type SearchQuery = z.infer<typeof SearchQuery>;
