import { z } from 'zod';
import { MCP_PATH, serverInfoOf } from '#agents/server-info.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { ServerCard } from './server-card.ts';

/** The server.json of the MCP registry, for whoever runs a service and wants to list it there. */
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
export type RegistryEntry = z.infer<typeof RegistryEntry>;

/** Renders server.json. It has no icons: the registry takes none but from HTTPS. */
export function renderRegistryEntry(dataset: Dataset): Uint8Array<ArrayBuffer> {
  const { name, title, description, version, websiteUrl } = serverInfoOf(dataset);
  const entry: RegistryEntry = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name,
    title,
    description,
    version,
    websiteUrl,
    remotes: [{ type: 'streamable-http', url: dataset.baseUrl + MCP_PATH }],
  };
  return Buffer.from(`${JSON.stringify(entry, null, 2)}\n`);
}
