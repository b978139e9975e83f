import { MCP_PATH } from '#agents/server-info.ts';
import { HUB_PATH, SERVER_CARD_PATH } from '#artifacts/catalog.ts';
import { HTML_TYPE, JSON_TYPE, TEXT_TYPE } from '#artifacts/media-types.ts';
import type { ReviewSource } from '#search/review-source.ts';

/** Renders the catalog of interfaces (RFC 9727) as a set of links (RFC 9264 §4.2): they are its items. */
export async function renderApiCatalog({ baseUrl, sidecarUrl }: ReviewSource): Promise<Uint8Array> {
  const link = (path: string, type: string) => [{ href: baseUrl + path, type }];
  const service = sidecarUrl === undefined ? [] : [sidecarUrl + MCP_PATH, sidecarUrl + HUB_PATH];
  const [mcp, hub] = service;
  const linkset = [
    {
      anchor: `${baseUrl}/.well-known/api-catalog`,
      item: [`${baseUrl}/`, ...service].map((href) => ({ href })),
    },
    // Relations of RFC 8631.
    {
      anchor: `${baseUrl}/`,
      'service-desc': link('/openapi.json', JSON_TYPE),
      'service-doc': link('/docs/', HTML_TYPE),
      'service-meta': link('/llms.txt', TEXT_TYPE),
      ...(mcp && { status: [{ href: `${sidecarUrl}/healthz`, type: JSON_TYPE }] }),
    },
    mcp && {
      anchor: mcp,
      'service-desc': link(SERVER_CARD_PATH, JSON_TYPE),
      'service-doc': link('/agents/', HTML_TYPE),
    },
    hub && { anchor: hub, 'service-doc': link('/websub/', HTML_TYPE) },
  ];
  return Buffer.from(`${JSON.stringify({ linkset: linkset.filter(Boolean) }, null, 2)}\n`);
}
