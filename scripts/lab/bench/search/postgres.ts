import { join } from 'node:path';
import { Client } from 'pg';
import { fold } from '#dataset/text/fold.ts';
import { isByDate, type Sort } from '#search/question/order.ts';
import type { PageQuery, SearchDocument, SearchFilters } from '#search/search.ts';
import { importPeer } from '../../../peers/peers.ts';
import { createTemporaryFolder, findFreePort } from '../process/process.ts';
import type { OpenSubject } from './subject.ts';

const BATCH = 2000;
const SETTINGS = {
  shared_buffers: '1GB',
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
  effective_cache_size: '4GB',
  random_page_cost: '1.1',
  max_wal_size: '8GB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

const SCHEMA = `
  CREATE EXTENSION pg_trgm;
  CREATE UNLOGGED TABLE review (id int, name text COLLATE "C", body text COLLATE "C", rating real,
    date date, facets text[]);
`;
const INDEXES = [
  'ALTER TABLE review ADD PRIMARY KEY (id)',
  'CREATE INDEX ON review USING gin (body gin_trgm_ops)',
  'CREATE INDEX ON review USING gin (facets)',
  // Each order has an index that holds all but the facets: its pages begin by one comparison of rows.
  'CREATE INDEX ON review (date, name) INCLUDE (id, rating)',
  `CREATE INDEX ON review (rating, (DATE '2100-01-01' - date), name) INCLUDE (id, date)`,
  `CREATE INDEX ON review ((-rating), (DATE '2100-01-01' - date), name) INCLUDE (id, rating, date)`,
];
// Reviews stand by date, so that positions are the order of the newest.
const NEWEST = `(DATE '2100-01-01' - date), name`;
const BEHIND = `(DATE '2100-01-01' - DAY::date), NAME`;
const ORDERS: Readonly<Record<Sort, { readonly by: string; readonly behind: string }>> = {
  newest: { by: 'id', behind: 'date <= KEY AND (date < KEY OR name > NAME)' },
  oldest: { by: 'date, name', behind: '(date, name) > (KEY, NAME)' },
  highest: {
    by: `(-rating), ${NEWEST}`,
    behind: `((-rating), ${NEWEST}) > (-KEY::real, ${BEHIND})`,
  },
  lowest: { by: `rating, ${NEWEST}`, behind: `(rating, ${NEWEST}) > (KEY, ${BEHIND})` },
};

export const openPostgres: OpenSubject = async (documents) => {
  const { default: EmbeddedPostgres } = await importPeer('postgres');
  const folder = createTemporaryFolder();
  const port = await findFreePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder.path, 'data'),
    port,
    user: 'postgres',
    password: 'bench',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: Object.entries(SETTINGS).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    onLog: () => {},
    onError: () => {},
  });
  await postgres.initialise();
  await postgres.start();
  const client = new Client({ port, host: '127.0.0.1', user: 'postgres', password: 'bench' });
  await client.connect();
  await client.query(SCHEMA);
  await load(client, documents);
  for (const index of INDEXES) await client.query(index);
  await client.query('VACUUM ANALYZE review');
  const size = await client.query(`SELECT pg_total_relation_size('review') AS bytes`);
  return {
    bytes: Number(size.rows[0]?.bytes),
    search: async (query) => {
      const all = composeFilters(query);
      const count = await client.query(
        `SELECT count(*) AS total FROM review ${all.where}`,
        all.values,
      );
      const { where, values, order } = composePage(query);
      const page = await client.query(
        `SELECT id FROM review ${where} ORDER BY ${order} LIMIT ${query.limit}`,
        values,
      );
      return {
        total: Number(count.rows[0]?.total),
        positions: page.rows.map((row) => Number(row.id)),
      };
    },
    close: async () => {
      await client.end();
      await postgres.stop();
      await folder[Symbol.asyncDispose]();
    },
  };
};

async function load(client: Client, documents: Iterable<SearchDocument>): Promise<void> {
  let batch: SearchDocument[] = [];
  let position = 0;
  const flush = async () => {
    await client.query(
      `INSERT INTO review
       SELECT id, name, body, rating, date, string_to_array(facets, '|')
       FROM unnest($1::int[], $2::text[], $3::text[], $4::real[], $5::date[], $6::text[])
         AS r(id, name, body, rating, date, facets)`,
      [
        batch.map(() => position++),
        batch.map(({ id }) => id),
        batch.map(({ body }) => fold(body)),
        batch.map(({ rating }) => rating),
        batch.map(({ date }) => date),
        batch.map(({ facets }) => facets.join('|')),
      ],
    );
    batch = [];
  };
  for (const document of documents) {
    batch.push(document);
    if (batch.length === BATCH) await flush();
  }
  await flush();
}

type Composed = { readonly where: string; readonly values: unknown[] };

function composeFilters(filters: SearchFilters, more: Composed[] = []): Composed {
  const { query = '', rating, min_rating, max_rating, since, until, facets = [] } = filters;
  const text = fold(query);
  const conditions = more.map(({ where }) => where);
  const values = more.flatMap(({ values }) => values);
  const where = (condition: string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition.replace('?', `$${values.length}`));
  };
  where('body LIKE ?', text === '' ? undefined : `%${text.replace(/[\\%_]/g, '\\$&')}%`);
  where('rating = ?', rating);
  where('rating >= ?', min_rating);
  where('rating <= ?', max_rating);
  where('date >= ?', since);
  where('date <= ?', until);
  where('facets @> ?', facets.length === 0 ? undefined : facets);
  return { where: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, values };
}

function composePage({ sort = 'newest', after, ...filters }: PageQuery) {
  const { by, behind } = ORDERS[sort];
  const where = behind.replaceAll('KEY', '$1').replaceAll('NAME', '$2').replaceAll('DAY', '$3');
  const begin = after && [
    { where, values: isByDate(sort) ? [after.key, after.id] : [after.key, after.id, after.date] },
  ];
  return { ...composeFilters(filters, begin), order: by };
}
