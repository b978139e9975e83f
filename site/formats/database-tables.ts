import type { Removal } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { About, AspectSentiment } from '#dataset/schema/stored-review.ts';
import type { Mention } from '#insights/mention.ts';
import type { EntityNames } from '#search/question/names.ts';
import type { FormatSource } from './formats.ts';
import { PLAIN_COLUMNS, SENTIMENT_SCORE } from './review-columns.ts';
import { type Column, column, optionalColumn, type TableColumn } from './table-column.ts';

/** A table of the database. */
export type TableDefinition = {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The key: its columns, or one in front of them that numbers the rows from 1 on. */
  readonly key: readonly string[] | { readonly number: string };
  /** Constraints, as SQL. */
  readonly constraints?: readonly string[];
  /** The columns of each index: what one filters by. */
  readonly indices?: readonly (readonly string[])[];
};

/** A table whose rows are read off values of one kind. */
export type Table<Row> = Omit<TableDefinition, 'columns'> & {
  readonly columns: readonly TableColumn<Row>[];
};

const OF_REVIEW = 'FOREIGN KEY (review) REFERENCES reviews (id)';

/** One row: what the file is about, as it may be found without its address. */
export const BUSINESS: Table<FormatSource> = {
  name: 'business',
  key: ['id'],
  columns: [
    column('id', 'text', 'The key of the business.', ({ head }) => head.business.id),
    column('name', 'text', 'The business that is reviewed.', ({ head }) => head.business.name),
    column('description', 'text', 'What it does.', ({ head }) => head.business.description),
    column('url', 'url', 'Its website.', ({ head }) => head.business.url),
    column('source', 'url', 'Where this data is published.', ({ baseUrl }) => baseUrl),
    optionalColumn('license', 'url', 'The license of this data.', ({ head }) => {
      return head.business.license;
    }),
    optionalColumn('dateModified', 'date', 'The newest change that the data state.', ({ head }) => {
      return head.dateModified ?? undefined;
    }),
    column('reviewCount', 'integer', 'All reviews, those without a text included.', ({ head }) => {
      return head.count;
    }),
  ],
};

type Entity = EntityNames['services'][number] & {
  readonly kind: EntityKind;
  readonly jobTitle?: string;
};

const ENTITY_KINDS = ['technician', 'service', 'service_area', 'aspect'] as const;
type EntityKind = (typeof ENTITY_KINDS)[number];

/** Whom and what reviews mention. */
export const ENTITIES: Table<Entity> = {
  name: 'entities',
  key: ['kind', 'id'],
  columns: [
    {
      ...column<Entity>('kind', 'text', 'Whom or what it is.', ({ kind }) => kind),
      values: ENTITY_KINDS,
    },
    column('id', 'text', 'Its key among those of its kind.', ({ id }) => id),
    column('name', 'text', 'Its full name.', ({ name }) => name),
    optionalColumn('jobTitle', 'text', 'The job of a technician.', ({ jobTitle }) => jobTitle),
  ],
};

export function* entitiesOf(names: EntityNames): Iterable<Entity> {
  for (const one of names.technicians) yield { ...one, kind: 'technician' };
  for (const one of names.services) yield { ...one, kind: 'service' };
  for (const one of names.serviceAreas) yield { ...one, kind: 'service_area' };
  for (const one of names.aspects) yield { ...one, kind: 'aspect' };
}

/** Lists are JSON, which Datasette counts by their items. */
export const REVIEWS: Table<Review> = {
  name: 'reviews',
  key: { number: 'position' },
  columns: [
    ...PLAIN_COLUMNS,
    SENTIMENT_SCORE,
    optionalColumn(
      'aspectCount',
      'integer',
      'Clauses in table aspects; empty where the text was not analyzed.',
      ({ aspects }) => aspects?.length,
    ),
  ],
  constraints: ['UNIQUE (id)'],
  indices: [
    ['datePublished'],
    ['ratingValue'],
    ['sentiment'],
    ['publisher'],
    ['inLanguage'],
    ['relationship'],
  ],
};

type MentionRow = {
  readonly review: string;
  readonly kind: EntityKind;
  readonly entity: string;
  readonly name: string;
};

