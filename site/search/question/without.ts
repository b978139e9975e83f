import type { FilterQuery } from './search-query.ts';

/** A question without some of its filters, or without whatever else it asks, such as an order. */
export function without<Query extends FilterQuery>(
  query: Query,
  ...names: readonly (keyof Query)[]
): Partial<Query> {
  const rest: Partial<Query> = { ...query };
  for (const name of names) delete rest[name];
  return rest;
}
