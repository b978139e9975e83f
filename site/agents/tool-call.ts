import type { Hint } from '#search/hints.ts';
import type { FilterQuery } from '#search/question/search-query.ts';

/** How hints and prompts write a call: the tool, and its arguments as JSON without those that are undefined. */
export function toolCall(tool: string, given: Readonly<Record<string, unknown>> = {}): string {
  return `${tool} ${JSON.stringify(given)}`;
}

/** A hint and, where it leads on to a question, the call that asks it. */
export function writeHint({ text, next }: Hint, callOf: (next: FilterQuery) => string): string {
  return next ? `${text} ${callOf(next)}` : text;
}
