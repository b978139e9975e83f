import { subtle } from 'node:crypto';
import { artifactAt } from '#artifacts/catalog.ts';
import { CSV_TYPE } from '#artifacts/media-types.ts';
import { DATASET_VERSION, describeReviews } from '#artifacts/reviews-json.ts';
import { type Format, formatAt } from '#formats/formats.ts';
import type { EntityNames } from '#search/question/names.ts';
import type { ReviewSource } from '#search/review-source.ts';
import type { FormatFigures, ViewTools } from '#views/views.ts';
import { tableSchemaOf } from './table-schema.ts';

const PROFILES = 'https://datapackage.org/profiles/2.0';

/** The dialect of CSV (RFC 4180). */
const CSV_DIALECT = {
  $schema: `${PROFILES}/tabledialect.json`,
  header: true,
  delimiter: ',',
  lineTerminator: '\r\n',
  quoteChar: '"',
  doubleQuote: true,
};

const CSV_NOTE =
  'A cell that would begin with = + - @, a tab, a carriage return or an apostrophe has an extra leading apostrophe, so that no spreadsheet runs it: remove one from the start. Items of a list are separated by semicolons; a semicolon or a backslash within an item is preceded by a backslash.';

/** Renders datapackage.json (https://datapackage.org/standard/data-package/, version 2.0). */
export async function renderDataPackage(
  release: ReviewSource,
  tools: ViewTools,
): Promise<Uint8Array> {
  const { baseUrl, names } = release;
  const { business, aggregateRating } = await release.head();
  const { id, license } = business;
  const { name: title, description } = describeReviews(business);
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
      await documentOf('/reviews.json', release),
      await documentOf('/insights.json', release),
      ...formats.map((file) => tableOf(file, names)),
    ],
  };
  return Buffer.from(`${JSON.stringify(dataPackage, null, 2)}\n`);
}

async function documentOf(path: string, release: ReviewSource): Promise<object> {
  const kind = artifactAt(path);
  const file = await release.file(path);
  if (!kind || !file) throw new Error(`The release has no ${path}.`);
  const body = Buffer.concat(file.body);
  // Off the event loop.
  const digest = await subtle.digest('SHA-256', body);
  const figures = { path, bytes: body.length, sha256: Buffer.from(digest).toString('hex') };
  return {
    ...resourceOf(figures, kind),
    encoding: 'utf-8',
    description: `Its JSON Schema is at ${release.baseUrl}${kind.describedBy}.`,
  };
}

function tableOf(file: FormatFigures, names: EntityNames): object {
  const format = formatAt(file.path);
  if (!format) throw new Error(`No format is published at ${file.path}.`);
  const { columns, mediaType } = format;
  const isCsv = mediaType === CSV_TYPE;
  return {
    ...resourceOf(file, format),
    ...(columns && { type: 'table' }),
    ...(isCsv && { encoding: 'utf-8', description: CSV_NOTE, dialect: CSV_DIALECT }),
    ...(columns && { schema: tableSchemaOf(columns(names), isCsv) }),
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
