import type { AspectInsight } from './insights-document.ts';
import type { OpinionsByKey } from './opinions-by-key.ts';

/** What reviews say from quarter to quarter, the oldest first; quarters without any are left out. */
export function trendOf(quarters: OpinionsByKey): AspectInsight['trend'] {
  return quarters
    .entries()
    .map(([period, { figures }]) => ({ period, ...figures }))
    .sort((a, b) => (a.period < b.period ? -1 : 1));
}
