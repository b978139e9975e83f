import { MCP_PATH, PROTOCOL_VERSIONS, serverInfoOf } from '#agents/server-info.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { SERVER_CARD_PATH } from './catalog.ts';

// The files by which MCP clients and registries discover the service before they connect.

const print = (document: object) => Buffer.from(`${JSON.stringify(document, null, 2)}\n`);

/** Renders the server card (SEP-2127): the address, and the supported revisions of the protocol. */
export function renderServerCard(dataset: Dataset): Uint8Array<ArrayBuffer> {
  const { name, version, websiteUrl, icons, title, description } = serverInfoOf(dataset);
  return print({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name,
    version,
    title,
    description,
    websiteUrl,
    icons,
    remotes: [
      {
        type: 'streamable-http',
        url: `${dataset.sidecarUrl}${MCP_PATH}`,
        supportedProtocolVersions: PROTOCOL_VERSIONS,
      },
    ],
  });
}

/** Renders /.well-known/ai-catalog.json, an index of the server cards of this origin. */
export function renderAiCatalog(dataset: Dataset): Uint8Array<ArrayBuffer> {
  const { name, title } = serverInfoOf(dataset);
  return print({
    specVersion: '1.0',
    entries: [
      {
        identifier: identifierOf(name),
        displayName: title,
        type: 'application/mcp-server-card+json',
        url: dataset.baseUrl + SERVER_CARD_PATH,
      },
    ],
  });
}

/** Converts the name of a server: com.example/reviews to urn:air:example.com:mcp:reviews. */
function identifierOf(name: string): string {
  const [namespace = '', word = ''] = name.split('/');
  return `urn:air:${namespace.split('.').reverse().join('.')}:mcp:${word}`;
}

/**
 * Renders the server.json of the MCP registry, with which an operator may list the service there. It
 * has no icons: the registry accepts only those on HTTPS.
 */
export function renderRegistryEntry(dataset: Dataset): Uint8Array<ArrayBuffer> {
  const { name, title, description, version, websiteUrl } = serverInfoOf(dataset);
  return print({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name,
    title,
    description,
    version,
    websiteUrl,
    remotes: [{ type: 'streamable-http', url: `${dataset.sidecarUrl}${MCP_PATH}` }],
  });
}
