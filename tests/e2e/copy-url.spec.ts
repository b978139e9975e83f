import { expect, test } from './service.ts';

test('the button copies the URL of a feed', async ({ page, context, url: origin }) => {
  await context.grantPermissions(['clipboard-write'], { origin });
  await page.goto('/feeds/');
  const url = await page.locator('#url-json').textContent();

  await page.getByRole('button', { name: 'Copy the address of the JSON feed' }).click();

  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  // No page of ours may read it: it is pasted elsewhere, as a person would.
  await page.goto('about:blank');
  await page.setContent('<textarea></textarea>');
  await page.locator('textarea').press('ControlOrMeta+v');
  await expect(page.locator('textarea')).toHaveValue(url ?? '');
  expect(new URL(url ?? '').pathname).toBe('/api/feed.json');
});

test('where the browser refuses, the button selects the URL', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await page.goto('/feeds/');

  await page.getByRole('button', { name: 'Copy the address of the Atom feed' }).click();

  await expect(page.getByRole('status').filter({ hasText: 'Selected' })).toBeVisible();
  expect(await page.evaluate(() => String(getSelection()))).toContain('/feed.xml');
});

test('without scripts the URL stands there alone, and a click selects it whole', async ({
  browser,
  url,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${url}/feeds/`);

  await expect(page.getByRole('button', { name: /^Copy/ })).toHaveCount(0);
  await expect(page.locator('#url-atom')).toContainText('/feed.xml');
  await expect(page.locator('#url-atom')).toHaveCSS('user-select', 'all');
  await context.close();
});
