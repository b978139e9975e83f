import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { AiCatalog } from '#artifacts/ai-catalog.ts';
import { AI_CATALOG_TYPE, JSON_TYPE, SERVER_CARD_TYPE, TEXT_TYPE } from '#artifacts/media-types.ts';
import { SERVER_CARD_PATH } from '#artifacts/paths.ts';
import { RegistryEntry } from '#artifacts/registry-entry.ts';
import { ServerCard } from '#artifacts/server-card.ts';
import { describeFile } from './file-operation.ts';

const tag = 'mcp';

/** The files by which agents find out that there is something to ask, and where. */
export function describeDiscovery(): ZodOpenApiPathsObject {
  return {
    [SERVER_CARD_PATH]: {
      get: describeFile({
        operationId: 'getServerCard',
        summary: 'Where agents connect',
        description:
          'The MCP server card (SEP-2127): name, address and protocol revisions, also at /.well-known/mcp/server-card.json.',
        tag,
        mediaType: SERVER_CARD_TYPE,
        media: { schema: ServerCard },
        encoded: 'perhaps',
      }),
    },
    '/.well-known/ai-catalog.json': {
      get: describeFile({
        operationId: 'getAiCatalog',
        summary: 'What this origin offers to agents',
        description: 'An index of server cards, where clients look that know only the host.',
        tag,
        mediaType: AI_CATALOG_TYPE,
        media: { schema: AiCatalog },
        encoded: 'perhaps',
      }),
    },
    '/mcp/server.json': {
      get: describeFile({
        operationId: 'getRegistryEntry',
        summary: 'An entry for the MCP registry',
        description: 'The server.json that whoever runs this service may publish in the registry.',
        tag,
        mediaType: JSON_TYPE,
        media: { schema: RegistryEntry },
        encoded: 'perhaps',
      }),
    },
    '/llms.txt': {
      get: describeFile({
        operationId: 'getLlmsText',
        summary: 'What there is here, for language models',
        description: 'Tools, datasets, feeds and pages with their addresses, in Markdown.',
        tag,
        mediaType: TEXT_TYPE,
        media: { schema: z.string() },
        encoded: 'perhaps',
      }),
    },
  };
}