export const MENTIONS: Table<MentionRow> = {
  name: 'mentions',
  key: { number: 'position' },
  columns: [
    column('review', 'text', 'The id of the review.', ({ review }) => review),
    {
      ...column<MentionRow>('kind', 'text', 'Whom or what it mentions.', ({ kind }) => kind),
      values: ENTITY_KINDS.slice(0, 3),
    },
    column('entity', 'text', 'The id of whom or what it mentions.', ({ entity }) => entity),
    column('name', 'text', 'The full name of whom or what it mentions.', ({ name }) => name),
  ],
  constraints: [OF_REVIEW, 'FOREIGN KEY (kind, entity) REFERENCES entities (kind, id)'],
  indices: [['review'], ['kind', 'entity']],
};

/** Finds what reviews mention. */
export function createMentionReader(names: EntityNames): (review: Review) => Iterable<MentionRow> {
  const readerOf = (kind: EntityKind, entities: EntityNames['services']) => {
    const nameOf = new Map(entities.map(({ id, name }) => [id, name]));
    return (review: Review, ids: readonly string[]) =>
      ids.map((id) => ({ review: review.id, kind, entity: id, name: nameOf.get(id) ?? id }));
  };
  const technicians = readerOf('technician', names.technicians);
  const services = readerOf('service', names.services);
  const serviceAreas = readerOf('service_area', names.serviceAreas);
  return (review) => [
    ...technicians(review, review.mentionedTechnicianIds),
    ...services(review, review.mentionedServices),
    ...serviceAreas(review, review.mentionedServiceAreas),
  ];
}

type AspectRow = Mention & { readonly review: string };

/** What each clause of a review says about an aspect, in the order of its record. */
export const ASPECTS: Table<AspectRow> = {
  name: 'aspects',
  key: { number: 'position' },
  columns: [
    column('review', 'text', 'The id of the review.', ({ review }) => review),
    column('aspect', 'text', 'The id of the aspect.', ({ id }) => id),
    {
      ...column<AspectRow>(
        'about',
        'text',
        'Whose conduct it is; that of others counts in no figure.',
        ({ about }) => about,
      ),
      values: About.options,
    },
    {
      ...column<AspectRow>('sentiment', 'text', 'What the clause says of it.', ({ sentiment }) => {
        return sentiment;
      }),
      values: AspectSentiment.options,
    },
    column('score', 'number', 'From -1, surely blame, to 1, surely praise.', ({ score }) => score),
    column('confidence', 'number', 'How sure the sentiment is, from 0 to 1.', ({ confidence }) => {
      return confidence;
    }),
    column('quote', 'text', 'The words of the clause.', ({ quote }) => quote),
    column('start', 'integer', 'Offset of the quote in reviewBody, in UTF-16 units.', (row) => {
      return row.start;
    }),
    column('end', 'integer', 'Offset of its end.', ({ end }) => end),
    column('quotable', 'integer', '0 where editors want it never to be quoted, else 1.', (row) => {
      return row.quotable === false ? 0 : 1;
    }),
  ],
  constraints: [OF_REVIEW],
  indices: [['review'], ['aspect', 'sentiment']],
};

/** Reviews that were taken down, so that copies of them can be erased. */
export const REMOVED: Table<Removal> = {
  name: 'removed',
  key: ['id'],
  columns: [
    column('id', 'text', 'The key of the review.', ({ id }) => id),
    column('dateRemoved', 'date', 'The day on which it was taken down.', ({ dateRemoved }) => {
      return dateRemoved;
    }),
    column('reason', 'text', 'Why it was taken down.', ({ reason }) => reason),
  ],
};

type DescribedColumn = Column & { readonly table: string };

/** What the columns of all tables mean. */
export const COLUMNS: Table<DescribedColumn> = {
  name: 'columns',
  key: ['table', 'column'],
  columns: [
    column('table', 'text', 'The name of the table.', ({ table }) => table),
    column('column', 'text', 'The name of the column.', ({ name }) => name),
    column('type', 'text', 'What it holds; a list is JSON.', ({ type }) => type),
    column('description', 'text', 'What it means.', ({ description }) => description),
    optionalColumn('values', 'list', 'All that it can hold, where that is little.', (row) => {
      return row.values;
    }),
  ],
};

/** Every table, those that others refer to first. */
export const TABLES: readonly TableDefinition[] = [
  BUSINESS,
  ENTITIES,
  REVIEWS,
  MENTIONS,
  ASPECTS,
  REMOVED,
  COLUMNS,
];
