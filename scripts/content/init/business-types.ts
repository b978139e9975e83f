import { TRADES, type Trade } from '#dataset/schema/stored-aspects.ts';
import BUSINESS_TYPES from './business-types.json' with { type: 'json' };

/**
 * Common types of schema.org, each with its list of aspects, and its typical words as a regular
 * expression. The first match counts: a "dental law firm" is a law firm.
 */
export { BUSINESS_TYPES };

/** Returns the list of aspects for a type. */
export function tradeOf(type: string): Trade {
  const found = BUSINESS_TYPES.find((one) => one.type === type);
  return TRADES.find((trade) => trade === found?.trade) ?? 'general';
}

/** Returns the type of a business that a directory describes, such as "Injury attorney". */
export function typeOf(category: string): string {
  const text = category.toLowerCase();
  const found = BUSINESS_TYPES.find(({ words }) => new RegExp(words).test(text));
  return found?.type ?? 'LocalBusiness';
}
