import { z } from 'zod';
import { isPrintable } from '#dataset/read/decode-text.ts';
import { inKib, isTextShort, MAX_TEXT_BYTES } from './content-limits.ts';

/** True for a day that exists in the Gregorian calendar, written YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  return z.regexes.date.test(text) && !text.startsWith('0000');
}

/** A full-date of RFC 3339 §5.6 that exists, such as 2026-02-28 and not 2026-02-30. */
export const CalendarDate = z
  .string()
  .refine(isCalendarDate, {
    error: 'must be a date that exists, written YYYY-MM-DD',
    // The code of the issue if a request has such a date (#search/request/issue.ts).
    params: { code: 'invalid_date' },
  })
  .meta({ format: 'date', example: '2026-10-03' });

/** An instant as RFC 3339 date-time with offset, such as 2026-10-03T14:02:11Z. */
export const Instant = z.iso
  .datetime({ offset: true, error: 'must be a date-time such as 2026-10-03T14:02:11Z' })
  .meta({ example: '2026-10-03T14:02:11Z' });

/** The key of an entity that editors define: a technician, a service, an area, an aspect. */
export const Slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lowercase letters, digits and single hyphens')
  .max(64, 'must be at most 64 characters');

/** A review's key. It is never reused, and lowercase, so that no two differ only by case. */
export const ReviewId = z
  .string()
  .regex(/^[a-z0-9-]{4,64}$/, 'must be 4 to 64 lowercase letters, digits or hyphens');

/** A star rating: 1 to 5, half stars allowed. */
export const StarRating = z
  .number('must be a number from 1 to 5')
  .min(1, 'must be at least 1')
  .max(5, 'must be at most 5')
  .multipleOf(0.5, 'must be a whole or a half star');

/** A language tag of BCP 47, such as en or es-MX. */
export const LanguageTag = z
  .string()
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'must be a language tag such as en or es-MX');

/** An absolute http or https URL. */
export const HttpUrl = z.url({
  protocol: /^https?$/,
  error: 'must be an absolute http or https URL',
});

/** The rule of a list that must not be empty. */
export const ONE_ENTRY = 'must have at least one entry';

const UNPRINTABLE = 'must not contain control characters';

/** One line of text that is not blank. */
export const Line = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(500, 'must be at most 500 characters')
  .regex(/^[^\r\n]*$/, 'must be a single line')
  .refine(isPrintable, UNPRINTABLE);

/** Text of one or more lines that is not blank. */
export const Prose = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .refine(isTextShort, `must be at most ${inKib(MAX_TEXT_BYTES)} long`)
  .refine(isPrintable, UNPRINTABLE);
