import type { Service } from './service.ts';

/** The releases that a service has told of, in their order. */
export function loggedReleases(log: Service['log']): number[] {
  return log.filter(({ changed }) => Array.isArray(changed)).map(({ ordinal }) => Number(ordinal));
}
