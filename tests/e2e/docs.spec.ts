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
