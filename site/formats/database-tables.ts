import type { Removal } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import type { Mention, PersonMention } from '#insights/mention.ts';
import type { EntityNames, MaybePerson } from '#search/question/names.ts';
import type { FormatSource } from './formats.ts';
import {
  ASPECT_COLUMNS,
  CLAUSE_COLUMNS,
  PLAIN_COLUMNS,
  SENTIMENT_SCORE,
} from './review-columns.ts';
import {
  type Cell,
  column,
  optional,
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

/** One row about the file itself, which may be found without its address. */
const BUSINESS: Table<FormatSource> = {
  name: 'business',
  key: ['id'],
  columns: [
    column('id', 'text', ({ head }) => head.business.id),
    column('name', 'text', ({ head }) => head.business.name),
    column('description', 'text', ({ head }) => head.business.description),
    column('url', 'url', ({ head }) => head.business.url),
    column('source', 'url', ({ baseUrl }) => baseUrl),
    optional('license', 'url', ({ head }) => head.business.license),
    optional('dateModified', 'date', ({ head }) => head.dateModified ?? undefined),
    column('reviewCount', 'integer', ({ head }) => head.count),
  ],
};

type Entity = MaybePerson & {
  readonly kind: 'technician' | 'service' | 'service_area' | 'aspect';
};

/** The people and things that reviews mention. */
const ENTITIES: Table<Entity> = {
  name: 'entities',
  key: ['kind', 'id'],
  columns: [
    column('kind', 'text', ({ kind }) => kind),
    column('id', 'text', ({ id }) => id),
    column('name', 'text', ({ name }) => name),
    optional('jobTitle', 'text', ({ jobTitle }) => jobTitle),
  ],
};

/** Lists are JSON, which Datasette counts by their items. */
const REVIEWS: Table<Review> = {
  name: 'reviews',
  columns: [
    ...PLAIN_COLUMNS,
    SENTIMENT_SCORE,
    optional('aspectCount', 'integer', ({ aspects }) => aspects?.length),
  ],
  constraints: ['UNIQUE (id)'],
  indices: ['datePublished', 'ratingValue', 'sentiment', 'publisher', 'inLanguage', 'relationship'],
};

/** The people, services and places of a review. */
const MENTIONS: Table<{ readonly review: string; readonly entity: Entity }> = {
  name: 'mentions',
  columns: [
    column('review', 'text', ({ review }) => review),
    column('kind', 'text', ({ entity }) => entity.kind),
    column('entity', 'text', ({ entity }) => entity.id),
    column('name', 'text', ({ entity }) => entity.name),
  ],
  constraints: [OF_REVIEW, 'FOREIGN KEY (kind, entity) REFERENCES entities (kind, id)'],
  indices: ['review', ['kind', 'entity']],
};

const QUOTABLE: TableColumn<Pick<Mention, 'quotable'>> = column(
  'quotable',
  'integer',
  ({ quotable }) => (quotable === false ? 0 : 1),
);

/** The statements of each clause of a review about an aspect, in the order of its record. */
const ASPECTS: Table<Mention & { readonly review: string }> = {
  name: 'aspects',
  columns: [
    column('review', 'text', ({ review }) => review),
    column('aspect', 'text', ({ id }) => id),
    ...ASPECT_COLUMNS,
    QUOTABLE,
  ],
  constraints: [OF_REVIEW],
  indices: ['review', ['aspect', 'sentiment']],
};

/** Clauses that praise or criticize a person of the business, in the order of their record. */
const PEOPLE: Table<PersonMention & { readonly review: string }> = {
  name: 'people',
  columns: [
    column('review', 'text', ({ review }) => review),
    column('technician', 'text', ({ id }) => id),
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
    column('id', 'text', ({ id }) => id),
    column('dateRemoved', 'date', ({ dateRemoved }) => dateRemoved),
    column('reason', 'text', ({ reason }) => reason),
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
];

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
