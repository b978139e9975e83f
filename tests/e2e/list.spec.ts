import type { Page } from 'playwright/test';
import { LIST_SIZE } from '#search/question/list-question.ts';
import { expect, test } from './service.ts';

const status = (page: Page) => page.getByRole('main').getByRole('status').first();
const filters = (page: Page) => page.getByRole('list', { name: 'Active filters' });

test('results come as one types: the address follows, the count is announced, the focus stays', async ({
  page,
  published,
}) => {
  await page.goto('/reviews/');
  await expect(status(page)).toContainText(`${published.reviews.length} reviews`);
  // What is announced is a change of the same element.
  await status(page).evaluate((element) => element.setAttribute('data-first', ''));
  const field = page.getByRole('searchbox');
  await field.pressSequentially('deposition', { delay: 20 });

  await expect(page).toHaveURL(/\/reviews\/\?words=deposition$/);
  const found = published.reviews.filter(({ reviewBody }) => /deposition/i.test(reviewBody));
  await expect(status(page)).toContainText(new RegExp(`^\\s*${found.length} reviews?`));
  await expect(status(page)).toHaveAttribute('data-first', '');
  await expect(page.getByRole('article')).toHaveCount(Math.min(LIST_SIZE, found.length));
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('deposition');
  await expect(page).toHaveTitle(/deposition/);
  const robots = page.locator('meta[name="robots"]');
  await expect(robots).toHaveAttribute('content', 'noindex, follow');
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /words=deposition$/);

  await field.press('ControlOrMeta+a');
  await field.press('Delete');
  await expect(page).toHaveURL(/\/reviews\/$/);
  await expect(page.getByRole('article')).toHaveCount(LIST_SIZE);
  await expect(robots).toHaveCount(0);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/reviews\/$/);
  // Each state is an address of its own, which shows the same when it is opened.
  await page.goto('/reviews/?words=deposition');
  await expect(status(page)).toContainText(new RegExp(`^\\s*${found.length} reviews?`));
});

test('Back leads from what was searched for to the list before, and Forward to it again', async ({
  page,
}) => {
  await page.goto('/reviews/?rating=5');
  const field = page.getByRole('searchbox');
  // Nothing has changed, so that there is nothing to go back from.
  await field.press('Enter');
  const countEntries = () => page.evaluate(() => history.length);
  let entries = await countEntries();
  for (const text of ['deposition', 'settlement']) {
    await field.fill(text);
    await expect(page).toHaveTitle(new RegExp(text));
    await field.press('Enter');
    // What is typed before the answer comes takes its place, and there is nothing to go back to.
    await expect.poll(countEntries).toBe(++entries);
    await expect(page.locator('#results')).not.toHaveAttribute('aria-busy');
  }
  await expect(page).toHaveURL(/words=settlement/);
  for (const [go, text] of [
    ['goBack', 'deposition'],
    ['goBack', ''],
    ['goForward', 'deposition'],
  ] as const) {
    await page[go]();
    await expect(field).toHaveValue(text);
    await expect(page).toHaveURL(text === '' ? /\?rating=5$/ : new RegExp(`words=${text}`));
    await expect(page).toHaveTitle(text === '' ? /^Reviews: 5 stars/ : new RegExp(text));
    await expect(field).toBeFocused();
  }
  await page.goBack();
  await expect(field).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
});

test('the best match comes first, unless another order is chosen', async ({ page }) => {
  const order = page.getByLabel('Sort by');
  await page.goto('/reviews/');
  await expect(order.locator('option:checked')).toHaveText('Newest first');
  await page.getByRole('searchbox').fill('Did anybody lose a verdict?');
  await expect(order.locator('option:checked')).toHaveText('Best match');
  await expect(page.getByRole('article').first().locator('h3')).toHaveText('Lost at trial');
  await expect(page.getByRole('article').first().locator('h3 mark')).toHaveText('Lost');
  await expect(status(page)).toContainText('No review has all of these words');
  await order.selectOption('Newest first');
  await expect(page).toHaveURL(/\/reviews\/\?words=Did\+anybody\+lose\+a\+verdict%3F&sort=newest$/);
  await expect(page.getByRole('article').first().locator('mark')).toHaveText('lost');
});

test('the text of an older address is searched for beside what is typed, until it is removed', async ({
  page,
}) => {
  await page.goto('/reviews/?query=called+me');
  await expect(page).toHaveTitle(/“called me”/);
  await page.getByRole('searchbox').fill('lawyers');
  await page.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(/\/reviews\/\?words=lawyers&query=called\+me$/);
  await filters(page)
    .getByRole('link', { name: /called me/ })
    .click();
  await expect(page).toHaveURL(/\/reviews\/\?words=lawyers$/);
});

