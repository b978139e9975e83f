import { expect, test } from '../../e2e/service.ts';

test('where the browser refuses, the button selects the URL', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await page.goto('/feeds/');

  await page.getByRole('button', { name: 'Copy the address of the Atom feed' }).click();

  await expect(page.getByRole('status').filter({ hasText: 'Selected' })).toBeVisible();
  expect(await page.evaluate(() => String(getSelection()))).toContain('/feed.xml');
});
