import type { RemovalReason } from '#dataset/stored-editorial.ts';

/** Why a review was taken down, as a sentence. */
export function removalWords(reason: RemovalReason): string {
  return REASONS[reason];
}

// A record, so that a reason without words does not compile.
const REASONS: Readonly<Record<RemovalReason, string>> = {
  'author-request': 'Its author asked for it to be taken down.',
  'personal-data': 'It revealed personal information about someone.',
  unlawful: 'Its content was unlawful.',
  'not-a-customer': 'Its author turned out not to be a customer.',
  duplicate: 'The same review was published twice.',
  'off-topic': 'It was not about this business.',
  spam: 'It was advertising, or a text made by a machine.',
  'court-order': 'A court ordered its removal.',
};
