import { TOOLS } from '#agents/agents.ts';
import { hostsOf } from '#agents/install.ts';
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
  expect(response.headers.get('content-type')).toBe('application/json');
  const [remote] = ServerCard.parse(await response.json()).remotes;
  expect(remote?.url).toBe(await page.locator('#url-mcp').textContent());
  const hosts = hostsOf('harbor-law-reviews', remote?.url ?? '');
  const names = page.locator('.clients dt a');
  await expect(names).toHaveText(hosts.map((host) => host.name));
  for (const [at, host] of hosts.entries()) {
    await expect(names.nth(at)).toHaveAttribute('href', host.documentation);
    const how = page.locator('.clients dd').nth(at);
    if (host.kind === 'steps') await expect(how.locator('li')).toHaveText([...host.menus]);
    if (host.kind === 'command') await expect(how.locator(`#${host.id}`)).toHaveText(host.command);
    if (host.kind === 'link') await expect(how.locator('a')).toHaveAttribute('href', host.href);
    if (host.kind !== 'config') continue;
    await expect(how.locator('code').first()).toHaveText(host.file);
    const entry = await how.locator(`#${host.id}`).textContent();
    expect(JSON.parse(entry ?? '')).toEqual(host.entry);
  }
  const ownLink = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'AI agents' });
  await expect(ownLink).toHaveAttribute('aria-current', 'page');
  const card = page.getByRole('link', { name: '/.well-known/mcp/server-card.json' });
  await expect(card).toHaveAttribute('href', '/.well-known/mcp/server-card.json');
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
    `By default ${MCP_LIMITS.requestsPerMinute} requests a minute from one client, 64 kB each`,
  );
});
