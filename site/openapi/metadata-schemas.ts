import { z } from 'zod';

/*
 * The documents about data and interfaces, each with only the members that clients look at first:
 * their own specifications have the rest.
 */

export const JsonLdContext = z
  .object({ '@context': z.record(z.string(), z.unknown()) })
  .meta({ id: 'JsonLdContext' });

export const OpenApiDocument = z
  .object({
    openapi: z.string(),
    info: z.object({ title: z.string(), version: z.string() }),
    paths: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'OpenApiDocument' });

export const JsonSchema = z
  .object({ $schema: z.string(), $id: z.string(), title: z.string() })
  .meta({ id: 'JsonSchema' });

export const DataPackage = z.object({
  name: z.string(),
  version: z.string(),
  resources: z.array(
    z.object({ path: z.string(), mediatype: z.string(), bytes: z.int(), hash: z.string() }),
  ),
});

export const ApiCatalog = z.object({
  linkset: z.array(
    z.object({
      anchor: z.string(),
      'service-desc': z.array(z.object({ href: z.string() })).optional(),
    }),
  ),
});

const remotes = z.array(
  z.object({ type: z.string(), url: z.url().describe('The address at which to connect.') }),
);
const server = { $schema: z.url(), name: z.string(), title: z.string(), version: z.string() };

/** The server card (SEP-2127). */
export const ServerCard = z.object({ ...server, remotes }).meta({ id: 'ServerCard' });

/** The server.json of the MCP registry. */
export const RegistryEntry = z.object({ ...server, remotes }).meta({ id: 'RegistryEntry' });

/** An index of the server cards of an origin. */
export const AiCatalog = z
  .object({
    specVersion: z.string(),
    entries: z.array(z.object({ identifier: z.string(), type: z.string(), url: z.url() })),
  })
  .meta({ id: 'AiCatalog' });
