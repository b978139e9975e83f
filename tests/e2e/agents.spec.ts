import { TOOLS } from '#agents/agents.ts';
import { MCP_LIMITS } from '#agents/server-info.ts';
import { AiCatalog, ServerCard } from '#artifacts/discovery.ts';
import { expect, test } from './service.ts';

test('the page shows the address that discovery leads to, every tool, and the limits', async ({
  page,
  url,
}) => {
  await page.goto('/agents/');
  const catalog = await fetch(`${url}/.well-known/ai-catalog.json`);
  expect(catalog.headers.get('content-type')).toBe('application/ai-catalog+json');
  const { entries } = AiCatalog.parse(await catalog.json());
  const response = await fetch(entries[0]?.url ?? '');
  expect(response.headers.get('content-type')).toBe(entries[0]?.type);
  const [remote] = ServerCard.parse(await response.json()).remotes;
  expect(remote?.url).toBe(await page.locator('#url-mcp').textContent());
  const command = `claude mcp add --transport http harbor-law-reviews ${remote?.url}`;
  await expect(page.locator('#claude-code')).toHaveText(command);
  const ownLink = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'AI agents' });
  await expect(ownLink).toHaveAttribute('aria-current', 'page');
  const card = page.getByRole('link', { name: '/mcp/server-card' });
  await expect(card).toHaveAttribute('href', '/mcp/server-card');
  const main = page.locator('main');
  for (const version of remote?.supportedProtocolVersions ?? []) {
    await expect(main).toContainText(version);
  }

  const terms = page.getByRole('region', { name: 'What an agent can ask' }).locator('dl > div');
  await expect(terms).toHaveText(
    TOOLS.map(({ name, title, summary }) => `${title} ${name} ${summary}`),
  );

  expect(MCP_LIMITS.bodyBytes).toBe(64 * 1024);
  await expect(main).toContainText(
    `By default ${MCP_LIMITS.requests.perMinute} requests a minute from one client, 64 kB each`,
  );
});
