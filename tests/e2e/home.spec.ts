import { expect, test } from './service.ts';

test('the first page shows the business, its rating and its counts as reviews.json has them', async ({
  page,
  published,
}) => {
  const { business, aggregateRating, collection } = published;
  await page.goto('/');

  await expect(page.getByRole('heading', { level: 1 })).toContainText(business.name);
  await expect(page.getByText(business.description)).toBeVisible();
  await expect(page.getByRole('link', { name: '512-555-0142' })).toHaveAttribute(
    'href',
    `tel:${business.telephone}`,
  );
  await expect(page.getByText(`${aggregateRating.ratingValue} of 5`).first()).toBeVisible();
  await expect(page.getByText(`${aggregateRating.ratingCount} ratings`)).toBeVisible();
  const collected = page.getByRole('table', { name: 'What became of the received reviews' });
  await expect(collected.getByRole('row', { name: /^Published/ })).toContainText(
    String(collection.reviewsPublished),
  );
  await expect(collected.getByRole('row', { name: /^Withheld/ })).toContainText(
    String(collection.reviewsWithheld),
  );
  await expect(collected.getByRole('row', { name: /^Removed/ })).toContainText(
    String(collection.reviewsRemoved),
  );
});

test('the histogram has a row for every rating that occurs, with its count', async ({
  page,
  published,
}) => {
  const { ratingDistribution } = published.aggregateRating;
  await page.goto('/');

  const rows = page.getByRole('table', { name: 'Ratings by stars' }).locator('tbody tr');
  const shown = await rows.evaluateAll((all) =>
    all.map((row) => [
      Number.parseFloat(row.querySelector('th')?.textContent ?? ''),
      Number(row.querySelector('td:last-child')?.textContent),
    ]),
  );

  const expected = Object.entries(ratingDistribution).map(([star, count]) => [Number(star), count]);
  expect(shown).toEqual(expected.sort(([a = 0], [b = 0]) => b - a));
});

test('the first page shows the twelve newest reviews, newest first', async ({
  page,
  published,
}) => {
  await page.goto('/');

  const names = await page.locator('.entries article h3').allTextContents();

  const newest = published.reviews.slice(0, 12).map(({ author }) => author.name);
  expect(names.map((name) => name.trim())).toEqual(newest);
});

test('an answer opens and leads to the reviews that it rests on', async ({ page }) => {
  await page.goto('/');
  const question = page.locator('details').first();

  await question.locator('summary').click();
  const evidence = question.getByRole('link').first();
  const name = await evidence.locator('bdi').textContent();
  await evidence.click();

  await expect(page).toHaveURL(/\/reviews\/[a-z0-9-]+\/$/);
  await expect(page.getByText(`Review by ${name}`)).toBeVisible();
});

test('the disclaimer and who publishes the site stand on every kind of page', async ({
  page,
  published,
}) => {
  for (const path of ['/', '/feeds/', '/no-such-page/', '/reviews/google-dke8h4nq/']) {
    await page.goto(path);
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText(published.business.disclaimer ?? '');
    await expect(footer).toContainText('This site is published by Harbor Injury Law');
    await expect(page.locator('body')).not.toContainText(/independent/i);
  }
});
