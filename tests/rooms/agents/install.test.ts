import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bridgeEntry, clientNameOf, type Host, hostsOf, httpEntry } from '#agents/install.ts';

const NAME = 'harbor-law-reviews';

/** What a client is made of, beside its name and address. */
function essenceOf(host: Host): unknown {
  switch (host.kind) {
    case 'steps':
      return host.menus;
    case 'command':
      return host.command;
    default:
      return { [host.file]: host.entry };
  }
}

test('a client lists the server by the business and what it is about, in letters, digits and hyphens', () => {
  assert.equal(clientNameOf({ id: 'harbor-law' }), NAME);
  assert.equal(clientNameOf({ id: 'acme-reviews' }), 'acme-reviews');
});

test('each client has an id of its own, which can be part of a page, and documentation over https', () => {
  const hosts = hostsOf(NAME, 'https://reviews.example/mcp');
  assert.equal(new Set(hosts.map(({ id }) => id)).size, hosts.length);
  for (const { id, documentation } of hosts) {
    assert.match(id, /^[a-z-]+$/);
    assert.equal(new URL(documentation).protocol, 'https:', id);
  }
});

for (const url of ['https://reviews.example/mcp', 'http://[::1]:80/mcp']) {
  test(`clients read name and address from commands and files as they document: ${url}`, () => {
    const hosts = new Map(hostsOf(NAME, url).map((host) => [host.id, essenceOf(host)]));
    const http = { type: 'http', url };
    assert.deepEqual(Object.fromEntries(hosts), {
      claude: ['Customize', 'Connectors', '+', 'Add custom connector'],
      chatgpt: ['Plugins', '+', 'Add custom MCP server'],
      'claude-code': `claude mcp add --transport http ${NAME} ${url}`,
      codex: `codex mcp add ${NAME} --url ${url}`,
      'gemini-cli': `gemini mcp add --scope user --transport http ${NAME} ${url}`,
      'vs-code': { '.vscode/mcp.json': { servers: { [NAME]: http } } },
      cursor: { '~/.cursor/mcp.json': { mcpServers: { [NAME]: { url } } } },
      windsurf: {
        '~/.codeium/windsurf/mcp_config.json': { mcpServers: { [NAME]: { serverUrl: url } } },
      },
      zed: { '~/.config/zed/settings.json': { context_servers: { [NAME]: { url } } } },
    });
    assert.deepEqual(httpEntry(NAME, url), { mcpServers: { [NAME]: http } });
    const bridge = { command: 'npx', args: ['-y', 'mcp-remote', url] };
    assert.deepEqual(bridgeEntry(NAME, url), { mcpServers: { [NAME]: bridge } });
  });

  test(`editors read name and address from links: ${url}`, () => {
    const hrefOf = (id: string) =>
      hostsOf(NAME, url)
        .flatMap((host) => (host.kind === 'link' && host.id === id ? [host.href] : []))
        .join();
    const cursor = new URL(hrefOf('cursor'));
    assert.equal(cursor.href.split('?')[0], 'cursor://anysphere.cursor-deeplink/mcp/install');
    const { name, config = '' } = Object.fromEntries(cursor.searchParams);
    assert.deepEqual([name, JSON.parse(atob(config))], [NAME, { url }]);
    const [address, entry = ''] = hrefOf('vs-code').split('?');
    assert.equal(address, 'vscode:mcp/install');
    assert.deepEqual(JSON.parse(decodeURIComponent(entry)), { name: NAME, type: 'http', url });
  });
}
