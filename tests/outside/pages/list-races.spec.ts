import type { Page } from 'playwright/test';
import { expect, test } from '../../e2e/service.ts';

const filters = (page: Page) => page.getByRole('list', { name: 'Active filters' });

/** Holds the answer at an address, once it was asked for, until `resolve`. */
async function holdPage(page: Page, url: string) {
  const { promise: release, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await release;
    // It may have been given up.
    await route.continue().catch(() => {});
  });
  return { asked: page.waitForRequest(url), resolve };
}

test('a filter that is pressed before the results come takes what was typed along', async ({
  page,
}) => {
  await page.goto('/reviews/');
  const { asked, resolve } = await holdPage(page, '**/reviews/?words=settlement');
  await page.getByRole('searchbox').fill('settlement');
  await asked;
  const filter = page
    .getByRole('navigation', { name: 'Filter' })
    .getByRole('link', { name: /^5 / });
  await filter.hover();
  await page.mouse.down();
  // They come while it is held down, and must not take its place.
  const response = page.waitForResponse('**/reviews/?words=settlement');
  resolve();
  await (await response).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.mouse.up();
  await expect(page).toHaveURL(/\/reviews\/\?rating=5&words=settlement$/);
  await expect(filters(page).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('searchbox')).toHaveValue('settlement');
});

test('what is unfolded stays so as results come, and the focus stays on a filter', async ({
  page,
}) => {
  await page.goto('/reviews/');
  const unfolded = page.locator('.facet details').first();
  const field = page.getByRole('searchbox');
  await unfolded.getByText(/more$/).click();
  // Of these, there is nothing to unfold.
  await field.fill('zebras');
  await expect(unfolded).toHaveCount(0);
  await field.fill('the');
  const filter = page
    .getByRole('navigation', { name: 'Filter' })
    .getByRole('link', { name: /^5 stars/ });
  await expect(filter).toHaveAttribute('href', /rating=5&words=the$/);
  await expect(unfolded).toHaveAttribute('open', '');
  await filter.focus();
  await field.evaluate((element) => {
    if (element instanceof HTMLInputElement) element.value = 'they';
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(filter).toHaveAttribute('href', /rating=5&words=they$/);
  await expect(filter).toBeFocused();
});

test('an answer that comes late does not take the place of a newer one', async ({ page }) => {
  await page.goto('/reviews/');
  const { asked, resolve } = await holdPage(page, '**/reviews/?words=settlement');
  await page.getByRole('searchbox').fill('settlement');
  await asked;
  const given = page.waitForEvent('requestfailed');
  await page.getByRole('searchbox').fill('deposition');
  await given;
  await expect(page).toHaveTitle(/deposition/);
  resolve();
  await expect(page).toHaveTitle(/deposition/);
  await expect(page).toHaveURL(/words=deposition$/);
});

test('what is typed while an earlier list comes back is not lost', async ({ page }) => {
  await page.goto('/reviews/');
  const field = page.getByRole('searchbox');
  await field.fill('settlement');
  await field.press('Enter');
  await expect(page).toHaveTitle(/settlement/);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const { asked, resolve } = await holdPage(page, '**/reviews/');
  await page.evaluate(() => history.back());
  await asked;
  await field.fill('deposition');
  resolve();
  await expect(page).toHaveTitle(/^All reviews/);
  await expect(field).toHaveValue('deposition');
});
