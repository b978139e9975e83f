import { createDocument, type ZodOpenApiOverride, type ZodOpenApiPathsObject } from 'zod-openapi';
import { API_VERSION, MCP_PATH } from '#agents/server-info.ts';
import { HUB_PATH } from '#artifacts/catalog.ts';
import type { Business } from '#dataset/business.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { LanguageTag, Line, Slug } from '#dataset/schema/scalars.ts';
import { RemovalReason } from '#dataset/schema/stored-editorial.ts';
import { AspectSentiment } from '#dataset/schema/stored-review.ts';
import { AspectInsight, TechnicianInsight } from '#insights/insights-document.ts';
import { METADATA } from './describe-metadata.ts';
import { type Examples, examplesOf } from './examples.ts';
import { DATASETS, DISCOVERY } from './files.ts';
import { HUB } from './hub.ts';
import { MCP } from './mcp.ts';
import { leaveToParameter } from './question-parameters.ts';
import { Filters, Hints } from './review-answers.ts';
import { QUESTIONS, REVIEW_FORMS } from './reviews.ts';
import words from './words.json' with { type: 'json' };

/**
 * Renders openapi.json: OpenAPI 3.1.0, made from the schemas that the service itself uses, so that
 * the description cannot differ from the service. It is made once, with functions in place of
 * examples; each release fills these in (examples.ts, excerpt.ts).
 *
 * Words are in words.json, and examples that are the same for each release in examples.json. Each
 * other file here describes the structure of a group of operations: published files (files.ts) and
 * metadata (describe-metadata.ts), reviews and questions (reviews.ts, question-parameters.ts), the
 * hub (hub.ts), and MCP (mcp.ts). They share components.ts.
 */
export function renderOpenApi(
  dataset: Dataset,
  examples: Examples = examplesOf(dataset),
): Uint8Array<ArrayBuffer> {
  const { baseUrl, business } = dataset;
  const { hostname } = new URL(baseUrl);
  const { openapi, security, tags, paths, components } = describeOnce();
  const document = {
    openapi,
    info: describeBusiness(business),
    // localhost would be wrong on any other machine, so it is left relative.
    servers: [{ url: hostname === 'localhost' ? '/' : baseUrl, description: words.info.server }],
    security,
    tags,
    paths,
    components,
  };
  const fill = (_: string, value: unknown) =>
    typeof value === 'function' ? value(examples) : value;
  return Buffer.from(`${printLines(document, fill, LINES_DEPTH)}\n`);
}

/** One operation or component per line: releases differ by lines. */
const LINES_DEPTH = 3;

type Fill = (name: string, value: unknown) => unknown;

/** Prints JSON with the members of the outer objects on separate lines, and no other space. */
function printLines(value: object, fill: Fill, depth: number): string {
  const members = Object.entries(value).map(([name, member]) => {
    const isOuter = depth > 1 && typeof member === 'object' && !Array.isArray(member);
    const text = isOuter ? printLines(member, fill, depth - 1) : JSON.stringify(member, fill);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{\n${members.join(',\n')}\n}`;
}

function describeBusiness({ name, url, email, disclaimer, license }: Business) {
  const { title, summary, description, licensed, unlicensed } = words.info;
  return {
    title: title.replace('{business}', () => name),
    version: API_VERSION,
    summary,
    description: [description, disclaimer].filter(Boolean).join('\n\n'),
    contact: { name, url, ...(email && { email }) },
    license: license ? { name: licensed, url: license } : { name: unlicensed, url },
  };
}

let description: ReturnType<typeof createDocument> | undefined;

/** Describes everything except the facts of a release. */
function describeOnce(): ReturnType<typeof createDocument> {
  description ??= createDocument(
    {
      openapi: '3.1.0',
      info: { title: '', version: API_VERSION },
      security: [],
      tags: words.tags,
      paths: PATHS,
      components: { schemas: SHARED },
    },
    {
      override: ({ jsonSchema, zodSchema, io }) => {
        // Later versions may add members, and a description that forbids them would break.
        const isClosed = io === 'output' && jsonSchema.additionalProperties === false;
        if (isClosed) delete jsonSchema.additionalProperties;
        leaveToParameter(zodSchema, jsonSchema);
        leaveOutNoise(jsonSchema);
      },
    },
  );
  return description;
}

/** Removes redundant keywords from a schema: bounds of any count, and those a format implies. */
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

/** Schemas that several others contain. Those with their own id are components without this. */
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
  ...DATASETS,
  ...REVIEW_FORMS,
  ...QUESTIONS,
  [HUB_PATH]: HUB,
  [MCP_PATH]: MCP,
  ...DISCOVERY,
  ...METADATA,
};
