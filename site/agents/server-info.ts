import type { Business } from '#dataset/business.ts';

/** Where agents connect, below BASE_URL. */
export const MCP_PATH = '/mcp';

/** The version of the interface (specification §9). */
export const API_VERSION = '1.0.0';

/** Every protocol revision that is spoken at MCP_PATH, newest first. */
export const PROTOCOL_VERSIONS = [
  '2026-07-28',
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
] as const;

/** What a server tells that it can do. Its lists change only with the program. */
export const CAPABILITIES = {
  tools: {},
  resources: { subscribe: true },
  prompts: {},
  completions: {},
};

/** How the server introduces itself, in the terms of MCP's Implementation. */
export type ServerInfo = {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly websiteUrl: string;
  readonly icons: readonly {
    readonly src: string;
    readonly mimeType: string;
    readonly sizes: string[];
  }[];
};

type Facts = {
  readonly baseUrl: string;
  readonly business: Pick<Business, 'name'>;
};

/** What the registry takes of a title and of a description, and of a name. */
export const MAX_WORDS_LENGTH = 100;
export const MAX_SERVER_NAME_LENGTH = 200;

/** The same in the handshake, the server card and the registry. */
export function serverInfoOf({ baseUrl, business: { name } }: Facts): ServerInfo {
  return {
    name: serverNameOf(baseUrl),
    title: firstThatFits([`Verified reviews of ${name}`, name, 'Verified reviews']),
    version: API_VERSION,
    description: firstThatFits([
      `Search and analyse the verified customer reviews of ${name}. Read only, no key.`,
      `Search the verified customer reviews of ${name}. Read only, no key.`,
      'Search and analyse the verified customer reviews of a business. Read only, no key.',
    ]),
    websiteUrl: `${baseUrl}/`,
    icons: [{ src: `${baseUrl}/favicon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] }],
  };
}

/** A name of the registry: the host reversed, as a namespace that its owner can prove, and a word. */
export function serverNameOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  const isName = /^[a-z0-9.-]+$/i.test(hostname) && /[a-z]/i.test(hostname);
  const labels = isName ? hostname.split('.').filter(Boolean).reverse() : [];
  const name = `${labels.join('.')}/reviews`;
  const isFit = labels.length > 0 && name.length <= MAX_SERVER_NAME_LENGTH;
  return isFit ? name : 'localhost/reviews';
}

/** The last one has to fit. */
function firstThatFits(wordings: readonly string[]): string {
  return wordings.find((words) => words.length <= MAX_WORDS_LENGTH) ?? wordings.at(-1) ?? '';
}
