import type { Mention } from '#insights/mention.ts';

/** What a clause says about an aspect, with changes. */
export function mentionOf(changes: Partial<Mention> = {}): Mention {
  const said = {
    id: 'staff',
    about: 'business' as const,
    sentiment: 'positive' as const,
    score: 1,
    confidence: 0.9,
  };
  return { ...said, quote: 'They kept me informed.', start: 0, end: 22, ...changes };
}
