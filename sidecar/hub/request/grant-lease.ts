import type { LeaseBounds } from '../hub-settings.ts';
import { type Parsed, quote } from './parsed.ts';

/** The lease that is granted for what was asked: within bounds, the default where nothing was. */
export function grantLease(asked: string | undefined, bounds: LeaseBounds): Parsed<number> {
  if (asked === undefined) return { value: bounds.default };
  // WebSub §5.1: a positive decimal integer. One that is huge is a number still.
  const seconds = /^\d+$/.test(asked) ? Number(asked) : 0;
  if (seconds < 1) {
    const got = quote(asked);
    return {
      problem: `hub.lease_seconds must be a whole number of seconds, 1 or more (got ${got}).`,
    };
  }
  return { value: Math.min(Math.max(seconds, bounds.min), bounds.max) };
}
