import type { Removal } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import type { Mention, PersonMention } from '#insights/mention.ts';
import type { EntityNames, MaybePerson } from '#search/question/names.ts';
import descriptions from './columns.json' with { type: 'json' };
import type { FormatSource } from './formats.ts';
import { ABOUT, CLAUSE_COLUMNS, PLAIN_COLUMNS, SENTIMENT_SCORE } from './review-columns.ts';
import {
  type Cell,
  type Column,
  describedBy,
  type TableColumn,
  type TableColumns,
} from './table-column.ts';

/** A table of the database, whose rows come from values of one kind. */
export type Table<Row> = {
  readonly name: string;
  /** The columns of the key; without them, a first column `position` numbers the rows from 1 on. */
  readonly key?: readonly string[];
  readonly columns: TableColumns<Row>;
  /** Constraints, as SQL. */
  readonly constraints?: readonly string[];
  /** The columns to filter by: the column of each index, or its columns. */
  readonly indices?: readonly (string | readonly string[])[];
};

const OF_REVIEW = 'FOREIGN KEY (review) REFERENCES reviews (id)';

const review = describedBy(descriptions.reviews);
const business = describedBy(descriptions.business);
const entity = describedBy(descriptions.entities);
const mention = describedBy(descriptions.mentions);
const aspect = describedBy(descriptions.aspects);
const person = describedBy(descriptions.people);
const removal = describedBy(descriptions.removed);
const described = describedBy(descriptions.columns);

/** One row about the file itself, which may be found without its address. */
const BUSINESS: Table<FormatSource> = {
  name: 'business',
  key: ['id'],
  columns: [
    business.column('id', 'text', ({ head }) => head.business.id),
    business.column('name', 'text', ({ head }) => head.business.name),
    business.column('description', 'text', ({ head }) => head.business.description),
    business.column('url', 'url', ({ head }) => head.business.url),
    business.column('source', 'url', ({ baseUrl }) => baseUrl),
    business.optional('license', 'url', ({ head }) => head.business.license),
    business.optional('dateModified', 'date', ({ head }) => head.dateModified ?? undefined),
    business.column('reviewCount', 'integer', ({ head }) => head.count),
  ],
};

const ENTITY_KINDS = ['technician', 'service', 'service_area', 'aspect'] as const;
type Entity = MaybePerson & { readonly kind: (typeof ENTITY_KINDS)[number] };

/** The people and things that reviews mention. */
const ENTITIES: Table<Entity> = {
  name: 'entities',
  key: ['kind', 'id'],
  columns: [
    entity.column('kind', 'text', ({ kind }) => kind, ENTITY_KINDS),
    entity.column('id', 'text', ({ id }) => id),
    entity.column('name', 'text', ({ name }) => name),
    entity.optional('jobTitle', 'text', ({ jobTitle }) => jobTitle),
  ],
};

/** Lists are JSON, which Datasette counts by their items. */
const REVIEWS: Table<Review> = {
  name: 'reviews',
  columns: [
    ...PLAIN_COLUMNS,
    SENTIMENT_SCORE,
    review.optional('aspectCount', 'integer', ({ aspects }) => aspects?.length),
  ],
  constraints: ['UNIQUE (id)'],
  indices: ['datePublished', 'ratingValue', 'sentiment', 'publisher', 'inLanguage', 'relationship'],
};

/** The people, services and places of a review. */
const MENTIONS: Table<{ readonly review: string; readonly entity: Entity }> = {
  name: 'mentions',
  columns: [
    mention.column('review', 'text', ({ review }) => review),
    mention.column('kind', 'text', ({ entity }) => entity.kind, ENTITY_KINDS.slice(0, 3)),
    mention.column('entity', 'text', ({ entity }) => entity.id),
    mention.column('name', 'text', ({ entity }) => entity.name),
  ],
  constraints: [OF_REVIEW, 'FOREIGN KEY (kind, entity) REFERENCES entities (kind, id)'],
  indices: ['review', ['kind', 'entity']],
};

const QUOTABLE: TableColumn<Pick<Mention, 'quotable'>> = aspect.column(
  'quotable',
  'integer',
  ({ quotable }) => (quotable === false ? 0 : 1),
);

