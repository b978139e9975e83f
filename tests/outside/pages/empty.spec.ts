import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, expectAccessible, MISSING_PAGE, test } from '../../e2e/service.ts';
import { withService } from './with-service.ts';

const BUSINESS_FILE = join(import.meta.dirname, '../../../content/business.yaml');

test('a business without reviews has sound pages that claim no rating', async ({ page }) => {
  test.setTimeout(60_000);
  const write = (content: string) => copyFile(BUSINESS_FILE, join(content, 'business.yaml'));
  await withService(write, async (url) => {
    for (const path of [
      '/feeds/',
      '/agents/',
      '/insights/',
      '/methodology/',
      '/archive/',
      '/reviews/',
      MISSING_PAGE,
      '/',
    ]) {
      await page.goto(url + path);
      await expectAccessible(page);
    }
    await expect(page.getByText('There are no verified reviews yet.')).toBeVisible();
    await expect(page.locator('article')).toHaveCount(0);
    await expect(page.getByRole('table')).toHaveCount(0);
    const jsonLd = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(jsonLd.join('\n')).not.toContain('AggregateRating');
  });
});
