import { MCP_PATH } from '#agents/server-info.ts';
import { HUB_PATH, SERVER_CARD_PATH } from '#artifacts/catalog.ts';
import { HTML_TYPE, JSON_TYPE, TEXT_TYPE } from '#artifacts/media-types.ts';
import type { ReviewSource } from '#search/review-source.ts';

/** The links of an interface, by the relations of RFC 8631. */
type Interface = {
  readonly path: string;
  readonly links: Readonly<Record<string, readonly (readonly [path: string, type: string])[]>>;
};

const INTERFACES: readonly Interface[] = [
  {
    path: '/',
    links: {
      'service-desc': [['/openapi.json', JSON_TYPE]],
      'service-doc': [['/docs/', HTML_TYPE]],
      'service-meta': [['/llms.txt', TEXT_TYPE]],
      status: [['/healthz', JSON_TYPE]],
    },
  },
  {
    path: MCP_PATH,
    links: {
      'service-desc': [[SERVER_CARD_PATH, JSON_TYPE]],
      'service-doc': [['/agents/', HTML_TYPE]],
    },
  },
  { path: HUB_PATH, links: { 'service-doc': [['/websub/', HTML_TYPE]] } },
];

/** Renders the catalog of interfaces (RFC 9727) as a set of links (RFC 9264 §4.2): they are its items. */
export async function renderApiCatalog({ baseUrl }: ReviewSource): Promise<Uint8Array> {
  const linkset = [
    {
      anchor: `${baseUrl}/.well-known/api-catalog`,
      item: INTERFACES.map(({ path }) => ({ href: baseUrl + path })),
    },
    ...INTERFACES.map(({ path, links }) => ({
      anchor: baseUrl + path,
      ...Object.fromEntries(
        Object.entries(links).map(([rel, targets]) => [
          rel,
          targets.map(([target, type]) => ({ href: baseUrl + target, type })),
        ]),
      ),
    })),
  ];
  return Buffer.from(`${JSON.stringify({ linkset }, null, 2)}\n`);
}
