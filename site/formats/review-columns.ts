import type { Review } from '#dataset/review.ts';
import {
  AspectSentiment,
  Relationship,
  VerificationMethod,
} from '#dataset/schema/stored-review.ts';
import { ownMentions } from '#insights/mention.ts';
import { CRITICISM, PRAISE, type Sentiment } from '#insights/opinion-counts.ts';
import type { EntityNames } from '#search/question/names.ts';
import { type Column, column, optionalColumn, type TableColumn } from './table-column.ts';

/** A column of a table of reviews. */
export type ReviewColumn = TableColumn<Review>;

/** Those of every business, in their order. None of their numbers is ever negative. */
export const PLAIN_COLUMNS: readonly ReviewColumn[] = [
  column('id', 'text', 'The key of the review, which is never reused.', ({ id }) => id),
  column('url', 'url', 'The permalink of the review.', ({ url }) => url),
  column('author', 'text', 'The name of the reviewer.', ({ author }) => author.name),
  column(
    'datePublished',
    'date',
    'The day on which the review was published; the newest stand first.',
    ({ datePublished }) => datePublished,
  ),
  optionalColumn(
    'dateCreated',
    'instant',
    'The instant of writing, where the source knows it.',
    ({ dateCreated }) => dateCreated,
  ),
  optionalColumn(
    'dateModified',
    'date',
    'The day of the reviewer’s last edit.',
    ({ dateModified }) => dateModified,
  ),
  column(
    'ratingValue',
    'number',
    'Stars from 1 to 5, half stars allowed.',
    ({ reviewRating }) => reviewRating.ratingValue,
  ),
  optionalColumn('name', 'text', 'The title.', ({ name }) => name),
  column(
    'reviewBody',
    'text',
    'The plain text; empty for a rating without text.',
    ({ reviewBody }) => reviewBody,
  ),
  column(
    'inLanguage',
    'text',
    'The language of the text, as a tag of BCP 47.',
    ({ inLanguage }) => inLanguage,
  ),
  column(
    'publisher',
    'text',
    'Where the review was first published.',
    ({ publisher }) => publisher.name,
  ),
  optionalColumn('isBasedOn', 'url', 'The review at its source.', ({ isBasedOn }) => isBasedOn),
  {
    ...column(
      'verificationMethod',
      'text',
      'How the business knows that the reviewer was a customer.',
      ({ verification }) => verification.method,
    ),
    values: VerificationMethod.options,
  },
  column(
    'verificationDate',
    'date',
    'The day of that verification.',
    ({ verification }) => verification.date,
  ),
  column(
    'mentionedTechnicians',
    'list',
    'Full names of people whom the review mentions.',
    ({ mentionedTechnicians }) => mentionedTechnicians,
  ),
  column(
    'mentionedTechnicianIds',
    'list',
    'The ids of the people in mentionedTechnicians, in the same order.',
    ({ mentionedTechnicianIds }) => mentionedTechnicianIds,
  ),
  column(
    'mentionedServices',
    'list',
    'Ids of services that the review mentions.',
    ({ mentionedServices }) => mentionedServices,
  ),
  column(
    'mentionedServiceAreas',
    'list',
    'Ids of service areas that the review mentions.',
    ({ mentionedServiceAreas }) => mentionedServiceAreas,
  ),
  {
    ...optionalColumn(
      'sentiment',
      'text',
      'The sentiment of the text as a whole, where it was analyzed.',
      ({ sentiment }) => sentiment?.label,
    ),
    values: AspectSentiment.options,
  },
  {
    ...optionalColumn(
      'relationship',
      'text',
      'The reviewer’s tie to the business, where there is one.',
      ({ relationship }) => relationship,
    ),
    values: Relationship.exclude(['none']).options,
  },
  optionalColumn(
    'ownerReply',
    'text',
    'The owner’s public answer to the review.',
    ({ ownerReply }) => ownerReply?.text,
  ),
  optionalColumn(
    'ownerReplyDatePublished',
    'date',
    'The day of the answer.',
    ({ ownerReply }) => ownerReply?.datePublished,
  ),
  optionalColumn(
    'ownerReplyDateModified',
    'date',
    'The day of the last edit of the answer.',
    ({ ownerReply }) => ownerReply?.dateModified,
  ),
];

/** In no CSV, where a negative number would begin as a formula does. */
export const SENTIMENT_SCORE: ReviewColumn = optionalColumn(
  'sentimentScore',
  'number',
  'From -1, all blame, to 1, all praise; where the text was analyzed.',
  ({ sentiment }) => sentiment?.score,
);

/** The columns of a table of reviews: those of every business, then one an aspect of this one. */
export function columnsOf({ aspects }: Pick<EntityNames, 'aspects'>): readonly ReviewColumn[] {
  return [...PLAIN_COLUMNS, ...aspects.map(({ id, name }) => aspectColumn(id, name))];
}

/** The columns in Parquet: the same, and what makes records whole that CSV cannot hold. */
export function parquetColumnsOf(names: Pick<EntityNames, 'aspects'>): readonly Column[] {
  return [...flatColumnsOf(names), ASPECTS];
}

/** Those whose values are not nested. */
export function flatColumnsOf(names: Pick<EntityNames, 'aspects'>): readonly ReviewColumn[] {
  return [...columnsOf(names), SENTIMENT_SCORE, DATE_CREATED_TEXT];
}

const DATE_CREATED_TEXT: ReviewColumn = {
  name: 'dateCreatedText',
  type: 'text',
  description: 'The instant of writing as the source has it: with its offset, and as fine.',
  required: false,
  read: ({ dateCreated }) => dateCreated,
};

/** The clauses as a record has them. */
export const ASPECTS: Column = {
  name: 'aspects',
  type: 'json',
  description: 'What each clause says about an aspect, also of others than the business.',
  required: false,
};

function aspectColumn(id: string, name: string): ReviewColumn {
  const description = `What the review says about “${name}” of the business; empty where it says nothing.`;
  const read = (review: Review) => sentimentOf(review, id);
  return {
    ...optionalColumn(`aspect_${id.replaceAll('-', '_')}`, 'text', description, read),
    values: AspectSentiment.options,
  };
}

/** All that a review says of an aspect of the business, as one sentiment. */
function sentimentOf(review: Review, aspect: string): Sentiment | undefined {
  const said: Sentiment[] = [];
  for (const { id, sentiment } of ownMentions(review)) if (id === aspect) said.push(sentiment);
  if (said.length === 0) return undefined;
  const praises = said.some((sentiment) => PRAISE.has(sentiment));
  const criticises = said.some((sentiment) => CRITICISM.has(sentiment));
  if (praises && criticises) return 'mixed';
  if (praises) return 'positive';
  return criticises ? 'negative' : 'neutral';
}
