import { z } from 'zod';
import { CalendarDate } from '#dataset/scalars.ts';

const Period = z.object({ since: CalendarDate, until: CalendarDate });

/** A refinement: the last day does not lie before the first. */
export function checkPeriod(
  { since = '', until = '' }: { since?: string | undefined; until?: string | undefined },
  context: z.core.$RefinementCtx,
): void {
  if (since <= until) return;
  const message = `must not lie before since, ${since}`;
  context.addIssue({ code: 'custom', path: ['until'], message, input: until });
}

/**
 * When the period is checked: beside whatever else is wrong, but only of dates that can be compared.
 * Most questions have no two, and pay nothing for that.
 */
export const ON_PERIODS = {
  when: ({ value }: { readonly value: unknown }) =>
    typeof value === 'object' &&
    value !== null &&
    'since' in value &&
    'until' in value &&
    Period.safeParse(value).success,
};
