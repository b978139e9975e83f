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

test('the colors of code can be read in both schemes', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/docs/quick-start/');
    const colors = await page
      .locator('.docs-code pre span')
      .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).color))]);
    expect(colors.length).toBeGreaterThanOrEqual(4);
    const background = await page
      .locator('.docs-code')
      .first()
      .evaluate((block) => getComputedStyle(block).backgroundColor);
    for (const color of colors) expect(contrast(color, background)).toBeGreaterThanOrEqual(4.5);
  }
});

/** WCAG 2.2, "contrast ratio", of two colors as browsers compute them: `rgb(1, 2, 3)`. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
