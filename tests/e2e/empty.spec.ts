import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './service.ts';
import { startService } from './start-service.ts';

const BUSINESS_FILE = join(import.meta.dirname, '../../content/business.yaml');

test('a business without reviews has sound pages that claim no rating', async ({ browser }) => {
  test.setTimeout(60_000);
  const content = await mkdtemp(join(tmpdir(), 'testimony-empty-'));
  await copyFile(BUSINESS_FILE, join(content, 'business.yaml'));
  const service = await startService(content);
  const page = await (await browser.newContext()).newPage();
  try {
    for (const path of ['/', '/feeds/', '/agents/', '/no-such-page/']) {
      await page.goto(service.url + path);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    }
    await page.goto(service.url);
    await expect(page.getByRole('heading', { name: 'No verified reviews yet' })).toBeVisible();
    await expect(page.locator('article')).toHaveCount(0);
    const jsonLd = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(jsonLd ?? '')).not.toHaveProperty('aggregateRating');
  } finally {
    await page.close();
    await service.stop();
    await rm(content, { recursive: true });
  }
});
