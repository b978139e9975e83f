import { InsightsDocument } from '#insights/insights-document.ts';
import { createFormats } from '#words/formats.ts';
import { createContentFolder } from '../support/content-folder.ts';
import { SAMPLE_CONTENT, sampleReview } from '../support/sample-content.ts';

import { serve } from './serve.ts';
import { expect, fetchPage, test } from './service.ts';
import { validateHtml } from './validate-html.ts';

const { number, mean } = createFormats('en');

test('the first page shows the business, its rating, and the newest and most critical reviews', async ({
  page,
  published,
}) => {
  const { business, aggregateRating, reviews } = published;
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(business.name);
  await expect(main.getByText(business.description)).toBeVisible();
  await expect(main).toContainText(mean(aggregateRating.ratingValue ?? 0));
  const ratings = main.getByRole('link', { name: `${aggregateRating.ratingCount} ratings` });
  await expect(ratings).toHaveAttribute('href', '/reviews/');

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

  const critical = reviews.filter(({ reviewRating }) => reviewRating.ratingValue <= 2);
  const worst = critical.filter(
    ({ reviewRating, reviewBody }) => reviewRating.ratingValue === 1 && reviewBody !== '',
  );
  expect(worst.length).toBeGreaterThan(3);
  for (const [name, shown] of [
    ['Newest', reviews],
    [`Critical: two stars or fewer (${number(critical.length)})`, worst],
  ] as const) {
    const links = page.getByRole('region', { name, exact: true }).locator('article h3 a');
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual(shown.slice(0, 3).map(({ id }) => `/reviews/${id}/`));
  }
});

test('the first page is four screens long at most', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  const height = await page
    .getByRole('main')
    .evaluate((main) => main.getBoundingClientRect().bottom);
  expect(height).toBeLessThanOrEqual(4 * 900);
});

test('reviewers with a tie to the business are marked where they are quoted', async ({
  page,
  published,
}) => {
  const tied = published.reviews.flatMap(({ relationship, id }) =>
    relationship ? [`/reviews/${id}/`] : [],
  );
  await page.goto('/insights/');
  const quoted = await page.locator('figure:has(blockquote)').evaluateAll((all) =>
    all.map((figure) => ({
      path: figure.querySelector('a')?.getAttribute('href') ?? '',
      isMarked: /The reviewer (?:works|is related|received)/.test(figure.textContent ?? ''),
    })),
  );
  expect(quoted.length).toBeGreaterThan(5);
  for (const { path, isMarked } of quoted) expect(isMarked, path).toBe(tied.includes(path));
});

test('insights show aspects, people, services and places as insights.json has them', async ({
  page,
  url,
}) => {
  const response = await fetch(`${url}/insights.json`);
  const { aspects, entities } = InsightsDocument.parse(await response.json());
  await page.goto('/insights/');
  const mentioned = aspects.filter(({ mentionCount }) => mentionCount > 0);
  expect(mentioned.length).toBeGreaterThan(3);
  for (const { name, reviewCount, quotes } of mentioned) {
    const section = page.getByRole('region', { name, exact: true });
    await expect(section.getByRole('link', { name, exact: true })).toBeVisible();
    await expect(section).toContainText(`${reviewCount} review`);
    const shown = await section.locator('blockquote').allTextContents();
    const known = quotes.map(({ text }) => text);
    expect(shown.length).toBeGreaterThanOrEqual(Math.min(1, known.length));
    for (const quote of shown) expect(known).toContain(quote);
  }
  const order = await page.locator('section[aria-labelledby^="aspect-"] h3').allTextContents();
  const byMentions = mentioned.toSorted((a, b) => b.mentionCount - a.mentionCount);
  expect(order.map((name) => name.trim())).toEqual(byMentions.map(({ name }) => name));

  for (const [caption, known] of [
    ['People', entities.technicians],
    ['Services', entities.services],
    ['Places', entities.serviceAreas],
  ] as const) {
    const table = page.getByRole('table', { name: caption });
    for (const { name, reviewCount, averageRating } of known) {
      const row = table
        .getByRole('row')
        .filter({ has: page.getByRole('link', { name, exact: true }) });
      const cells = await row.getByRole('cell').allTextContents();
      const expected = [
        number(reviewCount),
        averageRating === null || reviewCount < 5 ? '–' : mean(averageRating),
      ];
      expect(
        cells.slice(0, 2).map((cell) => cell.trim()),
        name,
      ).toEqual(expected);
    }
  }
});

test('an answer opens and leads to the reviews that it is based on', async ({ page }) => {
  await page.goto('/insights/');
  const question = page
    .getByRole('region', { name: /^Questions/ })
    .locator('details')
    .first();
  await question.locator('summary').click();
  const evidence = question.getByRole('link').first();
  const name = await evidence.locator('bdi').textContent();
  await evidence.click();
  await expect(page).toHaveURL(/\/reviews\/[a-z0-9-]+\/$/);
  await expect(page.getByRole('main')).toContainText(`Review by ${name}`);
});

test('the disclaimer and who publishes the site stand on every page', ({ published, pages }) => {
  for (const [path, html] of pages) {
    const text = html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
    expect(text, path).toContain(published.business.disclaimer ?? '');
    expect(text, path).toContain('This site is published by Harbor Injury Law');
    if (!path.startsWith('/docs/')) expect(text, path).not.toMatch(/independent/i);
  }
});

/** Content whose newest reviews are critical, and where those about the office are not to be quoted. */
const CRITICAL_CONTENT = {
  ...SAMPLE_CONTENT,
  'aspects.yaml': `- { id: staff, name: Staff, description: A, terms: [paralegal] }
- { id: price, name: Price, description: B, terms: [price] }
- { id: office, name: Office, description: C, terms: [office] }
`,
  ...Object.assign(
    {},
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({
      ...sampleReview(`staff-${id}`, '2026-05-01', {}, 'The paralegal was kind and helpful.'),
      ...sampleReview(`price-${id}`, '2026-05-02', { rating: '1' }, 'The price was outrageous.'),
    })),
  ),
  ...sampleReview(
    'office-a',
    '2026-10-07',
    { rating: '1', quotes: 'never', aspects: '{ office: negative }' },
    'The office is dirty.',
  ),
};

test('where the newest reviews are critical, the first page shows each of them once', async ({
  page,
}) => {
  const ends: (() => void)[] = [];
  const folder = createContentFolder({ after: (end) => void ends.push(end) }, CRITICAL_CONTENT);
  const { url, stop } = await serve(folder);
  try {
    expect(await validateHtml(await (await fetchPage(`${url}/`)).text())).toEqual([]);
    await page.goto(`${url}/`);
    const links = page.locator('.review-card h3 a');
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(paths.length).toBe(6);
    expect(new Set(paths).size).toBe(6);
    expect(paths).toContain('/reviews/office-a/');

    // In the place of a quote.
    for (const path of ['/', '/insights/', '/aspects/office/']) {
      await page.goto(url + path);
      const link = page.getByRole('link', { name: '1 review criticizes this' });
      await expect(link).toHaveAttribute('href', '/reviews/?aspect=office&sentiment=negative');
      await expect(page.getByText('It is not quoted here.')).toHaveCount(1);
    }
    await page.getByRole('link', { name: '1 review criticizes this' }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('article')).toContainText('The office is dirty.');

    await page.goto(`${url}/insights/`);
    const findings = page.locator('.findings h3');
    await expect(findings).toHaveText(['Most praised', 'Most criticized']);
    const tops = await findings.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().top),
    );
    expect(new Set(tops).size).toBe(1);
  } finally {
    await stop();
    for (const end of ends) end();
  }
});
