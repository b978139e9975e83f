import { z } from 'zod';

/** A whole number within bounds. */
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((number) => number >= least, `must be at least ${least}`)
    .refine((number) => number <= most, `must be at most ${most}`);

const DECIMAL = /^\d+(?:\.\d+)?$/;
const MAX_TIMEOUT_SECONDS = 300;
const MAX_DELAYS = 10;
const MAX_DELAY_SECONDS = 86_400;

/** Seconds that something may take, with fractions. */
export const timeoutSeconds = z
  .string()
  .regex(DECIMAL, 'must be a number of seconds')
  .transform(Number)
  .refine((seconds) => seconds > 0, 'must be more than 0')
  .refine((seconds) => seconds <= MAX_TIMEOUT_SECONDS, `must be at most ${MAX_TIMEOUT_SECONDS}`);

/** Seconds with commas between them; `none` is the empty list, as an empty variable is none. */
export const delays = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .refine(
      (text) => splitDelays(text).every(isDelay) && splitDelays(text).length <= MAX_DELAYS,
      `must be none, or ${MAX_DELAYS} numbers of seconds at most with commas, each up to ${MAX_DELAY_SECONDS}`,
    )
    .transform((text) => splitDelays(text).map(Number));

function splitDelays(text: string): string[] {
  return text === 'none' ? [] : text.split(',').map((part) => part.trim());
}

function isDelay(text: string): boolean {
  return DECIMAL.test(text) && Number(text) <= MAX_DELAY_SECONDS;
}
