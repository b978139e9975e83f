import { z } from 'zod';
import {
  MAX_SERVER_NAME_LENGTH,
  MAX_WORDS_LENGTH,
  MCP_PATH,
  PROTOCOL_VERSIONS,
  serverInfoOf,
} from '#agents/server-info.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { SERVER_CARD_PATH } from './catalog.ts';

// The files by which MCP clients and registries discover the service before they connect.

/** The server card (SEP-2127). */
export const ServerCard = z
  .strictObject({
    $schema: z.url(),
    name: z
      .string()
      .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
      .max(MAX_SERVER_NAME_LENGTH),
    version: z.string(),
    title: z.string().min(1).max(MAX_WORDS_LENGTH),
    description: z.string().min(1).max(MAX_WORDS_LENGTH),
    websiteUrl: z.url(),
    icons: z.array(
      z.strictObject({ src: z.url(), mimeType: z.string(), sizes: z.array(z.string()) }),
    ),
    remotes: z.array(
      z.strictObject({
        type: z.literal('streamable-http'),
        url: z.url().describe('The address at which to connect.'),
        supportedProtocolVersions: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'ServerCard' });

/** Renders the server card: the address, and the supported revisions of the protocol. */
export function renderServerCard(dataset: Dataset): Uint8Array<ArrayBuffer> {
  const { name, version, websiteUrl, icons, title, description } = serverInfoOf(dataset);
  const card: z.infer<typeof ServerCard> = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name,
    version,
    title,
    description,
    websiteUrl,
    icons: [...icons],
    remotes: [
      {
        type: 'streamable-http',
        url: `${dataset.sidecarUrl}${MCP_PATH}`,
        supportedProtocolVersions: [...PROTOCOL_VERSIONS],
      },
    ],
  };
  return Buffer.from(`${JSON.stringify(card, null, 2)}\n`);
}

/** The type of a server card in an index (SEP-2127). */
const SERVER_CARD_TYPE = 'application/mcp-server-card+json';

/** An index of the server cards of this origin. */
export const AiCatalog = z
  .strictObject({
    specVersion: z.literal('1.0'),
    entries: z.array(
      z.strictObject({
        identifier: z.string().regex(/^urn:air:/),
        displayName: z.string(),
        type: z.literal(SERVER_CARD_TYPE),
        url: z.url().describe('The server card.'),
      }),
    ),
  })
  .meta({ id: 'AiCatalog' });

/** Renders /.well-known/ai-catalog.json. */
export function renderAiCatalog(dataset: Dataset): Uint8Array<ArrayBuffer> {
  const { name, title } = serverInfoOf(dataset);
  const catalog: z.infer<typeof AiCatalog> = {
    specVersion: '1.0',
    entries: [
      {
        identifier: identifierOf(name),
        displayName: title,
        type: SERVER_CARD_TYPE,
        url: dataset.baseUrl + SERVER_CARD_PATH,
      },
    ],
  };
  return Buffer.from(`${JSON.stringify(catalog, null, 2)}\n`);
}

/** Converts the name of a server: com.example/reviews to urn:air:example.com:mcp:reviews. */
function identifierOf(name: string): string {
  const [namespace = '', word = ''] = name.split('/');
  return `urn:air:${namespace.split('.').reverse().join('.')}:mcp:${word}`;
}

/** The server.json of the MCP registry, with which an operator may list the service there. */
export const RegistryEntry = z
  .strictObject({
    ...ServerCard.pick({
      $schema: true,
      name: true,
      title: true,
      description: true,
      version: true,
      websiteUrl: true,
    }).shape,
    remotes: z.array(z.strictObject({ type: z.literal('streamable-http'), url: z.url() })),
  })
  .meta({ id: 'RegistryEntry' });

/** Renders /mcp/server.json. It has no icons: the registry accepts only those on HTTPS. */
export function renderRegistryEntry(dataset: Dataset): Uint8Array<ArrayBuffer> {
  const { name, title, description, version, websiteUrl } = serverInfoOf(dataset);
  const entry: z.infer<typeof RegistryEntry> = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name,
    title,
    description,
    version,
    websiteUrl,
    remotes: [{ type: 'streamable-http', url: `${dataset.sidecarUrl}${MCP_PATH}` }],
  };
  return Buffer.from(`${JSON.stringify(entry, null, 2)}\n`);
}
