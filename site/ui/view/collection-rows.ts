import type { Collection } from '#dataset/collection.ts';
import { WithholdingReason } from '#dataset/schema/stored-review.ts';

/** What became of some of the received reviews. */
type CollectionRow = {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly note: string;
};

/** What became of the received reviews: the rows add up to all of them. */
export function collectionRows(collection: Collection): CollectionRow[] {
  const { reviewsPublished, reviewsPending, reviewsWithheld, reviewsRemoved } = collection;
  return [
    {
      id: 'published',
      label: 'Published',
      count: reviewsPublished,
      note: 'Verified, and shown here whatever the stars.',
    },
    {
      id: 'pending',
      label: 'Being checked',
      count: reviewsPending,
      note: 'Not verified yet, and not shown until they are.',
    },
    {
      id: 'withheld',
      label: 'Withheld',
      count: reviewsWithheld,
      note: 'For one of the published reasons; none of them looks at the rating.',
    },
    {
      id: 'removed',
      label: 'Removed',
      count: reviewsRemoved,
      note: 'Published once, and taken down since.',
    },
  ];
}

/** How many reviews are withheld for each reason that occurs. */
export function withheldRows({ withheldByReason }: Collection): CollectionRow[] {
  return WithholdingReason.options.flatMap((reason) => {
    const count = withheldByReason[reason] ?? 0;
    return count > 0 ? [{ id: reason, count, ...REASONS[reason] }] : [];
  });
}

const REASONS: Readonly<Record<WithholdingReason, { label: string; note: string }>> = {
  'not-a-customer': { label: 'Not a customer', note: 'No record of the author as a client.' },
  duplicate: { label: 'Duplicate', note: 'The same review was received twice.' },
  'personal-data': { label: 'Personal data', note: 'The text tells private facts of somebody.' },
  unlawful: { label: 'Unlawful', note: 'The law forbids publishing the text.' },
  'off-topic': { label: 'Off topic', note: 'The text is not about this business.' },
  spam: { label: 'Spam', note: 'Advertising or a text made by a machine.' },
  'author-request': { label: 'Author’s request', note: 'Its author asked not to publish it.' },
};
