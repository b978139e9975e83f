/** How a client is made to use the server. What clients call their menus and files is the same in each language. */
export type Host = {
  readonly id: string;
  readonly name: string;
  /** Where its makers say the same. */
  readonly documentation: string;
} & (
  | { readonly kind: 'steps'; readonly menus: readonly string[] }
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'link'; readonly href: string; readonly file: string; readonly entry: object }
  | { readonly kind: 'config'; readonly file: string; readonly entry: object }
);

/** A short name by which a client lists the server: the id of the business and what it is about. */
export function clientNameOf({ id }: { readonly id: string }): string {
  return id.endsWith('reviews') ? id : `${id}-reviews`;
}

/** The clients that people use most, for a server of a name at an address. */
export function hostsOf(name: string, url: string): readonly Host[] {
  return [
    {
      id: 'claude',
      name: 'Claude',
      documentation:
        'https://support.claude.com/en/articles/11175166-get-started-with-custom-connectors-using-remote-mcp',
      kind: 'steps',
      menus: ['Customize', 'Connectors', '+', 'Add custom connector'],
    },
    {
      id: 'chatgpt',
      name: 'ChatGPT',
      documentation: 'https://developers.openai.com/api/docs/guides/custom-mcp-server',
      kind: 'steps',
      menus: ['Plugins', '+', 'Add custom MCP server'],
    },
    {
      id: 'claude-code',
      name: 'Claude Code',
      documentation: 'https://code.claude.com/docs/en/mcp',
      kind: 'command',
      command: `claude mcp add --transport http ${name} ${url}`,
    },
    {
      id: 'codex',
      name: 'Codex',
      documentation: 'https://learn.chatgpt.com/docs/extend/mcp',
      kind: 'command',
      command: `codex mcp add ${name} --url ${url}`,
    },
    {
      id: 'gemini-cli',
      name: 'Gemini CLI',
      documentation: 'https://geminicli.com/docs/tools/mcp-server/',
      kind: 'command',
      // Its default is the folder of the terminal, and it refuses that of the user.
      command: `gemini mcp add --scope user --transport http ${name} ${url}`,
    },
    {
      id: 'vs-code',
      name: 'VS Code',
      documentation: 'https://code.visualstudio.com/docs/agent-customization/mcp-servers',
      kind: 'link',
      href: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: 'http', url }))}`,
      file: '.vscode/mcp.json',
      entry: { servers: { [name]: { type: 'http', url } } },
    },
    {
      id: 'cursor',
      name: 'Cursor',
      documentation: 'https://cursor.com/docs/mcp/install-links',
      kind: 'link',
      href: `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({ name, config: btoa(JSON.stringify({ url })) })}`,
      file: '~/.cursor/mcp.json',
      entry: { mcpServers: { [name]: { url } } },
    },
    {
      id: 'windsurf',
      name: 'Windsurf',
      documentation: 'https://docs.devin.ai/desktop/cascade/mcp',
      kind: 'config',
      file: '~/.codeium/windsurf/mcp_config.json',
      entry: { mcpServers: { [name]: { serverUrl: url } } },
    },
    {
      id: 'zed',
      name: 'Zed',
      documentation: 'https://zed.dev/docs/ai/mcp',
      kind: 'config',
      file: '~/.config/zed/settings.json',
      entry: { context_servers: { [name]: { url } } },
    },
  ];
}

/** The entry that most other clients take in their file of servers. */
export function httpEntry(name: string, url: string): object {
  return { mcpServers: { [name]: { type: 'http', url } } };
}

export const BRIDGE_DOCUMENTATION = 'https://github.com/geelen/mcp-remote';

/** The entry for clients that can only start programs: this one passes everything on. */
export function bridgeEntry(name: string, url: string): object {
  return { mcpServers: { [name]: { command: 'npx', args: ['-y', 'mcp-remote', url] } } };
}
