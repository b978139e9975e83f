import type { Review } from '#dataset/review.ts';
import {
  AspectSentiment,
  Relationship,
  VerificationMethod,
} from '#dataset/schema/stored-review.ts';
import { type Mention, ownMentions, type PersonMention } from '#insights/mention.ts';
import { CRITICISM, PRAISE, type Sentiment } from '#insights/opinion-counts.ts';
import type { EntityNames } from '#search/question/names.ts';
import descriptions from './columns.json' with { type: 'json' };
import {
  type Cell,
  type Column,
  column,
  optional,
  type TableColumn,
  type TableColumns,
} from './table-column.ts';

/** A column of reviews. */
type ReviewColumn<Value = Cell> = TableColumn<Review, Value> & Column;

const DESCRIPTIONS = new Map(Object.entries(descriptions));
const VALUES: Readonly<Record<string, readonly string[]>> = {
  verificationMethod: VerificationMethod.options,
  sentiment: AspectSentiment.options,
  relationship: Relationship.exclude(['none']).options,
};

function describe<Value>(one: TableColumn<Review, Value>): ReviewColumn<Value> {
  const values = VALUES[one.name];
  const description = DESCRIPTIONS.get(one.name) ?? '';
  return { ...one, description, ...(values && { values }) };
}

const COMMON: TableColumns<Review> = [
  column('id', 'text', ({ id }) => id),
  column('url', 'url', ({ url }) => url),
  column('author', 'text', ({ author }) => author.name),
  column('datePublished', 'date', ({ datePublished }) => datePublished),
  optional('dateCreated', 'instant', ({ dateCreated }) => dateCreated),
  optional('dateModified', 'date', ({ dateModified }) => dateModified),
  column('ratingValue', 'number', ({ reviewRating }) => reviewRating.ratingValue),
  optional('name', 'text', ({ name }) => name),
  column('reviewBody', 'text', ({ reviewBody }) => reviewBody),
  column('inLanguage', 'text', ({ inLanguage }) => inLanguage),
  column('publisher', 'text', ({ publisher }) => publisher.name),
  optional('isBasedOn', 'url', ({ isBasedOn }) => isBasedOn),
  column('verificationMethod', 'text', ({ verification }) => verification.method),
  column('verificationDate', 'date', ({ verification }) => verification.date),
  column('mentionedTechnicians', 'list', ({ mentionedTechnicians }) => mentionedTechnicians),
  column('mentionedTechnicianIds', 'list', (review) => review.mentionedTechnicianIds),
  column('mentionedServices', 'list', ({ mentionedServices }) => mentionedServices),
  column('mentionedServiceAreas', 'list', ({ mentionedServiceAreas }) => mentionedServiceAreas),
  optional('sentiment', 'text', ({ sentiment }) => sentiment?.label),
  optional('relationship', 'text', ({ relationship }) => relationship),
  optional('ownerReply', 'text', ({ ownerReply }) => ownerReply?.text),
  optional('ownerReplyDatePublished', 'date', ({ ownerReply }) => ownerReply?.datePublished),
  optional('ownerReplyDateModified', 'date', ({ ownerReply }) => ownerReply?.dateModified),
];
/** The columns of every business, in their order. None of their numbers is ever negative. */
export const PLAIN_COLUMNS = COMMON.map(describe);

/** The columns of a table of reviews: the common ones, then one per aspect of this business. */
export function columnsOf({ aspects }: Pick<EntityNames, 'aspects'>): readonly ReviewColumn[] {
  return [...PLAIN_COLUMNS, ...aspects.map(({ id, name }) => aspectColumn(id, name))];
}

/** Returns the columns in Parquet: the same, and the parts of records that CSV cannot contain. */
export function parquetColumnsOf(
  names: Pick<EntityNames, 'aspects'>,
): readonly ReviewColumn<unknown>[] {
  const more: readonly TableColumn<Review, unknown>[] = [
    SENTIMENT_SCORE,
    optional('dateCreatedText', 'text', ({ dateCreated }) => dateCreated),
    optional('aspects', 'json', ({ aspects }) => aspects),
    optional('people', 'json', ({ people }) => people),
  ];
  return [...columnsOf(names), ...more.map(describe)];
}

/** Not in CSV, where a negative number would begin like a formula. */
export const SENTIMENT_SCORE: TableColumn<Review> = optional(
  'sentimentScore',
  'number',
  ({ sentiment }) => sentiment?.score,
);

/** The statement of a clause about an aspect or a person, and its words. */
export const CLAUSE_COLUMNS: TableColumns<PersonMention | Mention> = [
  column('sentiment', 'text', ({ sentiment }) => sentiment),
  column('score', 'number', ({ score }) => score),
  column('confidence', 'number', ({ confidence }) => confidence),
  column('quote', 'text', ({ quote }) => quote),
  column('start', 'integer', ({ start }) => start),
  column('end', 'integer', ({ end }) => end),
];

/** The statement of a clause about an aspect, and the party whose conduct it is about. */
export const ASPECT_COLUMNS: TableColumns<Mention> = [
  column('about', 'text', ({ about }) => about),
  ...CLAUSE_COLUMNS,
];

function aspectColumn(id: string, name: string): ReviewColumn {
  return {
    name: `aspect_${id.replaceAll('-', '_')}`,
    type: 'text',
    description: `The review’s sentiment about “${name}” of the business; empty if it does not mention it.`,
    required: false,
    read: (review) => sentimentOf(review, id),
    values: AspectSentiment.options,
  };
}

/** Returns all that a review says about an aspect of the business, as one sentiment. */
function sentimentOf(review: Review, aspect: string): Sentiment | undefined {
  const own = ownMentions(review).filter(({ id }) => id === aspect);
  const praises = own.some(({ sentiment }) => PRAISE.has(sentiment));
  const criticizes = own.some(({ sentiment }) => CRITICISM.has(sentiment));
  if (praises && criticizes) return 'mixed';
  if (praises) return 'positive';
  if (criticizes) return 'negative';
  return own.length > 0 ? 'neutral' : undefined;
}
