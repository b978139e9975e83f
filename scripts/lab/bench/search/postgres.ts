import { join } from 'node:path';
import { Client } from 'pg';
import { fold } from '#dataset/text/fold.ts';
import type { SearchDocument, SearchFilters } from '#search/search.ts';
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
  CREATE UNLOGGED TABLE review (id int, body text COLLATE "C", rating real, date date,
    technicians text[], services text[]);
`;
const INDEXES = [
  'ALTER TABLE review ADD PRIMARY KEY (id)',
  'CREATE INDEX ON review USING gin (body gin_trgm_ops)',
  'CREATE INDEX ON review (date)',
  'CREATE INDEX ON review USING gin (technicians)',
  'CREATE INDEX ON review USING gin (services)',
];

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
    search: async (filters) => {
      const { where, values } = composeQuery(filters);
      const count = await client.query(`SELECT count(*) AS total FROM review ${where}`, values);
      const page = await client.query(
        `SELECT id FROM review ${where} ORDER BY id LIMIT ${filters.limit}`,
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
       SELECT id, body, rating, date, string_to_array(technicians, '|'), string_to_array(services, '|')
       FROM unnest($1::int[], $2::text[], $3::real[], $4::date[], $5::text[], $6::text[])
         AS r(id, body, rating, date, technicians, services)`,
      [
        batch.map(() => position++),
        batch.map(({ body }) => fold(body)),
        batch.map(({ rating }) => rating),
        batch.map(({ date }) => date),
        batch.map(({ technicians }) => technicians.join('|')),
        batch.map(({ services }) => services.join('|')),
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

function composeQuery(filters: SearchFilters): { where: string; values: unknown[] } {
  const { query = '', rating, min_rating, since, until, technician, service } = filters;
  const conditions: string[] = [];
  const values: unknown[] = [];
  const where = (condition: string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition.replace('?', `$${values.length}`));
  };
  where('body LIKE ?', `%${fold(query).replace(/[\\%_]/g, '\\$&')}%`);
  where('rating = ?', rating);
  where('rating >= ?', min_rating);
  where('date >= ?', since);
  where('date <= ?', until);
  where('technicians @> ?', technician === undefined ? undefined : [technician]);
  where('services @> ?', service === undefined ? undefined : [service]);
  return { where: `WHERE ${conditions.join(' AND ')}`, values };
}
