import type { AspectInsight } from './insights-document.ts';
import type { SentimentsByKey } from './sentiments-by-key.ts';

/** How mentions went from quarter to quarter, the oldest first; quarters without any are left out. */
export function trendOf(quarters: SentimentsByKey): AspectInsight['trend'] {
  return quarters
    .entries()
    .map(([period, counts]) => ({ period, mentionCount: counts.total, ...counts.oneSided }))
    .sort((a, b) => (a.period < b.period ? -1 : 1));
}
