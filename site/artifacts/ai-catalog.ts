import { z } from 'zod';
import { serverInfoOf } from '#agents/server-info.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { SERVER_CARD_TYPE } from './media-types.ts';
import { SERVER_CARD_PATH } from './paths.ts';

/** What this origin offers to agents: an index of server cards. */
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
export type AiCatalog = z.infer<typeof AiCatalog>;

/** Renders /.well-known/ai-catalog.json, from which clients learn the address of the card. */
export function renderAiCatalog(dataset: Dataset): Uint8Array<ArrayBuffer> {
  const { name, title } = serverInfoOf(dataset);
  const catalog: AiCatalog = {
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

/** The name of a server, com.example/reviews, as urn:air:example.com:mcp:reviews. */
function identifierOf(name: string): string {
  const [namespace = '', word = ''] = name.split('/');
  return `urn:air:${namespace.split('.').reverse().join('.')}:mcp:${word}`;
}
