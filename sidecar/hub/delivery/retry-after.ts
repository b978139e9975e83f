import { parseHttpDate } from '../../http/headers.ts';

/** Longer than this nobody is waited for. */
const MAX_SECONDS = 3600;

/**
 * How many milliseconds a Retry-After field (RFC 9110 §10.2.3) asks to wait, an hour at most; 0
 * where there is none, where it is malformed, or where the status gives it no such meaning.
 */
export function readRetryAfter(field: string | undefined, status: number, now: number): number {
  if (field === undefined || (status !== 429 && status !== 503)) return 0;
  const text = field.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : (parseHttpDate(text) ?? now) - now;
  return Math.min(Math.max(0, ms), MAX_SECONDS * 1000);
}
