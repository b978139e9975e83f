import { z } from 'zod';
import {
  MAX_SERVER_NAME_LENGTH,
  MAX_WORDS_LENGTH,
  MCP_PATH,
  PROTOCOL_VERSIONS,
  serverInfoOf,
} from '#agents/server-info.ts';
import type { Dataset } from '#dataset/dataset.ts';

const Icon = z.strictObject({
  src: z.url(),
  mimeType: z.string(),
  sizes: z.array(z.string()),
});

/** What MCP clients and registries are told of the server before they connect (SEP-2127). */
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
    icons: z.array(Icon),
    remotes: z.array(
      z.strictObject({
        type: z.literal('streamable-http'),
        url: z.url().describe('Where to connect.'),
        supportedProtocolVersions: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'ServerCard' });
export type ServerCard = z.infer<typeof ServerCard>;

/** Renders the server card: where to connect, and with which revisions of the protocol. */
export function renderServerCard(dataset: Dataset): Uint8Array<ArrayBuffer> {
  const { name, version, websiteUrl, icons, title, description } = serverInfoOf(dataset);
  const card: ServerCard = {
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
        url: dataset.baseUrl + MCP_PATH,
        supportedProtocolVersions: [...PROTOCOL_VERSIONS],
      },
    ],
  };
  return Buffer.from(`${JSON.stringify(card, null, 2)}\n`);
}
