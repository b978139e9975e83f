import type { Page } from 'playwright/test';
import { expect, test } from '../../e2e/service.ts';

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Documentation' });

for (const javaScriptEnabled of [true, false]) {
  test.describe(`where scripts are ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('the documentation is read from page to page, in the margin or behind a disclosure', async ({
      page,
    }) => {
      await page.goto('/');
      await page.getByRole('banner').getByRole('link', { name: 'Docs' }).click();
      const links = navigation(page).getByRole('link');
      await expect(links.first()).toBeVisible();
      await expect(navigation(page).getByText('Run it')).toBeVisible();
      await page.getByRole('link', { name: 'Next' }).click();
      await expect(page).toHaveURL(/\/docs\/quick-start\/$/);
      await expect(navigation(page).locator('[aria-current="page"]')).toHaveText('Quick start');

      await page.setViewportSize({ width: 390, height: 844 });
      await expect(links.first()).toBeHidden();
      await page.locator('summary', { hasText: 'Documentation' }).click();
      await navigation(page).getByRole('link', { name: 'License and citation' }).click();
      await expect(page).toHaveURL(/#license-and-citation$/);
      await expect(page.getByRole('link', { name: 'Previous' })).toHaveAttribute('href', '/docs/');
    });

    test('code is copied as it is shown, with the address of the service', async ({
      page,
      context,
      url,
    }) => {
      await page.goto('/docs/quick-start/');
      const copy = page.getByRole('button', { name: 'Copy Python' });
      if (!javaScriptEnabled) return expect(copy).toBeHidden();
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
      await copy.click();
      await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toContain(`import pandas as pd\n\nreviews = pd.read_csv("${url}/reviews.csv"`);
    });
  });
}