test('where the service cannot be reached the page says so, and what is shown stays', async ({
  page,
}) => {
  await page.goto('/reviews/');
  await page.route('**/reviews/?words=*', (route) => route.abort());
  await page.getByRole('searchbox').fill('deposition');
  await expect(page.getByRole('alert').filter({ visible: true })).not.toBeEmpty();
  await expect(page.getByRole('article')).toHaveCount(LIST_SIZE);
  await page.unroute('**/reviews/?words=*');
  await page.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(/words=deposition$/);
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0);
});

test('filters add up, and each is removed by itself', async ({ page, published }) => {
  const ofGoogle = published.reviews.filter(({ publisher }) => publisher.name === 'Google');
  const loved = ofGoogle.filter(({ reviewRating }) => reviewRating.ratingValue === 5);
  await page.goto('/reviews/');
  const choose = async (name: RegExp) => {
    await page.getByRole('navigation', { name: 'Filter' }).getByRole('link', { name }).click();
  };
  await choose(/^5 stars/);
  await choose(new RegExp(`^Google ${loved.length}$`));
  await expect(page).toHaveURL(/\/reviews\/\?rating=5&source=Google$/);
  await expect(status(page)).toContainText(`${loved.length} reviews`);
  await expect(filters(page).getByRole('listitem')).toHaveCount(3);

  await filters(page).getByRole('link', { name: 'Remove filter: 5 stars' }).click();
  await expect(page).toHaveURL(/\/reviews\/\?source=Google$/);
  await expect(status(page)).toContainText(`${ofGoogle.length} reviews`);
  await filters(page)
    .getByRole('link', { name: /On Google$/ })
    .click();
  await expect(page).toHaveURL(/\/reviews\/$/);
  await expect(filters(page)).toHaveCount(0);
});

test('one key leads past the filters, and a phone out of them, to the results', async ({
  page,
}) => {
  await page.goto('/reviews/');
  const skip = page.getByRole('link', { name: 'Skip to results' });
  await skip.focus();
  await expect(skip).toBeInViewport();
  await skip.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('article').first().locator('h3 a')).toBeFocused();

  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/reviews/?rating=1');
  await page.locator('.facets > summary').click();
  await page.getByRole('searchbox').fill('settlement');
  await expect(page).toHaveTitle(/settlement/);
  const count = Number.parseInt((await status(page).textContent()) ?? '', 10);
  await page.getByRole('link', { name: `Show ${count} review` }).click();
  await expect(page.locator('#results')).toBeInViewport();
  await expect(page.locator('.facets')).not.toHaveAttribute('open');
  await expect(page.getByRole('searchbox')).toHaveValue('settlement');
});

test('what a search may mean is linked where few are found, and names of authors are found', async ({
  page,
  published,
}) => {
  await page.goto('/reviews/');
  const field = page.getByRole('searchbox');
  await field.fill('lawyer fee');
  const hints = page.locator('.search-hints');
  await hints.getByRole('link', { name: /^Value and fees/ }).click();
  await expect(page).toHaveURL(/\/reviews\/\?aspect=value-and-fees$/);
  await expect(page.getByRole('article').first()).toBeVisible();
  const titled = published.reviews.find(({ name }) => name === 'Kept me informed');
  await field.fill(`“${titled?.name}”`);
  await page.getByRole('main').getByRole('link', { name: 'Clear all' }).waitFor();
  await page.goto(`/reviews/?words=${encodeURIComponent(`“${titled?.name}”`)}`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.goto(`/reviews/?words=${encodeURIComponent(titled?.author.name ?? '')}`);
  await expect(
    page
      .getByRole('article')
      .getByText(titled?.author.name ?? '')
      .first(),
  ).toBeVisible();
});

test('where nothing is found the page leads to what a name may mean, and on without each filter', async ({
  page,
}) => {
  await page.goto('/reviews/?mentions_technician=Elena+Munos&rating=5');
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(status(page)).toContainText('0 reviews');
  await page.getByRole('main').getByRole('link', { name: 'Did you mean Elena Muñoz?' }).click();
  await expect(page).toHaveURL(/\?rating=5&mentions_technician=elena-munoz$/);
  await expect(page.getByRole('article').first()).toBeVisible();

  await page.goto('/reviews/?source=Gogle');
  await page.getByRole('main').getByRole('link', { name: 'Did you mean Google?' }).click();
  await expect(page).toHaveURL(/\?source=Google$/);
  await expect(page.getByRole('article').first()).toBeVisible();

  await page.goto('/reviews/?query=nothing+of+this&rating=1');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Without the filter .*nothing of this/ })
    .click();
  await expect(page).toHaveURL(/\/reviews\/\?rating=1$/);
});
