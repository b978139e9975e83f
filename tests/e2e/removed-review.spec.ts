import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, REMOVED_REVIEW, test } from './service.ts';

const REMOVED = readFileSync(join(import.meta.dirname, '../../content/removed.yaml'), 'utf8');

test('a review that was taken down says when and why, and leads on', async ({ page }) => {
  const response = await page.goto(REMOVED_REVIEW);

  expect(response?.status()).toBe(410);
  expect(response?.headers()['cache-control']).toBe('public, max-age=60');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This review was taken down');
  const id = REMOVED_REVIEW.split('/')[2] ?? '';
  const entry = REMOVED.slice(REMOVED.indexOf(`id: ${id}`));
  const [, date = ''] = /dateRemoved: "?([\d-]+)/.exec(entry) ?? [];
  await expect(page.locator('main time')).toHaveAttribute('datetime', date);
  const reason = page.getByRole('definition').last();
  await expect(reason).toHaveText('Its author asked for it to be taken down.');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('article, link[rel="canonical"]')).toHaveCount(0);

  await page.getByRole('main').getByRole('link', { name: 'All reviews' }).click();
  await expect(page).toHaveURL(/\/reviews\/$/);

  await page.goBack();
  await page.getByRole('main').getByRole('searchbox').fill('deposition');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reviews\/\?query=deposition$/);
});

test('a page that does not exist says so, and leads on', async ({ page }) => {
  const response = await page.goto('/reviews/no-such-review/');

  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await page.getByRole('main').getByRole('searchbox').fill('deposition');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reviews\/\?query=deposition$/);
  await expect(page.getByRole('article').first()).toBeVisible();
});
