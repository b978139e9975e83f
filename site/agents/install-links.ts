/** A short name by which a client lists the server: the id of the business and what it is about. */
export function clientNameOf({ id }: { readonly id: string }): string {
  return id.endsWith('reviews') ? id : `${id}-reviews`;
}

/** The command that adds the server to Claude Code. */
export function claudeCodeCommand(name: string, url: string): string {
  return `claude mcp add --transport http ${name} ${url}`;
}

/** A link that Cursor opens, and asks whether to add the server. */
export function cursorLink(name: string, url: string): string {
  const query = new URLSearchParams({ name, config: btoa(JSON.stringify({ url })) });
  return `cursor://anysphere.cursor-deeplink/mcp/install?${query}`;
}

/** A link that Visual Studio Code opens, and asks whether to add the server. */
export function vsCodeLink(name: string, url: string): string {
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: 'http', url }))}`;
}

/** The entry that most other clients take in their file of servers. */
export function clientConfig(name: string, url: string): string {
  return JSON.stringify({ mcpServers: { [name]: { type: 'http', url } } }, null, 2);
}
