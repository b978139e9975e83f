import type { StoredReview } from '#dataset/stored-review.ts';
import type { Mention } from '#insights/mention.ts';

/** Why the words of a mention are not quoted for its aspect, in words that editors know. */
export function whyNotQuoted(mention: Mention, { verification }: StoredReview): string {
  if (verification.status !== 'verified') return `the review is ${verification.status}`;
  if (mention.quotable === false) return 'editors want it never to be quoted';
  if (mention.about === 'other') return 'it is about somebody else';
  if (mention.sentiment === 'neutral' || mention.sentiment === 'mixed') return 'it takes no side';
  return 'others are better';
}
