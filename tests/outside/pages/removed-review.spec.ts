import { expect, MISSING_PAGE, REMOVED_REVIEW, test } from '../../e2e/service.ts';

for (const [path, status, heading] of [
  [REMOVED_REVIEW, 410, 'This review was taken down'],
  [MISSING_PAGE, 404, 'Page not found'],
] as const) {
  test(`a page that answers ${status} says so, and leads on to a search`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(status);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await page.getByRole('main').getByRole('searchbox').fill('deposition');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/reviews\/\?words=deposition$/);
    await expect(page.getByRole('article').first()).toBeVisible();
  });
}
