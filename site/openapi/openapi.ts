import { createDocument, type ZodOpenApiOverride, type ZodOpenApiPathsObject } from 'zod-openapi';
import { API_VERSION, MCP_PATH } from '#agents/server-info.ts';
import { HUB_PATH } from '#artifacts/catalog.ts';
import type { Business } from '#dataset/business.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { LanguageTag, Line, Slug } from '#dataset/schema/scalars.ts';
import { RemovalReason } from '#dataset/schema/stored-editorial.ts';
import { AspectSentiment } from '#dataset/schema/stored-review.ts';
import { AspectInsight, TechnicianInsight } from '#insights/insights-document.ts';
import { Filters, Hints } from '#search/search-result.ts';
import { describeFollowing } from './changes.ts';
import { type Examples, examplesOf } from './examples.ts';
import { describeMetadata } from './files/describe-metadata.ts';
import { describeTables, EXAMPLE_OF_CSV, exampleCsv } from './files/describe-tables.ts';
import { describeDatasets, describeDiscovery } from './files/files.ts';
import { describeHubPath } from './hub.ts';
import { describeMcpPath } from './mcp/mcp.ts';
import { leaveToParameter } from './question-parameters.ts';
import { describeQuestions } from './reviews.ts';
import { describeReviewForms } from './views.ts';

/**
 * Renders openapi.json: OpenAPI 3.1.0, made from the schemas that the service itself uses, so that the
 * description cannot differ from what is served. It is made once, with functions in the place of
 * examples; each release fills these in (examples.ts, excerpt.ts).
 *
 * A file here describes a group of operations: what is published as files (files/), a review by itself
 * (views.ts), questions about reviews (reviews.ts, question-parameters.ts) and what changed of them
 * (changes.ts), the hub (hub.ts) and what it sends to subscribers (hub-callbacks.ts), and MCP (mcp/). What
 * they share, components, is in responses.ts and answer-headers.ts.
 */
export function renderOpenApi(
  dataset: Dataset,
  examples: Examples = examplesOf(dataset),
): Uint8Array<ArrayBuffer> {
  const { baseUrl, business } = dataset;
  const { openapi, security, tags, paths, components } = describeOnce();
  const document = {
    openapi,
    info: describeBusiness(business),
    servers: [{ url: serverUrl(baseUrl), description: 'This service' }],
    security,
    tags,
    paths,
    components,
  };
  const fill = (_: string, value: unknown) =>
    typeof value === 'function' ? value(examples) : value;
  return Buffer.from(`${printLines(document, fill, LINES_DEPTH)}\n`);
}

/** An operation a line, a component a line: a difference between two releases is one of lines. */
const LINES_DEPTH = 3;

type Fill = (name: string, value: unknown) => unknown;

/** Prints JSON with the members of the outer objects on lines of their own, and no other space. */
function printLines(value: object, fill: Fill, depth: number): string {
  const members = Object.entries(value).map(([name, member]) => {
    const isOuter = depth > 1 && typeof member === 'object' && !Array.isArray(member);
    const text = isOuter ? printLines(member, fill, depth - 1) : JSON.stringify(member, fill);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{\n${members.join(',\n')}\n}`;
}

function describeBusiness({ name, url, email, disclaimer, license }: Business) {
  return {
    title: `Verified reviews of ${name}`,
    version: API_VERSION,
    summary: 'A public interface to verified customer reviews.',
    description: [WHAT_THERE_IS, disclaimer].filter(Boolean).join('\n\n'),
    contact: { name, url, ...(email && { email }) },
    license: license
      ? { name: 'The license of the data', url: license }
      : { name: 'Ask the business for a license', url },
  };
}

const WHAT_THERE_IS =
  'Everything is public: there is no key, and an Authorization header is ignored. Send the ETag of your copy back in If-None-Match: a match is answered 304 without a body, and so is a Last-Modified in If-Modified-Since. Cache-Control says how long a cache may keep an answer, and Vary that content codings are negotiated; of errors only a 410, and a 404 where something was published before, for a minute. Files take Range and If-Range (RFC 9110 §14): a part is answered 206, and is no document by itself.';

let description: ReturnType<typeof createDocument> | undefined;

/** The description but for what it says of a release. */
function describeOnce(): ReturnType<typeof createDocument> {
  description ??= createDocument(
    {
      openapi: '3.1.0',
      info: { title: '', version: API_VERSION },
      security: [],
      tags: [
        { name: 'datasets', description: 'Files, rendered when the content changes.' },
        { name: 'reviews', description: 'Questions to the published reviews.' },
        { name: 'websub', description: 'Changes by push, to those who subscribe (W3C WebSub).' },
        { name: 'mcp', description: 'The same for AI agents (Model Context Protocol).' },
      ],
      paths: PATHS,
      components: { schemas: SHARED, examples: { [EXAMPLE_OF_CSV]: { value: exampleCsv } } },
    },
    {
      override: ({ jsonSchema, zodSchema, io }) => {
        if (io === 'output') leaveOpen(jsonSchema);
        leaveToParameter(zodSchema, jsonSchema);
        leaveOutNoise(jsonSchema);
      },
    },
  );
  return description;
}

/** Leaves out of a schema what says nothing: bounds that hold of any count, and what a format says, too. */
function leaveOutNoise(schema: Parameters<ZodOpenApiOverride>[0]['jsonSchema']): void {
  const { type, maximum, minimum = 0, format, propertyNames, anyOf } = schema;
  if (maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (type === 'integer' && minimum <= 0) delete schema.minimum;
  if (format === 'date-time') delete schema.pattern;
  if (format === 'date') delete schema.example;
  if (JSON.stringify(propertyNames) === '{"type":"string"}') delete schema.propertyNames;
  // JSON Schema 2020-12 has a list of types for a value that may be null.
  const [of, none, ...more] = anyOf ?? [];
  if (typeof of?.type !== 'string' || none?.type !== 'null' || more.length > 0) return;
  delete schema.anyOf;
  Object.assign(schema, of, { type: [of.type, 'null'] });
}

/** Schemas that several others hold. Those that have an id of their own are components without this. */
const SHARED = {
  AspectSentiment,
  Filters,
  Hints,
  LanguageTag,
  Line,
  RemovalReason,
  Slug,
  Trend: AspectInsight.shape.trend.element,
  PraisedReviews: TechnicianInsight.shape.positiveReviewCount,
  MentionScore: TechnicianInsight.shape.score,
  TopAspects: TechnicianInsight.shape.topAspects,
};

/** Every operation that is served, by path. */
const PATHS: ZodOpenApiPathsObject = {
  ...describeDatasets(),
  ...describeTables(),
  ...describeReviewForms(),
  ...describeQuestions(),
  ...describeFollowing(),
  [HUB_PATH]: describeHubPath(),
  [MCP_PATH]: describeMcpPath(),
  ...describeDiscovery(),
  ...describeMetadata(),
};

/** localhost would be wrong on any other machine, so that it is left relative. */
function serverUrl(baseUrl: string): string {
  return new URL(baseUrl).hostname === 'localhost' ? '/' : baseUrl;
}

/** Opens an object: later versions may add members, and a description that forbids them would break. */
function leaveOpen(schema: { additionalProperties?: unknown }): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}
