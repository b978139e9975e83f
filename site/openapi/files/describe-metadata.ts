import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { CSV_TYPE, JSON_SCHEMA_TYPE } from '#artifacts/media-types.ts';
import { DATASET_VERSION } from '#artifacts/reviews-json.ts';
import { renderJsonSchema, SCHEMA_PATHS } from '#views/json-schemas.ts';
import { DESCRIPTIONS } from '#views/metadata/metadata.ts';
import type { Examples } from '../examples.ts';
import { ANY_FAILURE, type Media, NOT_MODIFIED, ok, PRECONDITION_FAILED } from '../responses.ts';
import { jsonOf } from './describe-file.ts';
import { exampleCsv } from './describe-tables.ts';

type Words = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly media: Media;
};

/** As much as clients look at first; so are all schemas here. */
const JsonSchema = z
  .object({ $schema: z.string(), $id: z.string(), title: z.string() })
  .meta({ id: 'JsonSchema' });

const describeSchema = (operationId: string, path: string): Words => ({
  operationId,
  summary: `The JSON Schema of ${path.replace('/schema/', '')}`,
  description: 'JSON Schema 2020-12, with the meaning of each member.',
  media: {
    schema: JsonSchema,
    example: ({ excerpt: { baseUrl } }) =>
      JsonSchema.parse(jsonOf(renderJsonSchema(path, baseUrl))),
  },
});

/** What is said of each description of what is published. */
const WORDS: Readonly<Record<string, Words>> = {
  '/schema/reviews.json': describeSchema('getReviewsSchema', '/schema/reviews.json'),
  '/schema/insights.json': describeSchema('getInsightsSchema', '/schema/insights.json'),
  '/datapackage.json': {
    operationId: 'getDataPackage',
    summary: 'Datasets and tables with columns, bytes and hash',
    description: 'A Data Package 2.0 (Frictionless). It waits until all tables are made.',
    media: {
      schema: z.object({
        name: z.string(),
        version: z.string(),
        resources: z.array(
          z.object({ path: z.string(), mediatype: z.string(), bytes: z.int(), hash: z.string() }),
        ),
      }),
      example: exampleDataPackage,
    },
  },
  '/.well-known/api-catalog': {
    operationId: 'getApiCatalog',
    summary: 'Which interfaces there are',
    description: 'RFC 9727: links to what describes and documents each.',
    media: {
      schema: z.object({
        linkset: z.array(
          z.object({
            anchor: z.string(),
            'service-desc': z.array(z.object({ href: z.string() })).optional(),
          }),
        ),
      }),
      example: ({ excerpt: { baseUrl } }) => ({
        linkset: [
          {
            anchor: `${baseUrl}/`,
            'service-desc': [{ href: `${baseUrl}/openapi.json` }],
          },
        ],
      }),
    },
  },
};

/** The descriptions of what is published, for catalogs and tools. */
export function describeMetadata(): ZodOpenApiPathsObject {
  const published = [
    ...SCHEMA_PATHS.map((path) => [path, JSON_SCHEMA_TYPE] as const),
    ...[...DESCRIPTIONS].map(([path, { mediaType }]) => [path, mediaType] as const),
  ];
  return Object.fromEntries(
    published.map(([path, mediaType]) => {
      const words = WORDS[path];
      if (!words)
        throw new Error(`Nothing is said of ${path}: describe-metadata.ts has words for each.`);
      return [path, describeView(words, mediaType)];
    }),
  );
}

function describeView({ media, ...words }: Words, mediaType: string): ZodOpenApiPathItemObject {
  const get = {
    ...words,
    tags: ['datasets'],
    responses: {
      '200': ok('The file.', mediaType, media),
      '304': NOT_MODIFIED,
      '412': PRECONDITION_FAILED,
      default: ANY_FAILURE,
    },
  };
  return { get };
}

/** What is said of reviews.csv of the examples. */
function tableOf(examples: Examples) {
  const csv = exampleCsv(examples);
  const sha256 = createHash('sha256').update(csv).digest('hex');
  return { bytes: Buffer.byteLength(csv), sha256 };
}

function exampleDataPackage(examples: Examples) {
  const { bytes, sha256 } = tableOf(examples);
  const [mediatype] = CSV_TYPE.split(';');
  return {
    name: `reviews-of-${examples.excerpt.business.id}`,
    version: DATASET_VERSION,
    resources: [{ path: 'reviews.csv', mediatype, bytes, hash: `sha256:${sha256}` }],
  };
}
