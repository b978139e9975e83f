import { TOOLS } from '#agents/agents.ts';
import { MCP_LIMITS } from '#agents/server-info.ts';
import { AiCatalog, ServerCard } from '#artifacts/discovery.ts';
import { firstSentence } from '#artifacts/llms-text.ts';
import { expect, test } from './service.ts';

test('the page for agents is reached from every page, from the data and from the feeds', async ({
  page,
}) => {
  for (const [path, name] of [
    ['/', 'AI agents'],
    ['/', 'how an AI agent asks'],
    ['/feeds/', 'let them ask'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(/\/agents\/$/);
  }
  const link = page.getByRole('link', { name: 'AI agents' });
  await expect(link).toHaveAttribute('aria-current', 'page');
});

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
  const card = page.getByRole('link', { name: '/mcp/server-card' });
  await expect(card).toHaveAttribute('href', '/mcp/server-card');
  const main = page.locator('main');
  for (const version of remote?.supportedProtocolVersions ?? []) {
    await expect(main).toContainText(version);
  }

  const terms = page.getByRole('region', { name: 'What an agent can ask' }).locator('dl > div');
  await expect(terms).toHaveText(
    TOOLS.map(({ name, title, description }) => `${title} ${name} ${firstSentence(description)}`),
  );

  expect(MCP_LIMITS.bodyBytes).toBe(64 * 1024);
  await expect(main).toContainText(
    `By default ${MCP_LIMITS.requests.perMinute} requests a minute from one client, of 64 kB at most`,
  );
});

test('the buttons copy the address, and the command for Claude Code', async ({
  page,
  context,
  url,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  await page.goto('/agents/');
  for (const [name, copied] of [
    ['Copy the URL of the MCP server', `${url}/mcp`],
    [
      'Copy the command for Claude Code',
      `claude mcp add --transport http harbor-law-reviews ${url}/mcp`,
    ],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(copied);
  }
});
