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
  await expect(page.getByRole('link', { name: 'AI agents' })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test('the address is the one that discovery leads to', async ({ page, service }) => {
  await page.goto('/agents/');
  const shown = await page.locator('#url-mcp').textContent();

  const catalog = await fetch(`${service.url}/.well-known/ai-catalog.json`);
  expect(catalog.headers.get('content-type')).toBe('application/ai-catalog+json');
  const { entries } = AiCatalog.parse(await catalog.json());
  const response = await fetch(entries[0]?.url ?? '');
  expect(response.headers.get('content-type')).toBe(entries[0]?.type);
  const card = ServerCard.parse(await response.json());

  expect(card.remotes.map(({ url }) => url)).toEqual([shown]);
  await expect(page.getByRole('link', { name: '/mcp/server-card' })).toHaveAttribute(
    'href',
    '/mcp/server-card',
  );
  for (const version of card.remotes[0]?.supportedProtocolVersions ?? []) {
    await expect(page.locator('main')).toContainText(version);
  }
});

test('the buttons copy the address, and the command for Claude Code', async ({
  page,
  context,
  service,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.url });
  await page.goto('/agents/');
  for (const [button, copied] of [
    ['Copy the URL of the MCP server', `${service.url}/mcp`],
    [
      'Copy the command for Claude Code',
      `claude mcp add --transport http harbor-law-reviews ${service.url}/mcp`,
    ],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(copied);
  }
});

test('the page names every tool, with what it answers', async ({ page }) => {
  await page.goto('/agents/');
  const terms = page.getByRole('region', { name: 'What an agent can ask' }).locator('dl > div');

  await expect(terms).toHaveCount(TOOLS.length);
  for (const [index, { name, title, description }] of TOOLS.entries()) {
    const term = terms.nth(index);
    await expect(term.locator('dt')).toHaveText(title);
    await expect(term.locator('code')).toHaveText(name);
    await expect(term.locator('dd')).toContainText(firstSentence(description));
  }
});

test('the limits that hold by default are those of the endpoint', async ({ page }) => {
  await page.goto('/agents/');

  expect(MCP_LIMITS.bodyBytes).toBe(64 * 1024);
  await expect(page.locator('main')).toContainText(
    `By default ${MCP_LIMITS.requests.perMinute} requests a minute from one client, of 64 kB at most`,
  );
});
