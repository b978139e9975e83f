import { artifactAt } from '#artifacts/catalog.ts';
import { CSV_TYPE } from '#artifacts/media-types.ts';
import { DATASET_VERSION, describeReviews } from '#artifacts/reviews-json.ts';
import { type Format, formatAt } from '#formats/formats.ts';
import type { EntityNames } from '#search/question/names.ts';
import type { ReviewSource } from '#search/review-source.ts';
import type { FormatFigures } from '#views/views.ts';
import { verifiable } from './checksums.ts';
import type { MetadataTools } from './metadata.ts';
import { tableSchemaOf } from './table-schema.ts';

const PROFILES = 'https://datapackage.org/profiles/2.0';

/** How CSV is written (RFC 4180). */
const CSV_DIALECT = {
  $schema: `${PROFILES}/tabledialect.json`,
  header: true,
  delimiter: ',',
  lineTerminator: '\r\n',
  quoteChar: '"',
  doubleQuote: true,
};

/** By which columns a row is known, by what a table is made of. */
const PRIMARY_KEYS: Readonly<Record<Format['dependsOn'], readonly string[]>> = {
  rows: ['id'],
  reviews: ['id'],
  insights: ['aspect', 'quarter'],
};

const CSV_NOTE =
  'A cell that would begin with = + - @, a tab, a carriage return or an apostrophe has an apostrophe before it, so that no spreadsheet runs it: take one off at the start. Items of a list are separated by semicolons; before a semicolon or a backslash within one stands a backslash.';

/** Renders datapackage.json (https://datapackage.org/standard/data-package/, version 2.0). */
export async function renderDataPackage(
  release: ReviewSource,
  tools: MetadataTools,
): Promise<Uint8Array> {
  const { baseUrl, names } = release;
  const { business, aggregateRating } = await release.head();
  const { id, license } = business;
  const { name: title, description } = describeReviews(business);
  const documents = ['/reviews.json', '/insights.json'];
  const files = await Promise.all(documents.map((path) => verifiable(path, release)));
  const formats = await tools.formats();
  const sources = aggregateRating.bySource.map(({ publisher }) => ({ title: publisher }));
  const dataPackage = {
    $schema: `${PROFILES}/datapackage.json`,
    name: `reviews-of-${id}`,
    id: `${baseUrl}/reviews.json`,
    title,
    description,
    homepage: `${baseUrl}/`,
    version: DATASET_VERSION,
    ...(license && { licenses: [{ path: license }] }),
    contributors: [{ title: business.name, path: business.url, roles: ['creator', 'publisher'] }],
    ...(sources.length > 0 && { sources }),
    resources: [
      ...files.map((file) => documentOf(file, baseUrl)),
      ...formats.map((file) => tableOf(file, names)),
    ],
  };
  return Buffer.from(`${JSON.stringify(dataPackage, null, 2)}\n`);
}

function documentOf(file: FormatFigures, baseUrl: string): object {
  const kind = artifactAt(file.path);
  const schema = kind?.describedBy;
  return {
    ...resourceOf(file, { title: kind?.title ?? '', mediaType: kind?.mediaType ?? '' }),
    encoding: 'utf-8',
    ...(schema && { description: `Its form is in JSON Schema at ${baseUrl}${schema}.` }),
  };
}

function tableOf(file: FormatFigures, names: EntityNames): object {
  const format = formatAt(file.path);
  if (!format) throw new Error(`No format is published at ${file.path}.`);
  const { columns, mediaType, dependsOn } = format;
  const isCsv = mediaType === CSV_TYPE;
  return {
    ...resourceOf(file, format),
    ...(columns && { type: 'table' }),
    ...(isCsv && { encoding: 'utf-8', description: CSV_NOTE, dialect: CSV_DIALECT }),
    ...(columns && { schema: tableSchemaOf(columns(names), PRIMARY_KEYS[dependsOn], isCsv) }),
  };
}

function resourceOf(
  { path, bytes, sha256 }: FormatFigures,
  { title, mediaType }: Pick<Format, 'title' | 'mediaType'>,
): object {
  const [mediatype] = mediaType.split(';');
  return {
    $schema: `${PROFILES}/dataresource.json`,
    name: path.slice(1),
    path: path.slice(1),
    title,
    format: path.slice(path.lastIndexOf('.') + 1),
    mediatype,
    bytes,
    hash: `sha256:${sha256}`,
  };
}
