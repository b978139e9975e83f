import type { Review } from '#dataset/review.ts';
import type { RemovalReason } from '#dataset/schema/stored-editorial.ts';
import type { VerificationMethod } from '#dataset/schema/stored-review.ts';

/** The reviewer's tie to the business as a sentence. It stands beside the review wherever shown. */
export function relationshipWords(
  relationship: NonNullable<Review['relationship']>,
  business: string,
): string {
  switch (relationship) {
    case 'employee':
      return `The reviewer works or worked for ${business}.`;
    case 'family':
      return `The reviewer is related to somebody at ${business}.`;
    case 'incentivized':
      return 'The reviewer received something for writing this review.';
  }
}

/** How the business knows that the author of a review was a customer, as a sentence. */
export function verificationWords(
  { verification, publisher }: Pick<Review, 'verification' | 'publisher'>,
  business: string,
): string {
  switch (verification.method) {
    case 'client-record':
      return `${business} found the reviewer in its client records.`;
    case 'invitation':
      return `The reviewer answered an invitation that ${business} sends to its clients.`;
    case 'platform-import':
      return `The review was imported from ${publisher.name}, and ${business} marked it as verified.`;
    case 'document':
      return 'The reviewer showed a document, such as an agreement or a bill.';
  }
}

/** The ways of verification with what each one means. */
export const VERIFICATION_METHODS: Readonly<Record<VerificationMethod, [string, string]>> = {
  'client-record': ['Client record', 'The reviewer was found in the client records.'],
  invitation: ['Invitation', 'The reviewer answered an invitation that is sent to clients.'],
  'platform-import': [
    'Imported from a platform',
    'The review was published on a platform such as Google, imported from there, and marked as verified.',
  ],
  document: ['Document', 'The reviewer showed a document, such as an agreement or a bill.'],
};

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

/** The path of a review's page. */
export function permalinkOf({ id }: { readonly id: string }): string {
  return `/reviews/${id}/`;
}
