import { InsightsDocument } from '#insights/insights-document.ts';
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
  const question = page.locator('.questions details').first();

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

test('the first page shows the aspects as insights.json has them, the most mentioned first', async ({
  page,
  service,
}) => {
  const insights = await fetchInsights(service.url);
  const mentioned = insights.aspects.filter(({ mentionCount }) => mentionCount > 0);
  await page.goto('/');

  const shown = await page.locator('section.entry').evaluateAll((all) =>
    all.map((section) => ({
      name: section.querySelector('h3')?.textContent?.trim(),
      counts: [...section.querySelectorAll('.mention-counts li')].map(({ textContent }) =>
        textContent?.trim(),
      ),
      quotes: [...section.querySelectorAll('blockquote')].map(({ textContent }) => textContent),
    })),
  );

  expect(mentioned.length).toBeGreaterThan(3);
  expect(shown).toEqual(
    mentioned
      .sort((a, b) => b.mentionCount - a.mentionCount)
      .map(({ name, positive, neutral, negative, quotes }) => ({
        name,
        counts: expect.arrayContaining([
          `${positive} positive`,
          `${neutral} neutral`,
          `${negative} negative`,
        ]),
        quotes: expect.arrayContaining(quotes.map(({ text }) => text)),
      })),
  );
});

test('a quote stands in its language and leads to its review, which holds it', async ({ page }) => {
  await page.goto('/');
  const quote = page.locator('figure.quote').first();
  const blockquote = quote.locator('blockquote');
  const text = (await blockquote.textContent()) ?? '';

  await expect(blockquote).toHaveAttribute('lang', /^en/);
  await expect(blockquote).toHaveAttribute('dir', 'auto');
  await quote.getByRole('link').click();

  await expect(page).toHaveURL(/\/reviews\/[a-z0-9-]+\/$/);
  expect(text.length).toBeGreaterThan(10);
  await expect(page.locator('.review-text')).toContainText(text);
});

test('further quotes and the quarters of an aspect unfold', async ({ page }) => {
  await page.goto('/');
  const more = page.locator('.aspect-more').first();
  const quarters = more.getByRole('table', { name: /^Reviews that mention it, by quarter/ });

  await expect(quarters).toBeHidden();
  await more.locator('summary').click();

  await expect(quarters).toBeVisible();
  await expect(quarters.getByRole('row', { name: /^20\d\d Q[1-4]/ }).first()).toBeVisible();
});

test('reviewers with a tie to the business are marked where they are quoted as well', async ({
  page,
  published,
}) => {
  await page.goto('/');
  const quoted = await page.locator('figure.quote').evaluateAll((all) =>
    all.map((figure) => ({
      path: figure.querySelector('a')?.getAttribute('href'),
      isMarked: figure.querySelector('.quote-relationship') !== null,
    })),
  );
  const tied = new Set(
    published.reviews.flatMap(({ relationship, id }) => (relationship ? [`/reviews/${id}/`] : [])),
  );
  for (const { path, isMarked } of quoted) expect(isMarked, path ?? '').toBe(tied.has(path ?? ''));
});

test('people, services and places stand with the figures of insights.json', async ({
  page,
  service,
}) => {
  const { technicians, services, serviceAreas } = (await fetchInsights(service.url)).entities;
  await page.goto('/');

  const table = page.getByRole('table', { name: /^People, services and places/ });
  const mentioned = [...technicians, ...services, ...serviceAreas].filter(
    ({ reviewCount }) => reviewCount > 0,
  );
  for (const { name, reviewCount, averageRating } of mentioned) {
    const cells = table.getByRole('row', { name: new RegExp(`^${name} `) }).getByRole('cell');
    await expect(cells.nth(0)).toHaveText(String(reviewCount));
    await expect(cells.nth(1)).toHaveText(String(averageRating));
  }
});

async function fetchInsights(url: string): Promise<InsightsDocument> {
  return InsightsDocument.parse(await (await fetch(`${url}/insights.json`)).json());
}
