import type { ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { MCP_PATH } from '#agents/server-info.ts';
import { artifactAt, HUB_PATH } from '#artifacts/catalog.ts';
import { DATASETS, DISCOVERY, METADATA } from './files.ts';
import { HUB } from './hub.ts';
import { MCP } from './mcp.ts';
import { QUESTIONS, REVIEW_FORMS } from './reviews.ts';
import words from './words.json' with { type: 'json' };

const DYNAMIC: ZodOpenApiPathsObject = { ...QUESTIONS, [HUB_PATH]: HUB, [MCP_PATH]: MCP };

/** Every operation that is served, by path. */
export const PATHS: ZodOpenApiPathsObject = {
  ...DATASETS,
  ...REVIEW_FORMS,
  ...DYNAMIC,
  ...DISCOVERY,
  ...METADATA,
};

/** The paths that only a service answers, and those of feeds with parameters. */
export const DYNAMIC_PATHS: ReadonlySet<string> = new Set([
  ...Object.keys(DYNAMIC),
  ...Object.entries(DATASETS).flatMap(([path, { get }]) => (get?.requestParams ? [path] : [])),
]);

const OWN_WORDS: Readonly<Record<string, object>> = words.files.operations;

/** The paths of a site of files alone. */
export const FILE_PATHS: ZodOpenApiPathsObject = Object.fromEntries(
  Object.entries(PATHS)
    .filter(([path]) => !(path in DYNAMIC) && artifactAt(path)?.purpose !== 'mcp')
    .map(([path, item]) => [path, describeFile(item)]),
);

/** Describes a file at a plain host, of which only the body is promised. */
function describeFile({ get }: ZodOpenApiPathItemObject): ZodOpenApiPathItemObject {
  const {
    operationId = '',
    responses = {},
    requestParams: { path } = {},
    ...operation
  } = get ?? {};
  const { headers: _, ...answer } = { headers: undefined, ...responses['200'] };
  return {
    get: {
      operationId,
      ...operation,
      ...OWN_WORDS[operationId],
      ...(path && { requestParams: { path } }),
      responses: { '200': answer, '404': { description: words.files.missing } },
    },
  };
}
