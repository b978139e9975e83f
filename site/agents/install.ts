import HOSTS from './hosts.json' with { type: 'json' };
import { fillIn } from './release-facts.ts';

/** The setup of a client for the server. Clients call their menus the same in each language. */
export type Host = {
  readonly id: string;
  readonly name: string;
  /** The address of the client's own documentation. */
  readonly documentation: string;
} & (
  | { readonly kind: 'steps'; readonly menus: readonly string[] }
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'link'; readonly href: string; readonly file: string; readonly entry: object }
  | { readonly kind: 'config'; readonly file: string; readonly entry: object }
);

/** A short name by which a client lists the server: the id of the business and the subject. */
export function clientNameOf({ id }: { readonly id: string }): string {
  return id.endsWith('reviews') ? id : `${id}-reviews`;
}

/** The most popular clients, for a server of a name at an address. */
export function hostsOf(name: string, url: string): readonly Host[] {
  const entry = JSON.stringify({ name, type: 'http', url });
  const config = btoa(JSON.stringify({ url }));
  const facts = {
    name,
    url,
    forVsCode: encodeURIComponent(entry),
    forCursor: String(new URLSearchParams({ name, config })),
  };
  return JSON.parse(fillIn(JSON.stringify(HOSTS), facts));
}

/** The entry for the server in the configuration of most other clients. */
export function httpEntry(name: string, url: string): object {
  return { mcpServers: { [name]: { type: 'http', url } } };
}

export const BRIDGE_DOCUMENTATION = 'https://github.com/geelen/mcp-remote';

/** The entry for clients that can only start programs: this one forwards everything. */
export function bridgeEntry(name: string, url: string): object {
  return { mcpServers: { [name]: { command: 'npx', args: ['-y', 'mcp-remote', url] } } };
}
