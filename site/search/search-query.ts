import { z } from 'zod';
import { fold } from '#dataset/fold.ts';
import { CalendarDate } from '#dataset/scalars.ts';
import { checkPeriod, ON_PERIODS } from './check-period.ts';

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
  .superRefine(checkPeriod, ON_PERIODS);
export type SearchQuery = z.infer<typeof SearchQuery>;
