import type { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { API_VERSION } from '#agents/server-info.ts';
import type { Business } from '#dataset/business.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { lazily, memoizeLast } from '#dataset/memoize.ts';
import { LanguageTag, Line, Slug } from '#dataset/schema/scalars.ts';
import { RemovalReason } from '#dataset/schema/stored-editorial.ts';
import { AspectSentiment } from '#dataset/schema/stored-review.ts';
import { AspectInsight, TechnicianInsight } from '#insights/insights-document.ts';
import { type Examples, examplesOf } from './examples.ts';
import { DYNAMIC_PATHS, FILE_PATHS, PATHS } from './paths.ts';
import { Filters, Hints } from './review-answers.ts';
import words from './words.json' with { type: 'json' };

/**
 * Renders openapi.json: OpenAPI 3.1.0, made from the schemas that the service itself uses, so that
 * the description cannot differ from the service. It is made once, with functions in place of
 * what differs between releases (examples.ts), and printed again only if one of these facts changes.
 *
 * Words are in words.json, and examples that are the same for each release in examples.json. Each
 * other file here describes the structure of a group of operations: published files (files.ts,
 * metadata-schemas.ts), reviews and questions (reviews.ts, question-parameters.ts), the
 * hub (hub.ts), and MCP (mcp.ts). They share components.ts.
 */
export function renderOpenApi(dataset: Dataset): Uint8Array<ArrayBuffer> {
  return renderWith(examplesOf(dataset));
}

const renderWith = memoizeLast((examples: Examples) => JSON.stringify(examples), print);

function print(examples: Examples): Uint8Array<ArrayBuffer> {
  const { baseUrl, sidecarUrl, business } = examples;
  const { hostname } = new URL(baseUrl);
  const isOfFiles = sidecarUrl === undefined;
  const { openapi, security, tags, paths = {}, components } = isOfFiles ? ofFiles() : ofService();
  const elsewhere = { servers: [{ url: sidecarUrl }] };
  const served = Object.entries(paths).map(([path, item]) => {
    const isElsewhere = !isOfFiles && sidecarUrl !== baseUrl && DYNAMIC_PATHS.has(path);
    return [path, isElsewhere ? { ...elsewhere, ...item } : item];
  });
  const document = {
    openapi,
    info: describeBusiness(business, isOfFiles),
    // localhost would be wrong on any other machine, so it is left relative.
    servers: [{ url: hostname === 'localhost' ? '/' : baseUrl, description: words.info.server }],
    security,
    tags,
    paths: Object.fromEntries(served),
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

function describeBusiness({ name, url, email, disclaimer, license }: Business, isOfFiles: boolean) {
  const { title, summary, licensed, unlicensed } = words.info;
  const { description } = isOfFiles ? words.files : words.info;
  return {
    title: title.replace('{business}', () => name),
    version: API_VERSION,
    summary,
    description: [description, disclaimer].filter(Boolean).join('\n\n'),
    contact: { name, url, ...(email && { email }) },
    license: license ? { name: licensed, url: license } : { name: unlicensed, url },
  };
}

const ofService = lazily(() => describe(PATHS, words.tags, SHARED));
const ofFiles = lazily(() => {
  const { Filters: _, Hints: __, ...schemas } = SHARED;
  return describe(FILE_PATHS, words.tags.slice(0, 2), schemas);
});

/** Describes everything except the facts of a release. */
function describe(
  paths: ZodOpenApiPathsObject,
  tags: NonNullable<ZodOpenApiObject['tags']>,
  schemas: Readonly<Record<string, z.ZodType>>,
): ReturnType<typeof createDocument> {
  const info = { title: '', version: API_VERSION };
  const openapi = '3.1.0';
  return createDocument(
    { openapi, info, security: [], tags, paths, components: { schemas } },
    {
      override: ({ jsonSchema, io }) => {
        // Later versions may add members, and a description that forbids them would break.
        const isClosed = io === 'output' && jsonSchema.additionalProperties === false;
        if (isClosed) delete jsonSchema.additionalProperties;
        if (paths === FILE_PATHS) delete jsonSchema.properties?.hubs;
        leaveOutNoise(jsonSchema);
      },
    },
  );
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
