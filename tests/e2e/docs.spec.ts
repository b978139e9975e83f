import { expect, test } from './service.ts';

test('the documentation is reached from the foot of a page, and leads to a variable', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Documentation' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Configuration' }).click();
  await page.getByRole('link', { name: 'Limits and memory' }).first().click();

  await expect(page).toHaveURL(/\/docs\/configuration\/#limits-and-memory$/);
  await expect(page.getByText('PAGE_MEMORY_MB')).toBeInViewport();
});

test('a table that is wider than the screen scrolls by the keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/docs/configuration/');
  const table = page.getByRole('region', { name: 'Table: Push' });

  await table.focus();
  await page.keyboard.press('ArrowRight');

  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
});
