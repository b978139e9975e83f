import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { API_VERSION, MCP_PATH } from '#agents/server-info.ts';
import { leaveOpen } from '#agents/tool.ts';
import { HUB_PATH } from '#artifacts/catalog.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { ChangesQuery } from '#search/changes/changes.ts';
import { FilterShape, SearchQuery } from '#search/question/search-query.ts';
import { describeFollowing } from './changes.ts';
import { type Examples, examplesOf } from './examples.ts';
import { describeDatasets, describeDiscovery } from './files.ts';
import { describeHubPath } from './hub.ts';
import { describeMcpPath } from './mcp.ts';
import { describeQuestions } from './reviews.ts';
import { describeReviewForms } from './views.ts';

/**
 * Renders openapi.json: OpenAPI 3.1.0, made from the schemas that the service itself uses, so that the
 * description cannot differ from what is served. A file here describes a group of operations with
 * their examples (examples.ts): published files (files.ts), a review by itself (views.ts), questions
 * about reviews (reviews.ts) and what changed of them (changes.ts), the hub (hub.ts) and what it sends
 * to subscribers (hub-callbacks.ts), and MCP (mcp.ts, mcp-messages.ts). Headers and failures that groups
 * share are in responses.ts.
 */
export function renderOpenApi(
  dataset: Dataset,
  examples: Examples = examplesOf(dataset),
): Uint8Array<ArrayBuffer> {
  const { baseUrl, business } = dataset;
  const values = new Map<unknown, unknown>([
    ...Object.entries(examples.parameters).map(
      ([name, value]) => [PARAMETERS.get(name), value] as const,
    ),
    // Each store has cursors of its own: one that is written here would be refused.
    [ChangesQuery.shape.after, undefined],
  ]);
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: `Verified reviews of ${business.name}`,
        version: API_VERSION,
        summary: 'A public interface to verified customer reviews.',
        description: [
          'Datasets and feeds are static files; search, since and changes are answered from the same release; the WebSub hub sends what changes to subscribers; AI agents ask by MCP. Everything is public: there is no key, and an Authorization header is ignored. Send the ETag of your copy back in If-None-Match: a match is answered 304 without a body.',
          business.disclaimer,
        ]
          .filter(Boolean)
          .join('\n\n'),
        contact: {
          name: business.name,
          url: business.url,
          ...(business.email && { email: business.email }),
        },
        license: business.license
          ? { name: 'The license of the data', url: business.license }
          : { name: 'Ask the business for a license', url: business.url },
      },
      servers: [{ url: serverUrl(baseUrl), description: 'This service' }],
      security: [],
      tags: [
        { name: 'datasets', description: 'Files, rendered when the content changes.' },
        { name: 'reviews', description: 'Questions to the published reviews.' },
        { name: 'websub', description: 'Changes by push, to those who subscribe (W3C WebSub).' },
        { name: 'mcp', description: 'The same for AI agents (Model Context Protocol).' },
      ],
      paths: describePaths(baseUrl, examples),
    },
    {
      override: ({ jsonSchema, zodSchema, io }) => {
        if (io === 'output') leaveOpen(jsonSchema);
        if (!values.has(zodSchema)) return;
        const example = values.get(zodSchema);
        if (example === undefined) delete jsonSchema.example;
        else jsonSchema.example = example;
      },
    },
  );
  // The document is deep: with an indentation of two it would be too large to be compressed inline.
  return Buffer.from(`${JSON.stringify(document, null, 1)}\n`);
}

/** The schemas of the parameters of questions, which have their examples of the data. */
const PARAMETERS: ReadonlyMap<string, unknown> = new Map(
  Object.entries({ ...FilterShape, after: SearchQuery.shape.after }),
);

/** Every operation that is served, by path. */
function describePaths(baseUrl: string, examples: Examples): ZodOpenApiPathsObject {
  return {
    ...describeDatasets(),
    ...describeReviewForms(examples),
    ...describeQuestions(examples),
    ...describeFollowing(examples),
    [HUB_PATH]: describeHubPath(baseUrl),
    [MCP_PATH]: describeMcpPath(baseUrl, examples),
    ...describeDiscovery(),
  };
}

/** localhost would be wrong on any other machine, so that it is left relative. */
function serverUrl(baseUrl: string): string {
  return new URL(baseUrl).hostname === 'localhost' ? '/' : baseUrl;
}