/** The statements of each clause of a review about an aspect, in the order of its record. */
const ASPECTS: Table<Mention & { readonly review: string }> = {
  name: 'aspects',
  columns: [
    aspect.column('review', 'text', ({ review }) => review),
    aspect.column('aspect', 'text', ({ id }) => id),
    ABOUT,
    ...CLAUSE_COLUMNS,
    QUOTABLE,
  ],
  constraints: [OF_REVIEW],
  indices: ['review', ['aspect', 'sentiment']],
};

/** Clauses that praise or criticize a person of the business, in the order of their record. */
const PEOPLE: Table<PersonMention & { readonly review: string }> = {
  name: 'people',
  columns: [
    aspect.column('review', 'text', ({ review }) => review),
    person.column('technician', 'text', ({ id }) => id),
    ...CLAUSE_COLUMNS,
    QUOTABLE,
  ],
  constraints: [OF_REVIEW],
  indices: ['review', ['technician', 'sentiment']],
};

/** Reviews that were taken down, so that copies of them can be erased. */
const REMOVED: Table<Removal> = {
  name: 'removed',
  key: ['id'],
  columns: [
    removal.column('id', 'text', ({ id }) => id),
    removal.column('dateRemoved', 'date', ({ dateRemoved }) => dateRemoved),
    removal.column('reason', 'text', ({ reason }) => reason),
  ],
};

/** The meaning of the columns of all tables. */
const COLUMNS: Table<Column & { readonly table: string }> = {
  name: 'columns',
  key: ['table', 'column'],
  columns: [
    described.column('table', 'text', ({ table }) => table),
    described.column('column', 'text', ({ name }) => name),
    described.column('type', 'text', ({ type }) => type),
    described.column('description', 'text', ({ description }) => description),
    described.optional('values', 'list', ({ values }) => values),
  ],
};

/** Every table, after those that it refers to. */
export const TABLES: readonly Table<never>[] = [
  BUSINESS,
  ENTITIES,
  REVIEWS,
  MENTIONS,
  ASPECTS,
  PEOPLE,
  REMOVED,
  COLUMNS,
];

/** The description of the column that numbers rows. */
export const POSITION: Column = {
  name: 'position',
  type: 'integer',
  description: 'The place of the row in the order of publication, from 1 on.',
  required: true,
};

/** A row: the name of its table, and its values. */
type TableRow = { readonly table: string; readonly cells: readonly Cell[] };

/** The rows of all tables; rows of reviews and their mentions in the order of publication. */
export function* rowsOf(source: FormatSource): Generator<TableRow> {
  yield rowOf(BUSINESS, source);
  const entities = new Map(entitiesOf(source.names).map((one) => [`${one.kind} ${one.id}`, one]));
  for (const entity of entities.values()) yield rowOf(ENTITIES, entity);
  for (const review of source.reviews()) {
    yield rowOf(REVIEWS, review);
    for (const key of mentionsIn(review)) {
      const entity = entities.get(key);
      if (entity) yield rowOf(MENTIONS, { review: review.id, entity });
    }
    for (const one of review.aspects ?? []) yield rowOf(ASPECTS, { ...one, review: review.id });
    for (const one of review.people ?? []) yield rowOf(PEOPLE, { ...one, review: review.id });
  }
  for (const one of source.removed) yield rowOf(REMOVED, one);
  for (const { name, key, columns } of TABLES) {
    const all = key ? columns : [POSITION, ...columns];
    for (const column of all) yield rowOf(COLUMNS, { ...column, table: name });
  }
}

function rowOf<Row>({ name, columns }: Table<Row>, row: Row): TableRow {
  return { table: name, cells: columns.map(({ read }) => read(row)) };
}

function* entitiesOf(names: EntityNames): Generator<Entity> {
  for (const one of names.technicians) yield { ...one, kind: 'technician' };
  for (const one of names.services) yield { ...one, kind: 'service' };
  for (const one of names.serviceAreas) yield { ...one, kind: 'service_area' };
  for (const one of names.aspects) yield { ...one, kind: 'aspect' };
}

function mentionsIn(review: Review): string[] {
  return [
    ...review.mentionedTechnicianIds.map((id) => `technician ${id}`),
    ...review.mentionedServices.map((id) => `service ${id}`),
    ...review.mentionedServiceAreas.map((id) => `service_area ${id}`),
  ];
}
