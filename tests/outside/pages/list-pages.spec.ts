import { LIST_SIZE } from '#search/question/list-question.ts';
import { expect, test } from '../../e2e/service.ts';

test('the pages of a list hold each review once, to the last', async ({ page, published }) => {
  await page.goto('/reviews/?sort=lowest');
  const status = page.getByRole('main').getByRole('status').first();
  const seen: string[] = [];
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const next = pages.getByRole('link', { name: 'Next page' });
  const total = published.reviews.length;
  for (let first = 1; ; first += LIST_SIZE) {
    const last = Math.min(first + LIST_SIZE - 1, total);
    await expect(status).toContainText(`${first}–${last} of ${total} reviews`);
    const links = page.getByRole('article').locator('h3 a');
    seen.push(
      ...(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))),
    );
    if ((await next.count()) === 0) break;
    await next.click();
    await expect(page).toHaveTitle(/, page \d/);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /&page=\d$/);
    await expect(page.getByRole('article').locator('h3 a').first()).not.toHaveAttribute(
      'href',
      seen.at(-LIST_SIZE) ?? '',
    );
  }
  expect(seen.length).toBe(published.reviews.length);
  expect(new Set(seen).size).toBe(seen.length);
  await expect(pages.getByRole('link')).toHaveCount(4);
  await pages.getByRole('link', { name: 'Previous page' }).click();
  await expect(pages.getByRole('link', { name: 'Next page' })).toBeVisible();
  await pages.getByRole('link', { name: 'Page 1', exact: true }).click();
  await expect(page).toHaveURL(/\/reviews\/\?sort=lowest$/);
  // A page behind the last is the last.
  await page.goto('/reviews/?sort=lowest&page=999');
  await expect(status).toContainText(`–${total} of ${total} reviews`);
});
