import type { ReviewSource } from '#search/review-source.ts';

/** MCP sends no more values at a time. */
export const MAX_COMPLETIONS = 100;

/** In the terms of MCP's completion. */
export type Completion = {
  readonly values: readonly string[];
  /** How many there are, where that is known. */
  readonly total?: number;
  readonly hasMore: boolean;
};

/** Completes what somebody has typed so far. */
export type Completer = (typed: string, source: ReviewSource) => Promise<Completion>;

/** The first of all values. */
export function completionOf(all: readonly string[]): Completion {
  return {
    values: all.slice(0, MAX_COMPLETIONS),
    total: all.length,
    hasMore: all.length > MAX_COMPLETIONS,
  };
}

/** Of what cannot be foreseen. */
export const completeNothing: Completer = async () => completionOf([]);
