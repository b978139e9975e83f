import { importPeer } from '../../../peers/peers.ts';
import { peakMegabytes } from '../insights/measure-publishing.ts';
import { openSampleRelease, recordsFile } from './sample-release.ts';

/** What one record is to a reader of JSON. Guesses by the first records would lack rare members. */
const RECORD = {
  id: 'VARCHAR',
  url: 'VARCHAR',
  author: 'STRUCT(name VARCHAR)',
  datePublished: 'DATE',
  dateCreated: 'VARCHAR',
  dateModified: 'DATE',
  reviewRating: 'STRUCT(ratingValue DOUBLE)',
  name: 'VARCHAR',
  reviewBody: 'VARCHAR',
  inLanguage: 'VARCHAR',
  publisher: 'STRUCT(name VARCHAR)',
  isBasedOn: 'VARCHAR',
  verification: 'STRUCT("method" VARCHAR, "date" DATE)',
  mentionedTechnicians: 'VARCHAR[]',
  mentionedTechnicianIds: 'VARCHAR[]',
  mentionedServices: 'VARCHAR[]',
  mentionedServiceAreas: 'VARCHAR[]',
  sentiment: 'STRUCT("label" VARCHAR, score DOUBLE)',
  aspects:
    'STRUCT(id VARCHAR, about VARCHAR, sentiment VARCHAR, score DOUBLE, confidence DOUBLE, "quote" VARCHAR, "start" INTEGER, "end" INTEGER, quotable BOOLEAN)[]',
  ownerReply: 'STRUCT("text" VARCHAR, datePublished DATE, dateModified DATE)',
  relationship: 'VARCHAR',
} as const;

/** All that is said of an aspect, as one sentiment. */
const SAID = `CREATE MACRO said(s) AS CASE
  WHEN coalesce(len(s), 0) = 0 THEN NULL
  WHEN list_has_any(s, ['positive', 'mixed']) AND list_has_any(s, ['negative', 'mixed']) THEN 'mixed'
  WHEN list_has_any(s, ['positive']) THEN 'positive'
  WHEN list_has_any(s, ['negative']) THEN 'negative' ELSE 'neutral' END`;

/** The columns of reviews.parquet, in their order. */
function columnsOf(aspects: readonly { readonly id: string }[]): string {
  const said = ({ id }: { readonly id: string }) => `said(list_transform(
    list_filter(aspects, lambda a: a.id = '${id}' AND a.about = 'business'), lambda a: a.sentiment
  )) AS aspect_${id.replaceAll('-', '_')}`;
  return [
    'id, url, author.name AS author, datePublished, dateCreated::TIMESTAMPTZ AS dateCreated',
    'dateModified, reviewRating.ratingValue AS ratingValue, name, reviewBody, inLanguage',
    'publisher.name AS publisher, isBasedOn, verification."method" AS verificationMethod',
    'verification."date" AS verificationDate, mentionedTechnicians, mentionedTechnicianIds',
    'mentionedServices, mentionedServiceAreas, sentiment."label" AS sentiment, relationship',
    'ownerReply."text" AS ownerReply, ownerReply.datePublished AS ownerReplyDatePublished',
    'ownerReply.dateModified AS ownerReplyDateModified',
    ...aspects.map(said),
    'sentiment.score AS sentimentScore, dateCreated AS dateCreatedText, aspects',
  ].join(',\n');
}

const LISTS = [
  'mentionedTechnicians',
  'mentionedTechnicianIds',
  'mentionedServices',
  'mentionedServiceAreas',
];

/** What DuckDB exports, and how. */
const EXPORTS = {
  ndjson: { from: 'SELECT * FROM records', how: 'FORMAT json' },
  csv: {
    from: `SELECT * EXCLUDE (sentimentScore, dateCreatedText, aspects)
      REPLACE (${LISTS.map((name) => `array_to_string(${name}, ';') AS ${name}`).join(', ')})
      FROM reviews`,
    how: 'FORMAT csv, HEADER',
  },
  parquet: { from: 'SELECT * FROM reviews', how: 'FORMAT parquet, COMPRESSION zstd' },
} as const;
export type DuckDbExport = keyof typeof EXPORTS;

export const isDuckDbExport = (name: string): name is DuckDbExport => Object.hasOwn(EXPORTS, name);

/**
 * Exports the table of a sample by one thread, as formats are made by one. `load` is the time in
 * milliseconds until the table stands in memory, `copy` that of the export alone. Throws where the table
 * is not the one in `reference`, a reviews.parquet.
 */
export async function exportByDuckDb(
  name: DuckDbExport,
  folder: string,
  file: string,
  reference: string | undefined,
): Promise<{ readonly load: number; readonly copy: number; readonly peakMegabytes: number }> {
  const { DuckDBInstance } = await importPeer('formats');
  const database = await DuckDBInstance.create(':memory:');
  const connection = await database.connect();
  const run = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
  await run('SET threads = 1');
  await run(SAID);
  const { names } = openSampleRelease(folder);
  const members = Object.entries(RECORD).map(([member, type]) => `${member}: '${type}'`);
  const records = `read_json('${recordsFile(folder)}', format = 'newline_delimited',
    columns = {${members.join(', ')}})`;
  const start = performance.now();
  await run(
    name === 'ndjson'
      ? `CREATE TABLE records AS SELECT * FROM ${records}`
      : `CREATE TABLE reviews AS SELECT ${columnsOf(names.aspects)} FROM ${records}`,
  );
  const loaded = performance.now();
  const { from, how } = EXPORTS[name];
  await run(`COPY (${from}) TO '${file}' (${how})`);
  const copied = performance.now();
  // Before the comparison, which holds both tables.
  const peak = peakMegabytes();
  if (reference !== undefined && name !== 'ndjson') {
    const [difference] = await run(
      `SELECT count(*)::INT AS rows FROM (SELECT * FROM reviews EXCEPT ALL SELECT * FROM '${reference}')`,
    );
    if (difference?.rows !== 0) throw new Error(`${difference?.rows} rows of DuckDB are others`);
  }
  connection.closeSync();
  database.closeSync();
  return { load: loaded - start, copy: copied - loaded, peakMegabytes: peak };
}
