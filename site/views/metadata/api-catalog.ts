import { MCP_PATH } from '#agents/server-info.ts';
import { HUB_PATH, SERVER_CARD_PATH } from '#artifacts/catalog.ts';
import { HTML_TYPE, JSON_TYPE, TEXT_TYPE } from '#artifacts/media-types.ts';
import type { ReviewSource } from '#search/review-source.ts';

/** Renders the catalog of interfaces (RFC 9727) as a set of links (RFC 9264 §4.2): they are its items. */
export async function renderApiCatalog({ baseUrl }: ReviewSource): Promise<Uint8Array> {
  const link = (path: string, type: string) => [{ href: baseUrl + path, type }];
  const linkset = [
    {
      anchor: `${baseUrl}/.well-known/api-catalog`,
      item: ['/', MCP_PATH, HUB_PATH].map((path) => ({ href: baseUrl + path })),
    },
    // Relations of RFC 8631.
    {
      anchor: `${baseUrl}/`,
      'service-desc': link('/openapi.json', JSON_TYPE),
      'service-doc': link('/docs/', HTML_TYPE),
      'service-meta': link('/llms.txt', TEXT_TYPE),
      status: link('/healthz', JSON_TYPE),
    },
    {
      anchor: baseUrl + MCP_PATH,
      'service-desc': link(SERVER_CARD_PATH, JSON_TYPE),
      'service-doc': link('/agents/', HTML_TYPE),
    },
    { anchor: baseUrl + HUB_PATH, 'service-doc': link('/websub/', HTML_TYPE) },
  ];
  return Buffer.from(`${JSON.stringify({ linkset }, null, 2)}\n`);
}
