import { InsightsDocument } from '#insights/insights-document.ts';
import { expect, test } from './service.ts';

test('the first page shows the business, its rating and its reviews as reviews.json has them', async ({
  page,
  published,
}) => {
  const { business, aggregateRating, collection, reviews } = published;
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(business.name);
  await expect(page.getByText(business.description)).toBeVisible();
  const telephone = page.getByRole('link', { name: '512-555-0142' });
  await expect(telephone).toHaveAttribute('href', `tel:${business.telephone}`);
  await expect(page.getByText(`${aggregateRating.ratingValue} of 5`).first()).toBeVisible();
  await expect(page.getByText(`${aggregateRating.ratingCount} ratings`)).toBeVisible();
  const collected = page.getByRole('table', { name: 'What became of the received reviews' });
  for (const [outcome, count] of [
    [/^Published/, collection.reviewsPublished],
    [/^Withheld/, collection.reviewsWithheld],
    [/^Removed/, collection.reviewsRemoved],
  ] as const) {
    await expect(collected.getByRole('row', { name: outcome })).toContainText(String(count));
  }

  const rows = page.getByRole('table', { name: 'Ratings by stars' }).locator('tbody tr');
  const histogram = await rows.evaluateAll((all) =>
    all.map((row) => [
      Number.parseFloat(row.querySelector('th')?.textContent ?? ''),
      Number(row.querySelector('td:last-child')?.textContent),
    ]),
  );
  const counts = Object.entries(aggregateRating.ratingDistribution);
  const expected = counts.map(([star, count]) => [Number(star), count]);
  expect(histogram).toEqual(expected.sort(([a = 0], [b = 0]) => b - a));

  const names = await page.locator('.entries article h3').allTextContents();
  const newest = reviews.slice(0, 12).map(({ author }) => author.name);
  expect(names.map((name) => name.trim())).toEqual(newest);

  // Reviewers with a tie to the business are marked where they are quoted as well.
  const quoted = await page.locator('figure.quote').evaluateAll((all) =>
    all.map((figure) => ({
      path: figure.querySelector('a')?.getAttribute('href'),
      isMarked: figure.querySelector('.quote-relationship') !== null,
    })),
  );
  const tied = reviews.flatMap(({ relationship, id }) => (relationship ? [`/reviews/${id}/`] : []));
  for (const { path, isMarked } of quoted) expect(isMarked).toBe(tied.includes(path ?? ''));
});

test('the first page shows aspects, people, services and places as insights.json has them', async ({
  page,
  url,
}) => {
  const response = await fetch(`${url}/insights.json`);
  const { aspects, entities } = InsightsDocument.parse(await response.json());
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
  const mentioned = aspects
    .filter(({ mentionCount }) => mentionCount > 0)
    .sort((a, b) => b.mentionCount - a.mentionCount);
  expect(mentioned.length).toBeGreaterThan(3);
  expect(shown).toEqual(
    mentioned.map(({ name, positive, neutral, negative, quotes }) => ({
      name,
      counts: expect.arrayContaining([
        `${positive} positive`,
        `${neutral} neutral`,
        `${negative} negative`,
      ]),
      quotes: expect.arrayContaining(quotes.map(({ text }) => text)),
    })),
  );

  const rows = await page
    .getByRole('table', { name: /^People, services and places/ })
    .locator('tr[id]')
    .evaluateAll((all) =>
      all.map((row) => [...row.children].map(({ textContent }) => textContent)),
    );
  const { technicians, services, serviceAreas } = entities;
  for (const { name, reviewCount, averageRating } of [
    ...technicians,
    ...services,
    ...serviceAreas,
  ]) {
    if (reviewCount === 0) continue;
    const [, count, mean] = rows.find(([first]) => first?.trim().startsWith(name)) ?? [];
    expect([count, mean]).toEqual([String(reviewCount), String(averageRating)]);
  }
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

test('further quotes and quarters of an aspect unfold; a quote leads to its review, which holds it', async ({
  page,
}) => {
  await page.goto('/');
  const more = page.locator('.aspect-more').first();
  const quarters = more.getByRole('table', { name: /^Reviews that mention it, by quarter/ });
  await expect(quarters).toBeHidden();
  await more.locator('summary').click();
  await expect(quarters).toBeVisible();
  await expect(quarters.getByRole('row', { name: /^20\d\d Q[1-4]/ }).first()).toBeVisible();

  const quote = page.locator('figure.quote').first();
  const blockquote = quote.locator('blockquote');
  const text = (await blockquote.textContent()) ?? '';
  expect(text.length).toBeGreaterThan(10);
  await expect(blockquote).toHaveAttribute('lang', /^en/);
  await expect(blockquote).toHaveAttribute('dir', 'auto');
  await quote.getByRole('link').click();
  await expect(page).toHaveURL(/\/reviews\/[a-z0-9-]+\/$/);
  await expect(page.locator('.review-text')).toContainText(text);
});

test('the disclaimer and who publishes the site stand on every page', ({ published, pages }) => {
  for (const [path, html] of pages) {
    const text = html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
    expect(text, path).toContain(published.business.disclaimer ?? '');
    expect(text, path).toContain('This site is published by Harbor Injury Law');
    if (!path.startsWith('/docs/')) expect(text, path).not.toMatch(/independent/i);
  }
});
